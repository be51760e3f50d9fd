import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contract } from './contract.ts'
import { createHttpBackend, UnreachableError } from './http-backend.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const encodeUtf8 = (text: string) => new TextEncoder().encode(text)

/** Returns a backend whose server sends the response headers at once, and one part of the body at each call of `send`. */
function createSlowServer() {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  const fetch = async (_url: unknown, init?: RequestInit) => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
      },
    })
    return new Response(stream, { headers: { 'content-type': 'application/json' } })
  }
  return {
    backend: createHttpBackend(contract, { fetch: fetch as typeof globalThis.fetch }),
    send: (text: string) => body?.enqueue(encodeUtf8(text)),
    finish: () => body?.close(),
  }
}

const MINUTE_MS = 60_000

test('createHttpBackend reads a response that takes three minutes', async () => {
  const { backend, send, finish } = createSlowServer()
  const answer = backend.accounts.me({})
  const parts = 'null'.padEnd(180)
  for (let second = 0; second < parts.length; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    send(parts[second]!)
  }
  finish()
  await expect(answer).resolves.toBe(null)
})

test('createHttpBackend throws UnreachableError after 30 seconds of silence', async () => {
  const { backend, send } = createSlowServer()
  const answer = expect(backend.accounts.me({})).rejects.toThrow(UnreachableError)
  await vi.advanceTimersByTimeAsync(1_000)
  send('nu')
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 2)
  await answer
  expect(vi.getTimerCount()).toBe(0)
})
