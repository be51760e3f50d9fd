import { expect, test } from 'vitest'
import { retrying } from './retry.ts'

/** Returns a function that rejects the given number of times before it resolves, and the number of its calls. */
function failing(times: number) {
  const state = { calls: 0 }
  const load = async () => {
    state.calls++
    if (state.calls <= times) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  }
  return { load, state }
}

test('fetches a part again after each pause, and once for all callers', async () => {
  const { load, state } = failing(3)
  const get = retrying(load, [0, 0, 0])
  expect(await Promise.all([get(), get()])).toEqual(['part', 'part'])
  expect(await get()).toBe('part')
  expect(state.calls).toBe(4)
})

test('rejects when the last retry fails, and begins again at the next call', async () => {
  const { load, state } = failing(2)
  const get = retrying(load, [0])
  await expect(get()).rejects.toThrow('Failed to fetch')
  expect(await get()).toBe('part')
  expect(state.calls).toBe(3)
})
