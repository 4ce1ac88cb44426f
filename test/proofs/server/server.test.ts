/** The server goes away with whoever started it, however that one ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const holder = fileURLToPath(new URL('hold.ts', import.meta.url))

async function started(): Promise<{ child: ReturnType<typeof spawn>; url: string; folder: string }> {
  const env = { ...process.env }
  delete env['PG_ADVISORY_LOCK_TEST_URL']
  // A group of its own, as a shell gives each command: Ctrl-C goes to all of a group.
  const child = spawn(process.execPath, ['--import', import.meta.resolve('jiti/register'), holder], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await Promise.race([once(child.stdout, 'data').then(([chunk]) => chunk as Buffer), once(child, 'exit')])
  return { child, ...(JSON.parse(line.toString()) as { url: string; folder: string }) }
}

async function isGone(url: string, folder: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const answers = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return !answers && !existsSync(folder)
}

it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'nothing of it stays after %s to the whole group',
  async (signal) => {
    const { child, url, folder } = await started()
    expect(existsSync(folder)).toBe(true)
    process.kill(-(child.pid ?? 0), signal)
    for (let turn = 0; turn < 1200 && !(await isGone(url, folder)); turn++) await sleep(25)
    expect(await isGone(url, folder)).toBe(true)
  },
)
