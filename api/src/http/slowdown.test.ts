import { expect, test, vi } from 'vitest'
import { startDatabase } from '../../testing/engines.ts'
import { codeOf } from '../../testing/office.ts'
import { attempts } from './attempts.ts'
import { delayAfter, slowdown } from './slowdown.ts'

test('twenty are free, then each one more delays, up to five seconds', () => {
  expect([0, 19, 20, 21, 28, 29, 30, 1000].map(delayAfter)).toEqual([0, 0, 500, 1_000, 4_500, 5_000, 5_000, 5_000])
})

test('in a delay one waits for each name, and others are refused and not counted', async () => {
  const db = await startDatabase('sqlite')
  const shared = attempts(db, () => new Date('2026-12-01T12:00:00Z'))
  const delays: number[] = []
  let end = () => {}
  const slow = slowdown(shared, delay => {
    delays.push(delay)
    return new Promise<void>(resolve => {
      end = resolve
    })
  })
  for (let n = 0; n < 20; n++) await slow.enter('hanaa')
  expect(delays).toEqual([])
  const first = slow.enter('hanaa')
  expect(await codeOf(slow.enter('hanaa'))).toBe('busy')
  expect(await codeOf(slow.enter('salma'))).toBe('done')
  end()
  await first
  expect(delays).toEqual([500])
  await slow.leave('hanaa')
  const next = slow.enter('hanaa')
  await vi.waitFor(() => expect(delays).toEqual([500, 500]))
  end()
  await next
  await db.close()
})
