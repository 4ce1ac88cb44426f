#!/usr/bin/env node
/** Starts the bin with the process's own streams. */
import { run } from './run.ts'

// `| head` closes the pipe early; that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const { stdout, stderr } = process
void run(process.argv.slice(2), { cwd: process.cwd(), stdout, stderr }).then((code) => {
  // Not process.exit: what was written to a pipe must get out first.
  process.exitCode = code
})
