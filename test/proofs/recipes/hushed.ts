import { vi } from 'vitest'

/** Runs what makes a program complain, and keeps that from the console. @returns how often it complained */
export async function hushed(use: () => Promise<void>): Promise<number> {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    await use()
    return complaints.mock.calls.length
  } finally {
    complaints.mockRestore()
  }
}
