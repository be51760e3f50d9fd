import { expect, test } from 'vitest'
import { withRetries } from './retry.ts'

/** Returns a function that rejects `times` times before it resolves, and an object that counts its calls. */
function createFailingLoader(times: number) {
  const state = { calls: 0 }
  const load = async () => {
    state.calls++
    if (state.calls <= times) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  }
  return { load, state }
}

test('withRetries repeats a failing load after each pause', async () => {
  const { load, state } = createFailingLoader(3)
  const get = withRetries(load, [0, 0, 0])
  expect(await Promise.all([get(), get()])).toEqual(['part', 'part'])
  expect(await get()).toBe('part')
  expect(state.calls).toBe(4)
})

test('withRetries rejects when the last retry fails', async () => {
  const { load, state } = createFailingLoader(2)
  const get = withRetries(load, [0])
  await expect(get()).rejects.toThrow('Failed to fetch')
  expect(await get()).toBe('part')
  expect(state.calls).toBe(3)
})
