// Runs npm without a shell, where npm itself says how: on Windows `npm` is a shell script.
import { spawnSync } from 'node:child_process'

/** @returns the exit code, and what was printed unless `options.stdio` lets it through */
export function npm(args, options) {
  const script = process.env.npm_execpath
  const { status, stdout } = script?.endsWith('.js')
    ? spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', ...options })
    : spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32', ...options })
  return { status: status ?? 1, stdout }
}
