import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { waitUntil } from '../../testing/mail-test-server.ts'
import { type AcceptedMessage, META, statusOf, tapOn, webhookWith } from '../../testing/whatsapp-server.ts'
import { startWhatsAppTestServer } from '../../testing/whatsapp-test-server.ts'

describe.each(ENGINES)('WhatsApp webhooks on %s', engine => {
  const office = startWhatsAppTestServer(engine)
  const inbox = (messages: object[]) => webhookWith('messages', { contacts: [], messages })

  /** Sends invitations, and returns the messages that Meta has accepted, in the order of `ids`. */
  async function sendAll(count: number, maxScans = 1) {
    const created = await office.host(count, { maxScans })
    await created.host.whatsapp.send({ ids: created.ids })
    office.startSender()
    await waitUntil(() => office.meta().accepted.length === count)
    await office.untilIdle()
    const messages = created.invitations.map(({ phone }) => office.meta().accepted.find(({ to }) => phone === `+${to}`)!)
    const answers = async () =>
      (await created.host.invitations.list({})).rows
        .toSorted((a, b) => created.ids.indexOf(a.id) - created.ids.indexOf(b.id))
        .map(({ answer }) => answer && (answer.attends ? answer.people : 0))
    return { ...created, messages, answers }
  }

  test('Meta proves the token once, and signs every report', async () => {
    const url = (token: string) =>
      `${office.base()}/api/whatsapp/webhook.php?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`
    const proof = await fetch(url(META.verifyToken))
    expect([proof.status, await proof.text()]).toEqual([200, '1158201444'])
    expect((await fetch(url('another'))).status).toBe(403)
    const { messages, statesOf, ids } = await sendAll(1)
    const report = webhookWith('messages', { statuses: [statusOf(messages[0]!, 'read', office.now())] })
    for (const secret of ['', 'another secret']) expect((await office.post(report, secret)).status).toBe(403)
    const unsigned = { method: 'POST', body: JSON.stringify(report), headers: { 'content-type': 'application/json' } }
    expect((await fetch(`${office.base()}/api/whatsapp/webhook.php`, unsigned)).status).toBe(403)
    expect((await statesOf()).get(ids[0]!)).toMatchObject({ state: 'accepted' })
    expect((await office.post(report)).status).toBe(200)
    // Meta repeats its reports for days, in any order.
    const late = webhookWith('messages', { statuses: ['delivered', 'sent'].map(state => statusOf(messages[0]!, state, office.now())) })
    for (const again of [report, late, report]) expect((await office.post(again)).status).toBe(200)
    expect((await statesOf()).get(ids[0]!)).toMatchObject({ state: 'read' })
    expect(await office.count('sendings')).toBe(1)
    const foreign = { ...statusOf(messages[0]!, 'failed', office.now()), biz_opaque_callback_data: 'NOSUCH', id: 'wamid.other' }
    for (const odd of [{}, [], { entry: 'x' }, webhookWith('messages', { statuses: [foreign, null, 7] })])
      expect((await office.post(odd)).status).toBe(200)
  })

  test('3 MB with 1,000 statuses are stored within a second, and more is refused', async () => {
    const { messages, statesOf } = await sendAll(100)
    const pad = 'x'.repeat(2_500)
    const statuses = Array.from({ length: 1_000 }, (_, n) =>
      statusOf(messages[n % 100]!, n < 500 ? 'sent' : 'delivered', office.now(), { pad }),
    )
    expect((await office.post(webhookWith('messages', { statuses }))).status).toBe(200)
    expect([...(await statesOf()).values()].every(state => state?.state === 'delivered')).toBe(true)
    const tooLarge = webhookWith('messages', { statuses: [{ pad: pad.repeat(1_300) }] })
    expect((await office.post(tooLarge)).status).toBe(413)
  })

  test('a tap on a quick reply is an answer, once, and the later one counts', async () => {
    const { messages, answers } = await sendAll(2)
    const [first, second] = messages as [(typeof messages)[0], (typeof messages)[0]]
    const at = (seconds: number) => new Date(office.clock.at + seconds * 1_000)
    const taps = [tapOn(first, 'attend', at(1)), tapOn(first, 'decline', at(5)), tapOn(second, 'attend', at(2))]
    office.clock.at += 60_000
    await office.post(inbox(taps.slice(0, 1)))
    await office.post(inbox(taps))
    expect(await answers()).toEqual([0, 1])
    // The first taps again, and an earlier one that arrives late.
    await office.post(inbox([...taps, tapOn(first, 'attend', at(-58))]))
    expect(await answers()).toEqual([0, 1])
    expect(await office.count('answers')).toBe(3)
  })

  test('a tap counts for people without a number, and for nobody else', async () => {
    const { host, ids, messages, answers } = await sendAll(5)
    const at = office.now()
    await office.post(webhookWith('messages', { statuses: messages.map(message => statusOf(message, 'delivered', at)) }))
    await host.invitations.reissue({ id: ids[3]! })
    const idOnly = { from: undefined }
    const taps = [
      tapOn(messages[0]!, 'attend', at, idOnly),
      tapOn(messages[1]!, 'attend', at, { ...idOnly, from_user_id: 'YE.somebody' }),
      tapOn(messages[2]!, 'attend', at, { from: '967770000009' }),
      tapOn(messages[3]!, 'attend', at),
      // Somebody else's payload under the own message.
      tapOn(messages[4]!, 'attend', at, { button: { payload: `decline:${ids[0]}` } }),
    ]
    expect((await office.post(inbox(taps))).status).toBe(200)
    expect(await answers()).toEqual([1, null, null, null, null])
  })

  test('a tap counts after the guest has changed the number or the user id', async () => {
    const { host, ids, messages, answers } = await sendAll(3)
    const at = office.now()
    const statuses = messages.map(message => statusOf(message, 'delivered', at))
    await office.post(webhookWith('messages', { statuses }))
    const [first, second, third] = messages as [AcceptedMessage, AcceptedMessage, AcceptedMessage]
    const system = (n: number, message: AcceptedMessage, type: string, more: object) => ({
      ...{ from: message.to, id: `wamid.system.${n}`, timestamp: '1796115600', type: 'system' },
      system: { body: 'User changed', type, previous_user_id: `YE.${message.to}`, user_id: `YE.new${n}`, ...more },
    })
    const stop = { wa_id: third.to, value: 'stop' }
    await office.post(webhookWith('user_preferences', { user_preferences: [stop] }))
    const changes = [
      system(1, first, 'user_changed_number', { wa_id: '967733000001' }),
      { ...system(2, second, 'user_changed_user_id', {}), from: undefined },
      system(3, third, 'user_changed_number', { wa_id: '967733000003' }),
      system(4, third, 'user_changed_number', { previous_user_id: null, user_id: 7, wa_id: ['967'] }),
      { type: 'system', system: { type: 'customer_identity_changed' } },
    ]
    for (let n = 0; n < 2; n++) expect((await office.post(inbox(changes))).status).toBe(200)
    const taps = [
      tapOn(first, 'attend', at, { from: '967733000001', from_user_id: 'YE.new1' }),
      tapOn(second, 'attend', at, { from: undefined, from_user_id: 'YE.new2' }),
    ]
    await office.post(inbox(taps))
    expect(await answers()).toEqual([1, 1, null])
    // A stop follows the person to the new number.
    await host.invitations.update({ id: ids[2]!, phone: '+967733000003' })
    expect((await host.whatsapp.send({ ids: [ids[2]!], again: true, isPreview: true })).refused).toEqual([
      { id: ids[2], reason: 'stopped' },
    ])
  })

  test('a guest who writes «stop» is not written to again', async () => {
    const { host, ids, messages } = await sendAll(3)
    const textFrom = (message: AcceptedMessage, n: number, body: unknown) => ({
      ...{ from: message.to, from_user_id: `YE.${message.to}`, id: `wamid.text.${n}`, timestamp: '1796115600' },
      ...{ type: 'text', text: { body } },
    })
    const [first, second, third] = messages as [AcceptedMessage, AcceptedMessage, AcceptedMessage]
    await office.post(
      inbox([textFrom(first, 1, 'Stop.'), textFrom(second, 2, ' إيقافْ ! '), textFrom(third, 3, 'لا تتوقفوا'), textFrom(third, 4, 7)]),
    )
    const refusedIds = async () =>
      (await host.whatsapp.send({ ids, again: true, isPreview: true })).refused.map(({ id, reason }) => [ids.indexOf(id), reason])
    expect(await refusedIds()).toEqual([
      [0, 'stopped'],
      [1, 'stopped'],
    ])
    await office.post(inbox([textFrom(first, 5, 'START')]))
    expect(await refusedIds()).toEqual([[1, 'stopped']])
    // Meta repeats its reports for days.
    await office.post(inbox([textFrom(first, 1, 'Stop.')]))
    expect(await refusedIds()).toEqual([[1, 'stopped']])
  })

  test('a guest who comes with others is asked for their number', async () => {
    const { messages, answers, host, ids } = await sendAll(1, 4)
    office.clock.at += 10_000
    await office.post(inbox([tapOn(messages[0]!, 'attend', office.now())]))
    expect(await answers()).toEqual([4])
    await waitUntil(() => office.meta().accepted.length === 2)
    const question = office.meta().accepted[1]!
    expect([question.path, question.body.type]).toEqual(['messages', 'text'])
    expect(JSON.stringify(question.body)).toContain(`https://hudur.example/i/${ids[0]}`)
    // The number from the page stays when the guest taps again.
    await host.invitations.answer({ id: ids[0]!, attends: true, people: 2 })
    office.clock.at += 10_000
    await office.post(inbox([tapOn(messages[0]!, 'attend', office.now())]))
    expect(await answers()).toEqual([2])
  })

  test('many reports at once are all answered and stored', async () => {
    const { messages, statesOf } = await sendAll(50)
    const reports = Array.from({ length: 150 }, (_, n) =>
      webhookWith('messages', {
        statuses: [statusOf(messages[n % 50]!, ['read', 'sent', 'delivered'][Math.floor(n / 50)]!, office.now())],
      }),
    )
    const answers = await Promise.all(reports.map(report => office.post(report)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect([...(await statesOf()).values()].every(state => state?.state === 'read')).toBe(true)
    expect(await office.count('sendings')).toBe(50)
  })

  test('reminders and thanks go out at their times, each once', async () => {
    const { host, ids, eventId, messages } = await sendAll(3)
    await office.post(webhookWith('messages', { statuses: messages.map(message => statusOf(message, 'read', office.now())) }))
    await host.invitations.answer({ id: ids[0]!, attends: true, people: 1 })
    const plan = await host.whatsapp.savePlan({ eventId, remind: { days: 3, at: '18:00' }, thank: { at: '12:00' } })
    expect(plan).toMatchObject({
      reminder: { dueAt: '2026-12-17T15:00:00.000Z', guests: 2, doneAt: null },
      thanks: { dueAt: '2026-12-21T09:00:00.000Z', guests: 0, doneAt: null },
    })
    office.clock.at = Date.parse('2026-12-17T14:59:00.000Z')
    expect(await host.whatsapp.plan({ eventId })).toEqual(plan)
    office.clock.at += 120_000
    await waitUntil(() => office.meta().accepted.length === 5)
    expect(
      office
        .meta()
        .accepted.slice(3)
        .map(({ path }) => path),
    ).toEqual(['messages', 'messages'])
    office.clock.at = Date.parse('2026-12-20T18:00:00.000Z')
    await host.checkIn.check({ qr_code: ids[1]! })
    office.clock.at = Date.parse('2026-12-21T09:01:00.000Z')
    await waitUntil(() => office.meta().accepted.length === 6)
    await office.untilIdle()
    expect(office.meta().accepted[5]!.to).toBe(messages[1]!.to)
    expect((await host.whatsapp.plan({ eventId })).thanks).toMatchObject({ doneAt: expect.any(String) })
    expect(await host.whatsapp.savePlan({ eventId, remind: null, thank: null })).toMatchObject({ reminder: null, thanks: null })
  })
})

describe('the set-up of the WhatsApp number', () => {
  const office = startWhatsAppTestServer('sqlite')

  test('each step says what is missing', async () => {
    const admin = await office.signIn({ isAdmin: true })
    const states = async () => Object.fromEntries((await admin.whatsapp.check({})).map(({ step, state, value }) => [step, [state, value]]))
    const { state } = office.meta()
    expect(await states()).toEqual({
      settings: ['fine', null],
      token: ['fine', null],
      number: ['fine', 'مكتب حُضور · +967 1 234 567 · CONNECTED'],
      limit: ['fine', 'TIER_2K'],
      template: ['fine', 'invitation: APPROVED · reminder: APPROVED · thanks: APPROVED'],
      category: ['warning', 'MARKETING'],
      webhook: ['warning', null],
      sending: ['fine', null],
    })
    state.limit = 'TIER_250'
    state.templates.reminder.status = 'PENDING'
    state.templates.invitation.category = 'UTILITY'
    await office.post(webhookWith('messages', {}))
    expect(await states()).toMatchObject({
      limit: ['warning', 'TIER_250'],
      template: ['missing', 'reminder: PENDING'],
      category: ['fine', 'UTILITY'],
      webhook: ['fine', expect.any(String)],
    })
    state.isTokenValid = false
    expect(await states()).toMatchObject({ token: ['missing', '190'], number: ['unknown', null], template: ['unknown', null] })
  })
})
