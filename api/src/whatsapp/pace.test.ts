import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

/** Asks every 10 ms for `seconds`, and returns how many messages were sent in each. */
function sendFor(seconds: number, pace: ReturnType<typeof createPace>, clock: { at: number }, onSent = (_count: number) => {}) {
  return Array.from({ length: seconds }, () => {
    let sent = 0
    for (let n = 0; n < 100; n++) {
      clock.at += 10
      const count = pace.take(64)
      onSent(count)
      sent += count
    }
    return sent
  })
}

test('500 messages leave in less than ten seconds, at most 80 in each', () => {
  const clock = { at: 0 }
  const seconds = sendFor(
    10,
    createPace(80, () => clock.at),
    clock,
  )
  expect(Math.max(...seconds)).toBeLessThanOrEqual(81)
  expect(seconds.slice(0, 9).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(600)
})

test('the rate halves with a refusal, counted once, waits, and grows again', () => {
  const clock = { at: 0 }
  const pace = createPace(80, () => clock.at)
  sendFor(1, pace, clock)
  for (let n = 0; n < 5; n++) pace.slowDown(2_000)
  expect(pace.rate()).toBe(40)
  expect(sendFor(2, pace, clock)).toEqual([0, expect.toSatisfy(count => count <= 4)])
  const [first, ...later] = sendFor(6, pace, clock)
  expect(first).toBeLessThanOrEqual(49)
  expect(later.at(-1)).toBeGreaterThan(75)
})

test('a receiver that takes 20 a second gets about as many', () => {
  const clock = { at: 0 }
  const pace = createPace(80, () => clock.at)
  let window = { from: 0, count: 0 }
  let refused = 0
  const seconds = sendFor(60, pace, clock, count => {
    if (clock.at - window.from >= 1_000) window = { from: clock.at, count: 0 }
    window.count += count
    if (window.count > 20) {
      refused += count
      pace.slowDown(1_000)
    }
  })
  expect(seconds.reduce((sum, count) => sum + count, 0) - refused).toBeGreaterThan(400)
  expect(refused).toBeLessThan(100)
})
