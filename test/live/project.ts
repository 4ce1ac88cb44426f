/**
 * Temporary projects with the packed plugin in them, installed by npm as a user installs it.
 *
 * The hosts stand in test/live/node_modules, each version under a name of its own, and are linked into a project under
 * the name that users know. The tarball goes in by `npm install`: npm checks the peer range, and finds the plugin's
 * own dependencies among what is linked.
 */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const installed = fileURLToPath(new URL('node_modules/', import.meta.url))

/** What the plugin itself needs: linked into every project, but not among what the project asks for. */
const { dependencies } = readJson(join(root, 'package.json')) as { dependencies: Record<string, string> }

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Project {
  readonly folder: string
  write(path: string, text: string): void
  read(path: string): string
  /** Copies a file or folder of the repository. */
  copy(from: string, to: string): void
  /** Runs the script `bin` of an installed package. */
  run(packageName: string, bin: string, args: readonly string[]): Promise<Ran>
  remove(): void
}

/** `hosts`: the packages that the project asks for; `eslint-9.15` stands there as `eslint`. */
export function makeProject(hosts: readonly string[], type: 'module' | 'commonjs' = 'commonjs'): Project {
  const folder = mkdtempSync(join(tmpdir(), 'pg-advisory-lock-live-'))
  const asked: Record<string, string> = {}
  for (const host of hosts) asked[link(folder, host)] = versionOf(host)
  for (const name of Object.keys(dependencies)) link(folder, name)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type, devDependencies: asked }))
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--save-dev', tarball()], folder)
  return {
    folder,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    },
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    copy: (from, to) => cpSync(join(root, from), join(folder, to), { recursive: true, filter: isOwn }),
    run: (packageName, bin, args) => run(binPath(folder, packageName, bin), args, folder),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Not what the proofs have installed beside their programs. */
function isOwn(path: string): boolean {
  return basename(path) !== 'node_modules'
}

/** The name under which the project sees the package. */
function link(folder: string, host: string): string {
  const name = host.replace(/-\d[\d.]*$/, '')
  const path = join(folder, 'node_modules', name)
  if (existsSync(path)) return name
  if (!existsSync(join(installed, host))) throw new Error(`${host} is not in test/live/package.json`)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(join(installed, host), path, 'junction')
  return name
}

function versionOf(host: string): string {
  return (readJson(join(installed, host, 'package.json')) as { version: string }).version
}

let packed: string | undefined

/** The tarball as it would be published, from what is built. */
function tarball(): string {
  if (packed === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'pg-advisory-lock-pack-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const [made] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], root)) as { filename: string }[]
    packed = join(folder, made?.filename ?? '')
  }
  return packed
}

function npm(args: readonly string[], cwd: string): string {
  const script = process.env['npm_execpath']
  return script?.endsWith('.js')
    ? execFileSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8' })
    : execFileSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })
}

function binPath(folder: string, packageName: string, bin: string): string {
  const at = join(folder, 'node_modules', packageName)
  const { bin: bins } = readJson(join(at, 'package.json')) as { bin: string | Record<string, string> }
  return join(at, typeof bins === 'string' ? bins : (bins[bin] ?? ''))
}

function run(script: string, args: readonly string[], cwd: string): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
