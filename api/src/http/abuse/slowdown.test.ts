import { expect, test } from 'vitest'
import { startDatabase } from '../../../testing/engines.ts'
import { countOutcomes, refusalCodeOf } from '../../../testing/test-server.ts'
import { createAttemptCounter } from './attempts.ts'
import { createSlowdown, delayAfterWrongPasswords } from './slowdown.ts'

test('the sign-in delay grows by 500 ms from the twentieth wrong password on', () => {
  expect([0, 19, 20, 21, 28, 29, 30, 1000].map(delayAfterWrongPasswords)).toEqual([0, 0, 500, 1_000, 4_500, 5_000, 5_000, 5_000])
})

test('a second sign-in of a username during its delay is refused as busy', async () => {
  const db = await startDatabase('sqlite')
  const shared = createAttemptCounter(db, () => new Date('2026-12-01T12:00:00Z'))
  const delays: number[] = []
  let end = () => {}
  const slow = createSlowdown(shared, delay => {
    delays.push(delay)
    return new Promise<void>(resolve => {
      end = resolve
    })
  })
  const from = ['sign-in', 'hanaa', '203.0.113.7']
  for (let n = 0; n < 20; n++) await slow.enter('hanaa', from)
  expect(delays).toEqual([])
  const first = slow.enter('hanaa', from)
  expect(await refusalCodeOf(slow.enter('hanaa', from))).toBe('busy')
  expect(await refusalCodeOf(slow.enter('salma', from))).toBe('done')
  end()
  await first
  expect(delays).toEqual([500])
  await slow.leave('hanaa')
  const next = slow.enter('hanaa', from)
  await expect.poll(() => delays).toEqual([500, 500])
  end()
  await next
  await db.close()
})

test('a sign-in delay favours the address with the fewest wrong passwords', async () => {
  const db = await startDatabase('sqlite')
  const shared = createAttemptCounter(db, () => new Date('2026-12-01T12:00:00Z'))
  const ends: (() => void)[] = []
  const slow = createSlowdown(shared, () => new Promise<void>(resolve => ends.push(resolve)))
  const attemptSignIn = async (address: string) => {
    const from = ['sign-in', 'hanaa', address]
    await shared.take(from, { max: 10, window: 600_000 })
    return refusalCodeOf(slow.enter('hanaa', from))
  }
  const guessers = Array.from({ length: 12 }, (_, n) => `203.0.113.${n}`)
  for (const address of [...guessers, ...guessers]) {
    await shared.take(['sign-in', 'hanaa', address], { max: 10, window: 600_000 })
    await shared.add(['sign-in-name', 'hanaa'], { max: 30, window: 3_600_000 })
  }
  for (const round of [0, 1]) {
    const guesses = guessers.map(attemptSignIn)
    await expect.poll(() => ends).toHaveLength(round + 1)
    const owner = attemptSignIn('198.51.100.1')
    expect(countOutcomes(await Promise.all(guesses))).toEqual({ busy: 12 })
    // Refused attempts do not displace the wrong passwords that were counted before.
    expect(await shared.count(['sign-in-name', 'hanaa'], 3_600_000)).toBe(24 + round)
    expect(await attemptSignIn('198.51.100.1')).toBe('busy')
    ends[round]!()
    expect(await owner).toBe('done')
  }
  await db.close()
})
