// Packages that a folder lists with a lockfile of its own, so that `npm ci` at the root installs none of them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { npm } from './npm.mjs'

/**
 * Installs what a folder's lockfile lists, unless that is what is there.
 * @returns whether it is there now
 */
export function installPackages(folder, flags = []) {
  const lockfile = readFileSync(`${folder}/package-lock.json`, 'utf8')
  /** The lockfile by which node_modules was made. */
  const installed = `${folder}/node_modules/.installed-lock.json`
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lockfile) return true
  const args = ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...flags]
  const { status } = npm(args, { cwd: folder, stdio: 'inherit' })
  if (status === 0) writeFileSync(installed, lockfile)
  return status === 0
}
