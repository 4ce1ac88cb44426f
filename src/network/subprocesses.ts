/** Other processes: children, shells, containers, git, and machines reached over SSH. */
import type { NetworkTable } from './network.ts'

// prettier-ignore
export const subprocesses: readonly NetworkTable[] = [
  {
    kind: 'subprocess',
    packages: ['node:child_process', 'cross-spawn', 'node-pty', 'child-process-promise', 'promisify-child-process'],
    only: ['default', 'exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync', 'sync'],
    sync: ['execFileSync', 'execSync', 'spawnSync', 'sync'],
    starts: ['default', 'exec', 'execFile', 'fork', 'spawn'],
  },
  {
    kind: 'subprocess',
    packages: ['execa', 'nano-spawn', 'tinyexec', 'zx', '@npmcli/promise-spawn'],
    only: [
      '$', 'command', 'commandSync', 'default', 'exec', 'execa', 'execaCommand', 'execaCommandSync', 'execaNode',
      'execaSync', 'node', 'spawn', 'sync', 'x',
    ],
    sync: ['commandSync', 'execaCommandSync', 'execaSync', 'sync'],
  },
  { kind: 'subprocess', packages: ['bun'], only: ['$', 'spawn', 'spawnSync'], sync: ['spawnSync'], starts: ['spawn'] },
  { kind: 'subprocess', packages: ['shelljs'], only: ['exec'], sync: ['exec'] },
  {
    kind: 'subprocess',
    packages: ['python-shell', 'fluent-ffmpeg'],
    only: ['default', 'ffprobe', 'mergeToFile', 'run', 'runString', 'save', 'saveToFile', 'screenshots'],
    starts: ['mergeToFile', 'run', 'save', 'saveToFile', 'screenshots', 'ffprobe'],
    constructs: ['PythonShell'],
  },
  {
    kind: 'subprocess',
    packages: ['dockerode', 'docker-compose', 'testcontainers'],
    local: [
      'default', 'getContainer', 'getExec', 'getHost', 'getImage', 'getMappedPort', 'getName', 'getNetwork', 'getNode',
      'getPlugin', 'getSecret', 'getService', 'getTask', 'getVolume', 'demuxStream', 'withBindMounts', 'withCommand',
      'withCopyContentToContainer', 'withCopyFilesToContainer', 'withDatabase', 'withEnvironment', 'withExposedPorts',
      'withName', 'withNetwork', 'withPassword', 'withReuse', 'withStartupTimeout', 'withUser', 'withUsername',
      'withWaitStrategy', 'Wait',
    ],
  },
  {
    kind: 'subprocess',
    packages: ['simple-git'],
    only: [
      'add', 'addTag', 'apply', 'branch', 'branchLocal', 'checkIsRepo', 'checkout', 'checkoutBranch',
      'checkoutLocalBranch', 'clean', 'clone', 'commit', 'deleteLocalBranch', 'diff', 'diffSummary', 'fetch', 'init',
      'listRemote', 'log', 'merge', 'mirror', 'mv', 'pull', 'push', 'pushTags', 'raw', 'rebase', 'remote', 'reset',
      'revert', 'revparse', 'rm', 'show', 'stash', 'status', 'submoduleUpdate', 'tag', 'tags', 'updateServerInfo',
    ],
  },
  {
    kind: 'subprocess',
    packages: ['isomorphic-git', 'nodegit'],
    only: ['Clone', 'clone', 'fetch', 'fetchAll', 'getRemoteInfo', 'listServerRefs', 'pull', 'push'],
  },
  {
    kind: 'subprocess',
    packages: ['ssh2', 'node-ssh'],
    only: [
      'connect', 'exec', 'execCommand', 'forwardOut', 'getDirectory', 'getFile', 'mkdir', 'putDirectory', 'putFile',
      'putFiles', 'requestSFTP', 'requestShell', 'sftp', 'shell', 'withSFTP', 'withShell',
    ],
    // The callbacks of ssh2; node-ssh gives promises for the same names, and those are awaited.
    starts: ['connect', 'exec', 'forwardOut', 'sftp', 'shell'],
  },
]
