import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contract } from './contract.ts'
import { createHttpBackend, retryAfterMsOf, UnreachableError } from './http-backend.ts'
import { createdInvitation } from './invitations/create/created-invitation.ts'

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

/** Returns a download with these invitations, as a server sends it. */
const downloadOf = (invitations: unknown[]) => ({
  ...{ epoch: 'e', mark: '2026-11-20T18:00:00.000Z', isFull: true, invitations, removed: [], formerCodes: [], events: [] },
  ...{ removedEvents: [], deleted: [], admissions: [], undos: [] },
})

test('createHttpBackend lets other tasks run while it checks a long list', async () => {
  vi.useRealTimers()
  const invitation = createdInvitation(
    { id: 'guest', userId: 'host', guestName: 'سارة', generationType: 'names', maxScans: 1 },
    { id: 'event', name: 'زفاف', date: '2026-12-01', designId: null },
    '2026-11-01T00:00:00.000Z',
  )
  const rows = Array.from({ length: 1_001 }, (_, n) => ({ ...invitation, id: `guest${n}` }))
  let given = downloadOf(rows)
  const fetch = (async () => Response.json(given)) as unknown as typeof globalThis.fetch
  const backend = createHttpBackend(contract, { fetch })
  const order: string[] = []
  const checking = backend.invitations.changes({}).then(({ invitations }) => {
    order.push('checked')
    expect(invitations.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  })
  const waiting = new Promise<void>(resolve => {
    setTimeout(() => {
      order.push('other task')
      resolve()
    }, 1)
  })
  await Promise.all([checking, waiting])
  expect(order).toEqual(['other task', 'checked'])

  given = downloadOf([...rows, { ...invitation, maxScans: 'one' }])
  await expect(backend.invitations.changes({})).rejects.toThrow(UnreachableError)
})

test('createHttpBackend parses a long list line by line, as the server divides it', async () => {
  vi.useRealTimers()
  const guestNames = ['سارة', '"invitations":', 'a\nb', ']', ',']
  const rows = guestNames.map((guestName, n) => ({
    ...createdInvitation(
      { id: `guest${n}`, userId: 'host', guestName, generationType: 'names', maxScans: 1 },
      { id: 'event', name: 'زفاف', date: '2026-12-01', designId: null },
      '2026-11-01T00:00:00.000Z',
    ),
  }))
  const { invitations: _, undos, ...others } = downloadOf([])
  const [one, two, ...more] = rows.map(row => JSON.stringify(row))
  const json = `${JSON.stringify(others).slice(0, -1)},"invitations":\n[${one},${two}\n,${more.join(',')}\n],"undos":\n["a"\n,"b"\n]}`
  expect(JSON.parse(json)).toEqual({ ...others, invitations: rows, undos: ['a', 'b'] })
  const read = (text: string) =>
    createHttpBackend(contract, { fetch: async () => new Response(text, { headers: { 'content-type': 'application/json' } }) })
  const answer = { ...others, invitations: rows, undos: ['a', 'b'] }
  expect(await read(json).invitations.changes({})).toEqual(answer)
  expect(await read(JSON.stringify(answer)).invitations.changes({})).toEqual(answer)
  expect(await read(JSON.stringify(answer, null, 1)).invitations.changes({})).toEqual(answer)
  const faulty = [json.replace(`${two}`, '{"id":1}'), json.slice(0, -9), json.replace('\n]', ''), 'null', '[]']
  for (const text of faulty) await expect(read(text).invitations.changes({}), text.slice(-40)).rejects.toThrow(UnreachableError)
  expect(undos).toEqual([])
})

test.each([
  ['a refusal', Response.json({ success: false, error: 'مشغول', code: 'busy' }, { status: 429, headers: { 'retry-after': '20' } }), 20_000],
  ['the page of a proxy', new Response('<h1>503</h1>', { status: 503, headers: { 'retry-after': '2' } }), 2_000],
  [
    'a refusal with a date',
    Response.json({ success: false, error: 'مشغول', code: 'busy' }, { status: 429, headers: { 'retry-after': 'Fri' } }),
    undefined,
  ],
  ['an answer of another status', Response.json({}, { status: 500, headers: { 'retry-after': '20' } }), undefined],
] as const)('createHttpBackend reads when to repeat a call from %s', async (_, response, expected) => {
  const backend = createHttpBackend(contract, { fetch: async () => response })
  const error = await backend.accounts.me({}).catch((failure: unknown) => failure)
  expect(retryAfterMsOf(error)).toBe(expected)
})

test('createHttpBackend reports an input that cannot be sent as a fault', async () => {
  const [fetch, reportError] = [vi.fn<typeof globalThis.fetch>(), vi.fn()]
  vi.stubGlobal('reportError', reportError)
  const event = { eventId: 'event', invited: 3, arrived: 2 }
  await expect(createHttpBackend(contract, { fetch }).checkIn.arrivalTimes(event)).rejects.toThrow(
    new TypeError('GET /invitations/arrival-times.php has no field invited, arrived'),
  )
  expect(reportError).toHaveBeenCalledOnce()
  expect(fetch).not.toHaveBeenCalled()
})
