import type { Invitation } from '@hudur/core/invitations/invitation'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startGuestPage } from '../../testing/guest-page.ts'
import { openLink } from '../../testing/link-device.ts'
import { addAccount } from '../../testing/server.ts'

describe.each(ENGINES)('answers of guests on %s', engine => {
  const guests = startGuestPage(engine)
  const sendAnswer = (code: string, answer: object) => guests.post('answer', { code, ...answer })
  const sendAnswerForm = (code: string, answer: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${guests.server.base}/api/i/answer.php`, {
      method: 'POST',
      body: new URLSearchParams({ code, ...answer }),
      headers,
      redirect: 'manual',
    })
  const answerOf = ({ answer }: Invitation) => answer && [answer.attends, answer.people, answer.note]

  test('the latest answer counts, and the history keeps every answer', async () => {
    const { backend, invitation, invitationNow } = await guests.host()
    const countByFilter = async () =>
      Promise.all(
        (['unanswered', 'attending', 'declined'] as const).map(async filter => (await backend.invitations.list({ filter })).total),
      )
    expect(await countByFilter()).toEqual([0, 0, 0])
    guests.clock.now = new Date('2026-11-17T08:00:00.000Z')
    await backend.invitations.sent({ ids: [invitation.id], via: 'whatsapp' })
    guests.clock.now = new Date('2026-11-17T09:00:00.000Z')
    expect(await countByFilter()).toEqual([1, 0, 0])
    expect((await sendAnswer(invitation.code, { attends: true, people: 2, note: 'ألف مبروك' })).status).toBe(200)
    expect(answerOf(await invitationNow())).toEqual([true, 2, 'ألف مبروك'])
    expect(await countByFilter()).toEqual([0, 1, 0])
    expect((await backend.events.list({})).rows).toMatchObject([{ answered: 1, attending: 2, expected: 2 }])
    const page = guests.textOf(await guests.pageOf(invitation.code))
    for (const said of ['وصل ردّكم', 'الحضور: شخصان', '«ألف مبروك»', 'غيّروا الرد']) expect(page).toContain(said)
    guests.clock.now = new Date('2026-11-18T09:00:00.000Z')
    await sendAnswer(invitation.code, { attends: false, people: 2 })
    expect(answerOf(await invitationNow())).toEqual([false, 0, null])
    expect(await countByFilter()).toEqual([0, 0, 1])
    expect(guests.textOf(await guests.pageOf(invitation.code))).toContain('اعتذرتم عن الحضور')
    expect(await guests.db.read.selectFrom('answers').select(['people', 'note', 'user_id']).orderBy('created_at').execute()).toEqual([
      { people: 2, note: 'ألف مبروك', user_id: null },
      { people: 0, note: null, user_id: null },
    ])
    guests.clock.now = new Date('2026-11-19T09:00:00.000Z')
    await backend.invitations.reissue({ id: invitation.id })
    guests.clock.now = new Date('2026-11-19T10:00:00.000Z')
    await backend.invitations.answer({ id: invitation.id, attends: true, people: 1 })
    const by = (await backend.accounts.me({}))?.fullName
    expect(await backend.invitations.history({ id: invitation.id })).toEqual([
      { kind: 'answer', at: guests.clock.now.toISOString(), by, isGuests: false, people: 1, children: 0, note: null },
      { kind: 'reissue', at: '2026-11-19T09:00:00.000Z', by },
      { kind: 'answer', at: '2026-11-18T09:00:00.000Z', by: null, isGuests: true, people: 0, children: 0, note: null },
      { kind: 'answer', at: '2026-11-17T09:00:00.000Z', by: null, isGuests: true, people: 2, children: 0, note: 'ألف مبروك' },
      { kind: 'sent', at: '2026-11-17T08:00:00.000Z', by, via: 'whatsapp', isThanks: false },
    ])
  })

  test('an answer sent as an HTML form is redirected to the guest page', async () => {
    const { invitation, invitationNow } = await guests.host()
    const sameSite = { origin: 'http://hudur.example', 'sec-fetch-site': 'same-origin' }
    const done = await sendAnswerForm(invitation.code, { attends: 'yes', people: '3', note: ' نحضر جميعاً ' }, sameSite)
    expect([done.status, done.headers.get('location')]).toEqual([303, `/i/${invitation.code}#answer`])
    expect(answerOf(await invitationNow())).toEqual([true, 3, 'نحضر جميعاً'])

    const readPageAfterRedirect = async (response: Response) => {
      const [, query] = /^\/i\/\w+(\?[^#]*)#answer$/.exec(response.headers.get('location')!) ?? []
      return guests.textOf(await (await guests.open(invitation.code, query)).text())
    }
    for (const people of ['9', '', '0', 'x', '99999999999']) {
      const refused = await sendAnswerForm(invitation.code, { attends: 'yes', people }, sameSite)
      expect(refused.status).toBe(303)
      expect(await readPageAfterRedirect(refused)).toContain('الدعوة لا تتجاوز ٣ أشخاص')
    }
    const tooLong = await sendAnswerForm(invitation.code, { attends: 'yes', people: '1', note: 'ا'.repeat(201) }, sameSite)
    expect(await readPageAfterRedirect(tooLong)).toContain('البيانات المرسلة غير صحيحة')
    expect(answerOf(await invitationNow())).toEqual([true, 3, 'نحضر جميعاً'])
    for (const people of ['', '9', '0', 'x']) {
      const declined = await sendAnswerForm(invitation.code, { attends: 'no', people }, sameSite)
      expect(declined.headers.get('location')).toBe(`/i/${invitation.code}#answer`)
      expect(answerOf(await invitationNow())).toEqual([false, 0, null])
    }
    await sendAnswerForm(invitation.code, { attends: 'yes', people: '3', note: ' نحضر جميعاً ' }, sameSite)
    expect(guests.textOf(await (await guests.open(invitation.code, '?refused=constructor')).text())).not.toContain('undefined')

    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[])
      expect((await sendAnswerForm(invitation.code, { attends: 'no' }, headers)).status).toBe(403)
    expect(answerOf(await invitationNow())).toEqual([true, 3, 'نحضر جميعاً'])
    expect((await sendAnswerForm('ABCDEFGHJKMNPQRSTVWX', { attends: 'no' })).headers.get('location')).toContain('refused=not-found')
    const { fetch: asHost } = await guests.server.callerFor(await guests.db.read.selectFrom('users').select('id').executeTakeFirstOrThrow())
    const postFormToOtherEndpoint = (as: typeof fetch) =>
      as(`${guests.server.base}/api/invitations/create.php`, { method: 'POST', body: new URLSearchParams({ a: '1' }) })
    expect([(await postFormToOtherEndpoint(fetch)).status, (await postFormToOtherEndpoint(asHost)).status]).toEqual([401, 415])
  })

  test('an answer equal to the stored one is not stored again', async () => {
    const { backend, invitation } = await guests.host()
    const answer = { attends: true, people: 2, note: 'ألف مبروك' }
    await sendAnswer(invitation.code, answer)
    const stored = await backend.invitations.list({})
    for (let n = 0; n < 25; n++) expect((await sendAnswer(invitation.code, answer)).status).toBe(200)
    await backend.invitations.answer({ id: invitation.id, ...answer })
    expect(await backend.invitations.list({})).toEqual(stored)
    expect(await guests.db.read.selectFrom('answers').select('people').execute()).toEqual([{ people: 2 }])
  })

  test('invalid answers, and those after the twentieth, are refused', async () => {
    const { backend, invitation } = await guests.host({ answersUntil: '2026-11-18' })
    const { code, eventId } = invitation
    const answerStatus = async (answer: object) => (await sendAnswer(code, answer)).status
    expect(await answerStatus({ attends: true, people: 4 })).toBe(400)
    expect(await answerStatus({ attends: true, people: 0 })).toBe(400)
    expect(await answerStatus({})).toBe(400)
    expect(await answerStatus({ attends: true, note: 'ا'.repeat(201) })).toBe(400)
    await backend.events.update({ id: eventId!, answers: 'off' })
    expect(await answerStatus({ attends: true })).toBe(409)
    expect(await guests.pageOf(code)).not.toContain('<form')
    await backend.events.update({ id: eventId!, answers: 'on' })
    for (let n = 0; n < 20; n++) expect(await answerStatus({ attends: true, people: (n % 3) + 1 })).toBe(200)
    expect(await (await sendAnswer(code, { attends: false })).json()).toMatchObject({ code: 'answers-used' })
    guests.clock.now = new Date('2026-11-18T21:00:00.000Z')
    expect(await guests.pageOf(code)).not.toContain('<form')
    expect((await backend.invitations.answer({ id: invitation.id, attends: false })).answer).toMatchObject({ attends: false, people: 0 })
  })

  test('an answer after the day of the event gets 409', async () => {
    const { invitation } = await guests.host({ answersUntil: '2026-12-25' })
    expect(guests.textOf(await guests.pageOf(invitation.code))).toContain('حتى الجمعة ٢٠ نوفمبر')
    guests.clock.now = new Date('2026-11-20T22:00:00.000Z')
    const page = await guests.pageOf(invitation.code)
    expect(guests.textOf(page)).toContain('انتهى وقت الرد على هذه الدعوة')
    expect(page).not.toContain('<form')
    expect((await sendAnswer(invitation.code, { attends: true })).status).toBe(409)
  })

  test('an answer has at most as many children as people', async () => {
    const { backend, invitation, invitationNow } = await guests.host({ maxScans: 4 })
    const { id, code, eventId } = invitation
    expect(await guests.pageOf(code)).not.toContain('name="children"')
    await backend.events.update({ id: eventId!, asksChildren: true })
    await backend.invitations.update({ id, children: 2 })
    const page = await guests.pageOf(code)
    expect(guests.textOf(page)).toContain('الدعوة لـ٤ أشخاص: كبيران وطفلان')
    expect(guests.textOf(page)).toContain('كم طفلاً؟')
    expect(page).toMatch(/name="children"[^>]* max="4" value="2"/)
    expect((await sendAnswer(code, { attends: true, people: 3, children: 1 })).status).toBe(200)
    expect((await invitationNow()).answer).toMatchObject({ people: 3, children: 1 })
    expect(guests.textOf(await guests.pageOf(code))).toContain('الحضور: كبيران وطفل')
    expect(await (await sendAnswer(code, { attends: true, people: 2, children: 3 })).json()).toMatchObject({
      code: 'bad-input',
      fields: { children: expect.any(String) },
    })
    const sameSite = { origin: 'http://hudur.example', 'sec-fetch-site': 'same-origin' }
    const refused = await sendAnswerForm(code, { attends: 'yes', people: '2', children: '3' }, sameSite)
    const [, query] = /(\?[^#]*)/.exec(refused.headers.get('location')!) ?? []
    expect(guests.textOf(await (await guests.open(code, query)).text())).toContain('اكتبوا كم طفلاً من عدد الحضور')
    await sendAnswerForm(code, { attends: 'no', people: '2', children: '3' }, sameSite)
    expect((await invitationNow()).answer).toMatchObject({ attends: false, people: 0, children: 0 })
  })

  test('the page of an event without children says so and does not ask', async () => {
    const { backend, invitation } = await guests.host({ maxScans: 4 })
    const house = { noChildren: true, noPhotography: true, words: 'الدخول من الباب 3' }
    await backend.events.update({ id: invitation.eventId!, asksChildren: true, house })
    const page = await guests.pageOf(invitation.code)
    const words = guests.textOf(page)
    for (const said of ['جنة الأطفال منازلهم · ممنوع التصوير', 'الدخول من الباب ٣']) expect(words).toContain(said)
    expect(words.indexOf('الدعوة للكبار فقط')).toBeGreaterThan(-1)
    expect(words.indexOf('الدعوة للكبار فقط')).toBeLessThan(words.indexOf('سأحضر'))
    expect(page).not.toContain('name="children"')
    const { look } = (await (await guests.post('design', { code: invitation.code })).json()) as { look: { house: string[] } }
    expect(look.house).toEqual(['جنة الأطفال منازلهم · ممنوع التصوير', 'الدخول من الباب 3'])
  })

  test('the guest page has no form when the event asks for no answers', async () => {
    const { invitation } = await guests.host({ answers: 'off' })
    const page = await guests.pageOf(invitation.code)
    expect(page).toContain(invitation.guestName)
    expect(page).not.toContain('id="answer"')
  })

  test('a refused answer writes nothing to the database', async () => {
    const { backend, invitation, invitationNow } = await guests.host()
    const sameSite = { origin: 'http://hudur.example', 'sec-fetch-site': 'same-origin' }
    const note = `${'ا'.repeat(97)}\r\n${'ب'.repeat(97)}\r\n\r\n\r\n\r\n`
    expect((await sendAnswerForm(invitation.code, { attends: 'yes', people: '3', note }, sameSite)).headers.get('location')).not.toContain(
      'refused',
    )
    expect((await invitationNow()).answer?.note).toBe(`${'ا'.repeat(97)} ${'ب'.repeat(97)}`)
    await backend.invitations.update({ id: invitation.id, maxScans: 2 })
    const page = await guests.pageOf(invitation.code)
    expect(page).toContain('max="2" value="2"')
    const { write } = guests.db
    let writeCount = 0
    Object.assign(guests.db, { write: (...work: Parameters<typeof write>) => ++writeCount && write(...work) })
    expect((await sendAnswer(invitation.code, { attends: true })).status).toBe(200)
    expect(writeCount).toBe(1)
    expect((await sendAnswer(invitation.code, { attends: true, people: 3 })).status).toBe(400)
    guests.clock.now = new Date('2026-11-25T09:00:00.000Z')
    expect((await sendAnswer(invitation.code, { attends: true })).status).toBe(409)
    Object.assign(guests.db, { write })
    expect(writeCount).toBe(1)
  })

  test('the history names the family link with which an answer was entered', async () => {
    const { backend, invitation } = await guests.host()
    const link = await backend.links.create({ eventId: invitation.eventId!, role: 'family', name: 'أهل العروس', allotment: 5 })
    const family = (await openLink(guests.server.base, link)).backend
    const [own] = await family.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate: '2026-11-20', guestName: 'ريم' }] })
    await family.invitations.answer({ id: own!.id, attends: true, people: 1 })
    expect(await backend.invitations.history({ id: own!.id })).toMatchObject([{ kind: 'answer', by: 'أهل العروس', isGuests: false }])
  })

  test.each([0, 1, -1])('concurrent answers are all stored (clock moves by %i ms a reading)', async step => {
    const { backend, invitation, invitationNow } = await guests.host()
    guests.clock.step = step
    await Promise.all([
      ...[1, 2, 3].map(people => sendAnswer(invitation.code, { attends: true, people })),
      ...[1, 2].map(people => backend.invitations.answer({ id: invitation.id, attends: true, people, note: 'اتصل' })),
    ])
    const { answer } = await invitationNow()
    const history = await backend.invitations.history({ id: invitation.id })
    expect(history).toHaveLength(5)
    expect(new Set(history.map(({ at }) => at)).size).toBe(5)
    expect(history[0]).toMatchObject({ at: answer!.at, people: answer!.people, note: answer!.note })
  })

  test('the host can enter a guest’s answer even after the event', async () => {
    const { backend, invitation } = await guests.host()
    guests.clock.now = new Date('2026-11-25T09:00:00.000Z')
    const after = await backend.invitations.answer({ id: invitation.id, attends: true, people: 3, note: 'اتصل' })
    expect(answerOf(after)).toEqual([true, 3, 'اتصل'])
    await expect(backend.invitations.answer({ id: invitation.id, attends: true, people: 4 })).rejects.toMatchObject({
      ...{ code: 'bad-input', message: 'الدعوة لا تتجاوز 3 أشخاص' },
    })
    const { backend: stranger } = await guests.server.callerFor(await addAccount(guests.db, { username: 'stranger' }))
    await expect(stranger.invitations.answer({ id: invitation.id, attends: false })).rejects.toMatchObject({ code: 'not-found' })
  })
})
