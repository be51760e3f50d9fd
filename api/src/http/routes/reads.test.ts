import { Activity } from '@hudur/core/activity/contract'
import { type Contract, contract } from '@hudur/core/contract'
import { type Backend, type Endpoint, mapContract } from '@hudur/core/endpoint'
import { createHttpBackend } from '@hudur/core/http-backend'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, startDatabase, TABLES } from '../../../testing/engines.ts'
import { createFuzzWorld } from '../../../testing/fuzz-world.ts'
import { openLink } from '../../../testing/link-device.ts'
import { startServer } from '../../../testing/server.ts'
import type { Database } from '../../database/database.ts'

type Read = (input: Record<string, unknown>) => Promise<unknown>

/**
 * The tables that stay empty in these tests: there are no attempts without rate limits, no mails without a mail server, and no messages
 * without a WhatsApp number.
 */
const EMPTY_TABLES = ['attempts', 'whatsapp_messages', 'whatsapp_received', 'whatsapp_stops', 'whatsapp_plans', 'mails']

/** The calls whose lists stay empty: a server with free space and a right clock has no warnings. */
const EMPTY_READS = ['installation.warnings']

/** Every endpoint that only reads and returns JSON. */
const reads = Object.values(
  mapContract(contract, (endpoint, noun, name) => ({ name: `${noun}.${name}`, noun, call: name, endpoint })),
).flatMap(endpoints => Object.values(endpoints).filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.media))

const isEmpty = (answer: unknown) => {
  const rows = typeof answer === 'object' && answer !== null && 'rows' in answer ? answer.rows : answer
  return Array.isArray(rows) && rows.length === 0
}

describe.each(ENGINES)('a full database on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let callers: { access: readonly Endpoint['access'][]; role?: 'door' | 'live' | 'family'; backend: Backend<Contract> }[]
  /** The input of each endpoint that needs one, by the endpoint's name. */
  let inputs: Record<string, Record<string, unknown>>

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db)
    const { cookies } = await createFuzzWorld(db, server.base)
    const signedIn = (cookie: string | undefined) =>
      createHttpBackend(contract, {
        base: server.base,
        fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, cookie: cookie! } }),
      })
    const host = signedIn(cookies.user[0])
    const [invitation] = (await host.invitations.list({ filter: 'attending' })).rows
    const eventId = invitation!.eventId!
    const links = await Promise.all(
      (['door', 'live', 'family'] as const).map(async role => {
        const link = await host.links.create({ eventId, role, name: role, maySearch: true, ...(role === 'family' && { allotment: 1 }) })
        return { access: [], role, backend: (await openLink(server.base, link)).backend }
      }),
    )
    callers = [
      { access: ['public', 'user'], backend: host },
      { access: ['public', 'user', 'admin'], backend: signedIn(cookies.administrator.at(-1)) },
      ...links,
    ]
    const designed = (await host.invitations.designs({})).rows.find(({ eventDate }) => eventDate !== '2097-02-01')
    const { order_id: orderId } = await db.read.selectFrom('payments').select('order_id').executeTakeFirstOrThrow()
    inputs = {
      'events.get': { id: eventId },
      'events.partners': { eventId },
      'links.list': { eventId },
      'checkIn.walkIns': { eventId },
      'invitations.formerLooks': { eventId: designed!.eventId },
      'invitations.history': { id: invitation!.id },
      'checkIn.candidates': { search: 'سارة' },
      'checkIn.arrivalTimes': { eventId },
      'find.list': { q: 'سارة' },
      'whatsapp.plan': { eventId },
      'requests.account': {
        id: (await db.read.selectFrom('orders').select('id').where('user_id', 'is not', null).executeTakeFirstOrThrow()).id,
      },
      ...{ 'sales.orderMoney': { orderId }, 'sales.payments': { orderId } },
      'trail.list': { about: 'invitation', id: invitation!.id },
      'accounts.credits': { userId: invitation!.userId },
      'requests.timeline': { requestId: (await host.requests.list({})).rows[0]!.id },
    }
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  test('the full database has rows in every table', async () => {
    const counts = await Promise.all(
      TABLES.map(async table => [table, (await db.read.selectFrom(table).selectAll().execute()).length] as const),
    )
    expect(counts.filter(([, count]) => count === 0).map(([table]) => table)).toEqual(EMPTY_TABLES)
  })

  test.each(reads)('the response to $name matches the contract', async ({ name, noun, call, endpoint }) => {
    const allowed = callers.filter(({ access, role }) => access.includes(endpoint.access) || (role && endpoint.links?.includes(role)))
    const answers = await Promise.all(
      allowed.map(({ backend }) => (backend as unknown as Record<string, Record<string, Read>>)[noun]![call]!(inputs[name] ?? {})),
    )
    expect(answers.length).toBeGreaterThan(0)
    expect(answers.every(isEmpty)).toBe(EMPTY_READS.includes(name))
  })

  test('the activity log has an entry for every kind of target', async () => {
    const { notifications } = await callers[1]!.backend.activity.list({ limit: 200 })
    expect(new Set(notifications.map(({ targetType }) => targetType))).toEqual(new Set(Activity.shape.targetType.options))
  })
})
