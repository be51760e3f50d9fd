import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { waitUntil } from '../../testing/mail-test-server.ts'
import { refusalCodeOf } from '../../testing/test-server.ts'
import { type Fault, statusOf, webhookWith } from '../../testing/whatsapp-server.ts'
import { startWhatsAppTestServer } from '../../testing/whatsapp-test-server.ts'
import { settingsIn } from '../installation/repository.ts'

const countBy = <Item>(items: Iterable<Item>, keyOf: (item: Item) => string) =>
  Object.fromEntries(Object.entries(Object.groupBy(items, keyOf)).map(([key, all = []]) => [key, all.length]))

describe.each(ENGINES)('the WhatsApp sender on %s', engine => {
  const office = startWhatsAppTestServer(engine)
  const stateCounts = async () => countBy(await office.rows(), ({ state, reason }) => (reason === null ? state : `${state} ${reason}`))
  const sentTwice = () =>
    office
      .meta()
      .countByPhone()
      .filter(([, count]) => count > 1)

  test('500 messages through every fault are each sent once or named', async () => {
    const { host, ids, statesOf } = await office.host(500)
    const faults: Record<number, Fault> = {
      0: { status: 429, code: 130429, retryAfter: 0 },
      7: { status: 503, code: 131016 },
      14: 'no-body',
      21: 'cut',
      28: 'lost',
      35: { status: 400, code: 131026 },
    }
    office.meta().state.fault = n => (n === 50 ? 'hang' : faults[n % 45])
    office.startSender({ timeoutMs: 2_000 })
    await office.untilReady()
    expect(await host.whatsapp.send({ ids })).toMatchObject({
      queued: 500,
      refused: [],
      today: 500,
      later: 0,
      costs: { usd: 17.05, unpriced: 0 },
    })
    // The refusals of an overloaded service are tried again after a minute.
    await waitUntil(async () => {
      const [isIdle, waiting] = [await office.isIdle(), await office.countWaiting()]
      if (isIdle && waiting > 0) office.clock.at += 70_000
      return isIdle && waiting === 0
    })
    expect(sentTwice()).toEqual([])
    const counts = await stateCounts()
    const { accepted } = office.meta()
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(500)
    expect(Object.keys(counts).sort()).toEqual(['accepted', 'failed unreachable', 'unsure lost'])
    expect(counts['unsure lost']).toBeGreaterThan(20)
    expect([...(await statesOf()).values()].every(state => state !== null && state.state !== 'queued')).toBe(true)

    // Statuses with the ids of the rows settle the lost answers, the last ones first.
    const statuses = accepted.map((message, n) => statusOf(message, n % 2 ? 'read' : 'sent', office.now())).reverse()
    expect((await office.post(webhookWith('messages', { statuses }))).status).toBe(200)
    const settled = await stateCounts()
    expect((settled.read ?? 0) + (settled.sent ?? 0)).toBe(accepted.length)
    expect(settled['unsure lost']).toBe(500 - accepted.length - settled['failed unreachable']!)
    expect((await host.invitations.list({})).rows.filter(({ sentAt, sentVia }) => sentAt !== null && sentVia === 'whatsapp')).toHaveLength(
      accepted.length,
    )
    // A second «send to all» sends to nobody who may have got the message.
    expect(await host.whatsapp.send({ ids })).toMatchObject({ queued: 0 })
  })

  test('a message counts as sent only with the webhook, and keeps what it told', async () => {
    const { host, ids, eventId, statesOf } = await office.host(1)
    await host.whatsapp.send({ ids })
    expect((await statesOf()).get(ids[0]!)).toMatchObject({ state: 'queued', code: null, reason: null })
    office.startSender()
    await waitUntil(() => office.meta().accepted.length === 1)
    await office.untilIdle()
    const find = async () => (await host.invitations.list({})).rows[0]!
    expect(await find()).toMatchObject({ sentAt: null, whatsapp: { state: 'accepted' } })
    // The event changes between the message and its status: the guest was told the former place.
    await host.events.update({ id: eventId, place: 'قاعة أخرى' })
    const [message] = office.meta().accepted
    await office.post(webhookWith('messages', { statuses: [statusOf(message!, 'sent', office.now())] }))
    expect(await find()).toMatchObject({ sentVia: 'whatsapp', isOutdated: true, whatsapp: { state: 'sent' } })
    const failure = { errors: [{ code: 131026, title: 'x', error_data: { details: 'Message undeliverable' } }] }
    await office.post(webhookWith('messages', { statuses: [statusOf(message!, 'failed', office.now(), failure)] }))
    expect(await find()).toMatchObject({ sentAt: null, whatsapp: { state: 'failed', code: 131026, reason: 'unreachable' } })
    expect(message).toMatchObject({ path: 'marketing_messages', to: '967771000000' })
    expect(message!.body).toMatchObject({ template: { name: 'invitation', language: { code: 'ar' } } })
  })

  test('messages beyond the limit of people go out the next day', async () => {
    Object.assign(office.meta().state, { limit: 'TIER_250', people: 250 })
    const { host, ids, statesOf } = await office.host(260)
    office.startSender()
    await office.untilReady()
    expect(await host.whatsapp.send({ ids, isPreview: true })).toMatchObject({ queued: 260, today: 250, later: 10 })
    await host.whatsapp.send({ ids })
    await waitUntil(() => office.meta().accepted.length === 250)
    await office.untilIdle()
    expect(await stateCounts()).toEqual({ accepted: 250, 'queued limit': 10 })
    expect(countBy((await statesOf()).values(), state => `${state?.state} ${state?.reason}`)).toEqual({
      'accepted null': 250,
      'queued limit': 10,
    })
    office.tomorrow()
    await waitUntil(() => office.meta().accepted.length === 260)
    expect(sentTwice()).toEqual([])
  })

  test('a limit that Meta lowers after the press is shown beside the guests', async () => {
    const { host, ids, statesOf } = await office.host(5)
    office.startSender()
    await office.untilReady()
    await office.stopSending()
    expect(await host.whatsapp.send({ ids })).toMatchObject({ today: 5, later: 0 })
    Object.assign(office.meta().state, { limit: 'TIER_3', people: 3 })
    office.clock.at += 1_000
    await office.post(webhookWith('business_capability_update', { max_daily_conversations_per_business: 3 }))
    office.startSender()
    await waitUntil(() => office.meta().accepted.length === 3)
    await office.untilIdle()
    const shown = countBy((await statesOf()).values(), state => `${state?.state} ${state?.reason} ${state?.code} ${state?.kind}`)
    expect(shown).toEqual({ 'accepted null null invitation': 3, 'queued limit null invitation': 2 })
  })

  test.each([
    ['an expired token', { status: 401, code: 190 }, 'token'],
    ['a paused template', { status: 400, code: 132015 }, 'paused'],
    ['a missing payment', { status: 400, code: 131042 }, 'payment'],
  ] as const)('%s in the middle stops the queue until it is mended', async (_title, fault, reason) => {
    const { host, ids } = await office.host(40)
    office.meta().state.fault = n => (n > 15 ? fault : undefined)
    await host.whatsapp.send({ ids })
    office.startSender()
    await waitUntil(async () => (await host.whatsapp.send({ ids, isPreview: true })).stopped === reason)
    await office.stopSending()
    expect(await stateCounts()).toEqual({ accepted: 15, queued: 25 })
    office.meta().state.fault = () => undefined
    const admin = await office.signIn({ isAdmin: true, username: 'office' })
    expect((await admin.whatsapp.check({})).at(-1)).toEqual({
      step: 'sending',
      state: 'missing',
      value: String(fault.code),
      stopped: reason,
    })
    office.startSender()
    await waitUntil(() => office.meta().accepted.length === 40)
    await office.untilIdle()
    expect(sentTwice()).toEqual([])
    expect((await host.whatsapp.send({ ids, isPreview: true })).stopped).toBe(null)
  })

  test('a template that Meta moves to another category takes the other path', async () => {
    const { host, ids } = await office.host(2)
    office.startSender()
    await host.whatsapp.send({ ids: ids.slice(0, 1) })
    await waitUntil(() => office.meta().accepted.length === 1)
    office.meta().state.templates.invitation.category = 'UTILITY'
    office.clock.at += 1_000
    await office.post(webhookWith('template_category_update', { message_template_name: 'invitation', new_category: 'UTILITY' }))
    await host.whatsapp.send({ ids: ids.slice(1) })
    await waitUntil(() => office.meta().accepted.length === 2)
    expect(office.meta().accepted.map(({ path }) => path)).toEqual(['marketing_messages', 'messages'])
    await office.untilIdle()
    expect(await host.whatsapp.send({ ids, again: true, isPreview: true })).toMatchObject({ category: 'utility', costs: { usd: 0.02 } })
  })

  test('several processes send each message once', async () => {
    const { host, ids } = await office.host(60)
    await host.whatsapp.send({ ids })
    for (let n = 0; n < 3; n++) office.startSender()
    await waitUntil(() => office.meta().accepted.length === 60)
    expect(sentTwice()).toEqual([])
  })

  test('messages of a killed process are unsure, and the others are sent', async () => {
    const { host, ids, statesOf } = await office.host(6)
    await host.whatsapp.send({ ids })
    const dead = (await office.rows()).slice(0, 2).map(({ id }) => id)
    await office.db().write(async trx => {
      const at = office.now().toISOString()
      await trx
        .updateTable('whatsapp_messages')
        .set({ state: 'sending', tried_at: at, next_try_at: null })
        .where('id', 'in', dead)
        .execute()
      const lease = { holder: 'a dead process', until: office.clock.at + 30_000 }
      await settingsIn(trx).set('whatsapp_sender', JSON.stringify(lease))
    })
    office.startSender()
    // On PostgreSQL another process may still live, so its lease must end first.
    if (engine === 'postgres') office.clock.at += 31_000
    await waitUntil(() => office.meta().accepted.length === 4)
    await office.untilIdle()
    expect(await stateCounts()).toEqual({ accepted: 4, 'unsure lost': 2 })
    expect(countBy((await statesOf()).values(), state => state!.state)).toEqual({ accepted: 4, unsure: 2 })
    // The host sends them again on purpose.
    expect(await host.whatsapp.send({ ids })).toMatchObject({ queued: 0 })
    const unsure = [...(await statesOf())].filter(([, state]) => state!.state === 'unsure').map(([id]) => id)
    expect(await host.whatsapp.send({ ids: unsure, again: true })).toMatchObject({ queued: 2 })
  })

  test('the same person gets no two messages within six seconds', async () => {
    const { host, ids } = await office.host(2)
    await host.invitations.update({ id: ids[1]!, phone: '+967771000000' })
    await host.whatsapp.send({ ids })
    office.startSender()
    await waitUntil(() => office.meta().accepted.length === 1)
    await office.untilIdle()
    expect(await stateCounts()).toEqual({ accepted: 1, queued: 1 })
    office.clock.at += 7_000
    await waitUntil(() => office.meta().accepted.length === 2)
  })

  test('deleted events and accounts leave nothing in the queue, and a restored event sends what waited', async () => {
    const { host, ids, eventId } = await office.host(3)
    const partner = await office.signIn({ username: 'partner' })
    await host.events.addPartner({ eventId, username: 'partner' })
    // A partner sends as the owner does, to their own guests only.
    const other = await office.host(1)
    expect(await partner.whatsapp.send({ ids: [...ids, ...other.ids] })).toMatchObject({ queued: 3, refused: [] })
    expect(await refusalCodeOf(partner.whatsapp.send({ ids: other.ids }))).toBe('not-found')
    await host.events.update({ id: eventId, date: '2026-12-25' })
    await host.events.remove({ id: eventId })
    office.startSender()
    await office.untilReady()
    await office.untilIdle()
    expect([await office.countWaiting(), office.meta().accepted]).toEqual([0, []])
    const [deleted] = (await host.events.deleted({})).rows
    await host.events.restore({ id: deleted!.id })
    await waitUntil(() => office.meta().accepted.length === 3)
    await office.untilIdle()
    expect(await host.whatsapp.send({ ids })).toMatchObject({ queued: 0 })
    // The day is that of the event when the message leaves.
    expect(JSON.stringify(office.meta().accepted[0]!.body)).toContain('٢٥ ديسمبر')
    await office.stopSending()
    await other.host.whatsapp.send({ ids: other.ids })
    const admin = await office.signIn({ isAdmin: true, username: 'office' })
    await admin.accounts.remove({ id: other.host.user.id })
    expect(await office.countWaiting()).toBe(0)
  })

  test('what still waits when the event is over is not sent', async () => {
    const { host, ids } = await office.host(2)
    await host.whatsapp.send({ ids })
    office.clock.at = Date.parse('2026-12-21T10:00:00.000Z')
    office.startSender()
    await waitUntil(async () => (await stateCounts())['failed over'] === 2)
    expect(office.meta().accepted).toEqual([])
  })

  test('refuses guests without a number, who stopped, or whose card is cancelled', async () => {
    const { host, ids } = await office.host(4)
    await host.invitations.update({ id: ids[0]!, phone: null })
    await host.invitations.cancel({ id: ids[1]! })
    const stop = { wa_id: '967771000002', category: 'marketing_messages', value: 'stop' }
    await office.post(webhookWith('user_preferences', { user_preferences: [stop] }))
    const { queued, refused } = await host.whatsapp.send({ ids })
    expect(queued).toBe(1)
    expect(Object.fromEntries(refused.map(({ id, reason }) => [ids.indexOf(id), reason]))).toEqual({
      0: 'no-phone',
      1: 'not-sendable',
      2: 'stopped',
    })
    // A card that is reissued while its message waits is not sent.
    await host.invitations.reissue({ id: ids[3]! })
    office.startSender()
    await waitUntil(async () => (await office.rows())[0]?.state === 'failed')
    expect(await stateCounts()).toEqual({ 'failed changed': 1 })
    expect((await host.invitations.list({})).rows.find(({ id }) => id === ids[3])!.whatsapp).toBe(null)
    await office.post(webhookWith('user_preferences', { user_preferences: [{ ...stop, value: 'resume' }] }))
    expect(await host.whatsapp.send({ ids: [ids[2]!], isPreview: true })).toMatchObject({ queued: 1 })
  })
})
