import * as accountRules from '@hudur/core/accounts/rules'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { countOutcomes, refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { newId } from '../database/new-id.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const NOW = '2026-11-20T18:00:00.000Z'
const timeAfterStart = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()

describe.each(ENGINES)('credits of deleted invitations on %s', engine => {
  let at = NOW
  const { signIn, db } = startTestServer(engine, { now: () => new Date(at) })
  type Host = Awaited<ReturnType<typeof signIn>>

  const newGuests = (count: number) => Array.from({ length: count }, (_, n) => ({ ...event, guestName: `ضيف ${n}`, id: newId() }))
  async function createInvitations(host: Host, count = 1, more = {}) {
    at = NOW
    return host.invitations.create({ invitations: newGuests(count), ...more })
  }
  const readUsedGenerations = async (host: Host) => (await host.accounts.me({}))!.usedGenerations
  const removeAndReadRefund = async (host: Host, id: string) => (await host.invitations.remove({ id })).refunded

  test('an unused invitation deleted within an hour is refunded once', async () => {
    const host = await signIn({ limit: 3 })
    const [created] = await createInvitations(host)
    at = timeAfterStart(60)
    expect(await removeAndReadRefund(host, created!.id)).toBe(true)
    expect(await readUsedGenerations(host)).toBe(0)
    expect(await refusalCodeOf(host.invitations.remove({ id: created!.id }))).toBe('not-found')
    expect(await refusalCodeOf(host.invitations.create({ invitations: [{ ...event, guestName: 'سارة', id: created!.id }] }))).toBe(
      'id-taken',
    )
    expect(await readUsedGenerations(host)).toBe(0)
  })

  test.each<[string, (host: Host, id: string) => Promise<unknown>]>([
    ['is older than an hour', async () => (at = timeAfterStart(61))],
    ['was used', (host, id) => host.checkIn.scan({ id })],
    [
      'was used, and the admission was undone',
      async (host, id) => {
        await host.checkIn.scan({ id, nonce: 'west-1' })
        await host.checkIn.undo({ qr_code: id, admission: 'west-1', nonce: 'undo-1', admittedAt: NOW, undoneAt: NOW })
        expect((await host.invitations.list({})).rows[0]).toMatchObject({ currentScans: 0 })
      },
    ],
  ])('a deleted invitation that %s is not refunded', async (_, change) => {
    const host = await signIn({ limit: 3 })
    const [created] = await createInvitations(host)
    await change(host, created!.id)
    expect(await removeAndReadRefund(host, created!.id)).toBe(false)
    expect(await readUsedGenerations(host)).toBe(1)
  })

  test('deleting a charged invitation charges the oldest pending one', async () => {
    const host = await signIn({ limit: 2 })
    const createdInvitations = await createInvitations(host, 4, { happened: true })
    expect(createdInvitations.map(({ isPending }) => isPending)).toEqual([false, false, true, true])
    expect(await removeAndReadRefund(host, createdInvitations[3]!.id)).toBe(false)
    expect(await removeAndReadRefund(host, createdInvitations[0]!.id)).toBe(true)
    expect(await readUsedGenerations(host)).toBe(2)
    const { rows } = await host.invitations.list({})
    expect(rows.map(({ id, isPending }) => [id, isPending])).toEqual([
      [createdInvitations[1]!.id, false],
      [createdInvitations[2]!.id, false],
    ])
  })

  test('concurrent deletions of one invitation refund it once', async () => {
    const host = await signIn({ limit: 5 })
    const [created] = await createInvitations(host, 3)
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () =>
        host.invitations.remove({ id: created!.id }).then(
          ({ refunded }) => String(refunded),
          ({ code }) => code,
        ),
      ),
    )
    expect(countOutcomes(outcomes)).toEqual({ true: 1, 'not-found': 5 })
    expect(await readUsedGenerations(host)).toBe(2)
  })

  test('an invitation admitted and deleted at once is not refunded', async () => {
    for (let round = 0; round < 5; round++) {
      const host = await signIn({ limit: 5 })
      const [created] = await createInvitations(host)
      const scan = host.checkIn.check({ qr_code: created!.id, nonce: `west-${round}` })
      const [{ outcome }, refunded] = await Promise.all([scan, removeAndReadRefund(host, created!.id)])
      expect({ outcome, refunded }).toEqual(outcome === 'admitted' ? { outcome, refunded: false } : { outcome: 'refused', refunded: true })
    }
  })

  test('an admission uploaded after the refund charges the quota again', async () => {
    const host = await signIn({ limit: 1 })
    const [created] = await createInvitations(host)
    expect(await removeAndReadRefund(host, created!.id)).toBe(true)
    const [second] = await createInvitations(host)
    for (const nonce of ['west-1', 'west-2']) {
      await host.checkIn.check({ qr_code: created!.id, nonce, happened: true })
      expect(await readUsedGenerations(host)).toBe(2)
    }
    expect((await host.checkIn.conflicts({})).rows).toMatchObject([{ kind: 'deleted', invitationId: created!.id, count: 2 }])
    expect(await removeAndReadRefund(host, second!.id)).toBe(true)
    expect(await readUsedGenerations(host)).toBe(1)
  })

  test('an owner gets a limited number of refunds a day', async () => {
    const [admin, host] = [await signIn({ isAdmin: true }), await signIn({ limit: 4 })]
    const [first, second, third] = await createInvitations(host, 3)
    const most = accountRules.maxDailyRefunds({ generationLimit: 4 })
    const budgetRow = { user_id: host.user.id, what: 'refunds' as const, day: '2026-11-20', used: most - 1 }
    await db().write(trx => trx.insertInto('budgets').values(budgetRow).execute())
    expect([await removeAndReadRefund(admin, first!.id), await removeAndReadRefund(host, second!.id)]).toEqual([true, false])
    expect(await readUsedGenerations(host)).toBe(2)
    // 21:00 UTC is midnight in the configured time zone.
    await db().write(trx =>
      trx
        .updateTable('invitations')
        .set({ created_at: timeAfterStart(170) })
        .execute(),
    )
    at = timeAfterStart(190)
    expect(await removeAndReadRefund(host, third!.id)).toBe(true)
  })
})
