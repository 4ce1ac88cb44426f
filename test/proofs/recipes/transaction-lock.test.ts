import { expect, it } from 'vitest'
import { outcome } from '../outcome.ts'
import type { Program } from '../program.ts'
import { hushed } from './hushed.ts'
import { recipe } from './recipe.ts'

interface Invoices extends Program {
  addInvoice(tenantId: number, amount: number): Promise<number>
}

recipe('transaction-lock', ({ run }) => {
  it('twenty at once get twenty numbers, without a gap', () =>
    run<Invoices>('invoices.ts', async ({ addInvoice }) => {
      const numbers = await Promise.all(Array.from({ length: 20 }, () => addInvoice(7, 100)))
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    }))

  it('one that fails leaves neither a lock nor a number', () =>
    run<Invoices>('invoices.ts', async ({ addInvoice }, observer) => {
      expect(await outcome(addInvoice(7, Number.NaN))).toBe('throws 22P02')
      expect(await observer.locksHeld()).toBe(0)
      expect(await addInvoice(7, 100)).toBe(1)
    }))

  it('another tenant does not wait, and who waits too long is told so', () =>
    run<Invoices>('invoices.ts', async ({ addInvoice }, observer) => {
      const free = await observer.rivalHolds([4101, 7])
      const waiting = outcome(addInvoice(7, 100))
      await observer.untilBlocked(1)
      expect(await addInvoice(8, 100)).toBe(1)
      expect(await waiting).toBe('throws 55P03')
      await free()
    }))

  it('a connection that breaks fails the call, and not the process', () =>
    run<Invoices>('invoices.ts', async ({ addInvoice }, observer) => {
      const free = await observer.rivalHolds([4101, 7])
      const added = outcome(addInvoice(7, 100))
      await observer.untilBlocked(1)
      const complaints = await hushed(async () => {
        await observer.endsSessions()
        expect(await added).toBe('throws 57P01')
      })
      expect(complaints).toBeGreaterThan(0)
      await free()
      expect(await addInvoice(7, 100)).toBe(1)
    }))
})
