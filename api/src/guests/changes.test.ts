import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import { countOutdated, countSendingsAndAnswers } from '@hudur/core/invitations/figures'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { presentAnswer } from '@hudur/core/invitations/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase } from '../../testing/engines.ts'
import { GUEST_NAME, startGuestPage } from '../../testing/guest-page.ts'
import { addAccount } from '../../testing/server.ts'

const HOUR_MS = 3_600_000

/** Returns whether a row belongs to a filter, judged by the fields of the row. */
function passesFilter(row: Invitation, filter: 'outdated' | 'attending' | 'declined' | 'unanswered') {
  const announced = presentAnswer(row)?.people
  if (row.state === 'cancelled') return false
  if (filter === 'outdated') return row.isOutdated && row.currentScans === 0
  if (filter === 'unanswered') return row.sentAt !== null && row.currentScans === 0 && announced === undefined
  return announced !== undefined && announced > 0 === (filter === 'attending')
}

describe.each(ENGINES)('changes after guests were told on %s', engine => {
  const guests = startGuestPage(engine)
  const wait = () => {
    guests.clock.now = new Date(guests.clock.now.getTime() + HOUR_MS)
  }

  /** Creates a host with a guest whose invitation is marked as sent. */
  async function hostWithSent(options: Parameters<typeof guests.host>[0] = {}) {
    const host = await guests.host(options)
    const { id, eventId } = host.invitation
    const { backend } = host
    const mark = async (undo = false) => {
      wait()
      const [marked] = await backend.invitations.sent({ ids: [id], via: 'whatsapp', undo })
      return marked!
    }
    await mark()
    wait()
    const summary = () => backend.events.get({ id: eventId! })
    const countOf = async (filter: 'outdated' | 'unanswered' | 'attending' | 'declined') =>
      (await backend.invitations.list({ filter })).total
    return { ...host, id, eventId: eventId!, mark, summary, countOf }
  }
  const readPage = async (code: string) => guests.textOf(await guests.pageOf(code))

  test('a guest who was told former facts is outdated until told again', async () => {
    const { backend, id, eventId, invitationNow, mark, summary, countOf } = await hostWithSent()
    expect(await invitationNow()).toMatchObject({ isOutdated: false, told: null })
    const changes: [string, () => Promise<unknown>][] = [
      ['moment', () => backend.events.update({ id: eventId, date: '2026-11-21' })],
      ['moment', () => backend.events.update({ id: eventId, startsAt: '21:00' })],
      ['moment', () => backend.events.update({ id: eventId, timeWords: 'بعد العشاء' })],
      ['place', () => backend.events.update({ id: eventId, place: 'قاعة أخرى' })],
      ['persons', () => backend.invitations.update({ id, maxScans: 2 })],
      ['card', () => backend.invitations.saveDesign({ eventId, look: { ...DEFAULT_LOOK, lines: ['بلا أطفال'] } })],
      ['card', () => backend.invitations.reissue({ id })],
    ]
    for (const [fact, change] of changes) {
      await change()
      expect(await invitationNow(), fact).toMatchObject({ isOutdated: true })
      expect(await summary(), fact).toMatchObject({ outdated: 1, outdatedFacts: [fact] })
      expect(await countOf('outdated'), fact).toBe(1)
      expect(await mark(), fact).toMatchObject({ isOutdated: false, told: null })
      expect(await summary(), fact).toMatchObject({ outdated: 0, outdatedFacts: [] })
      expect(await countOf('outdated'), fact).toBe(0)
    }
    await backend.invitations.update({ id, table: '4' })
    expect(await invitationNow()).toMatchObject({ isOutdated: false })
    await mark()
    await backend.invitations.update({ id, table: '7' })
    expect(await summary()).toMatchObject({ outdated: 1, outdatedFacts: ['table'] })
    expect(await invitationNow()).toMatchObject({
      told: { table: '4', persons: 2, date: '2026-11-21', time: 'بعد العشاء', hasFormerCard: false },
    })
  })

  test('undone changes, new names and cancellations make no guest outdated', async () => {
    const { backend, id, eventId, invitationNow, summary } = await hostWithSent()
    await backend.events.update({ id: eventId, date: '2026-11-21', startsAt: '22:00' })
    await backend.events.update({ id: eventId, date: '2026-11-20', startsAt: '20:30', name: 'حفل', note: 'ملاحظة' })
    await backend.invitations.saveDesign({ eventId, look: DEFAULT_LOOK })
    expect(await invitationNow()).toMatchObject({ isOutdated: false })
    await backend.events.update({ id: eventId, place: 'قاعة أخرى' })
    await backend.invitations.cancel({ id })
    expect(await summary()).toMatchObject({ outdated: 0, outdatedFacts: [] })
  })

  test('undoing a sent mark restores what the previous mark told', async () => {
    const { backend, eventId, invitationNow, mark } = await hostWithSent()
    await backend.events.update({ id: eventId, place: 'قاعة أخرى' })
    await mark()
    expect(await mark(true)).toMatchObject({ isOutdated: true, told: { place: 'قاعة ليالي أزال؛ شارع حدّة، صنعاء' } })
    expect(await mark(true)).toMatchObject({ sentAt: null, isOutdated: false, told: null })
    expect(await invitationNow()).toMatchObject({ isOutdated: false })
  })

  test('a repeated sent mark within a minute is stored after a change', async () => {
    const { backend, id, eventId, mark } = await hostWithSent()
    await mark()
    await backend.events.update({ id: eventId, startsAt: '22:00' })
    expect(await backend.invitations.sent({ ids: [id], via: 'whatsapp' })).toMatchObject([{ isOutdated: false }])
  })

  test('the guest’s page shows a change until the event', async () => {
    const { backend, id, eventId, invitation, mark } = await hostWithSent()
    expect(await readPage(invitation.code)).not.toContain('تغيّر')
    await backend.events.update({ id: eventId, date: '2026-11-21', startsAt: '21:00', place: 'قاعة أخرى' })
    await backend.invitations.update({ id, maxScans: 2 })
    const sentences = [
      'تغيّر الموعد من الجمعة ٢٠ نوفمبر، ٨:٣٠ مساءً إلى السبت ٢١ نوفمبر، ٩ مساءً',
      'تغيّر المكان من قاعة ليالي أزال؛ شارع حدّة، صنعاء إلى قاعة أخرى',
      'تغيّر عدد الأماكن من ٣ إلى ٢',
    ]
    for (const sentence of sentences) expect(await readPage(invitation.code)).toContain(sentence)
    await mark()
    for (const sentence of sentences) expect(await readPage(invitation.code)).toContain(sentence)
    guests.clock.now = new Date('2026-11-23T09:00:00.000Z')
    expect(await readPage(invitation.code)).not.toContain('تغيّر الموعد')
  })

  test('answers for an earlier day are counted apart and asked for again', async () => {
    const { backend, eventId, invitation, invitationNow, summary, countOf } = await hostWithSent({ answersUntil: '2026-11-18' })
    await guests.post('answer', { code: invitation.code, attends: true, people: 2 })
    expect(await summary()).toMatchObject({ answered: 1, attending: 2, expected: 2, formerAnswers: 0 })
    await backend.events.update({ id: eventId, date: '2026-11-25' })
    expect(await invitationNow()).toMatchObject({ answer: { isForFormerDay: true, people: 2 } })
    expect(await summary()).toMatchObject({ answered: 0, attending: 0, expected: 3, formerAnswers: 1, answersUntil: '2026-11-23' })
    expect([await countOf('attending'), await countOf('declined'), await countOf('unanswered')]).toEqual([0, 0, 1])
    const page = await readPage(invitation.code)
    for (const said of ['أجبتم على الموعد السابق', 'نسعد بجوابكم', 'تغيّر الموعد من الجمعة']) expect(page).toContain(said)
    await guests.post('answer', { code: invitation.code, attends: true, people: 2 })
    expect(await invitationNow()).toMatchObject({ answer: { isForFormerDay: false, people: 2 } })
    expect(await summary()).toMatchObject({ answered: 1, attending: 2, formerAnswers: 0 })
  })

  test('the last day for answers moves with the event unless it is given', async () => {
    const { backend, eventId, summary } = await hostWithSent({ answersUntil: '2026-11-18' })
    const lastDayAfter = async (changes: { date: string; answersUntil?: string | null }) => {
      await backend.events.update({ id: eventId, ...changes })
      return (await summary()).answersUntil
    }
    expect(await lastDayAfter({ date: '2026-12-20' })).toBe('2026-12-18')
    expect(await lastDayAfter({ date: '2026-11-18' })).toBe('2026-11-17')
    expect(await lastDayAfter({ date: '2026-12-01', answersUntil: '2026-11-20' })).toBe('2026-11-20')
    expect(await lastDayAfter({ date: '2026-12-02', answersUntil: null })).toBeNull()
  })

  test('an answer for more people than places counts only the places', async () => {
    const { backend, id, invitation, invitationNow, summary } = await hostWithSent({ maxScans: 4 })
    await guests.post('answer', { code: invitation.code, attends: true, people: 4 })
    await backend.invitations.update({ id, maxScans: 2 })
    expect(await invitationNow()).toMatchObject({ answer: { people: 2, announced: 4 } })
    expect(await summary()).toMatchObject({ attending: 2, expected: 2, invited: 2 })
    const page = await readPage(invitation.code)
    for (const said of ['الحضور: شخصان', 'كان ردّكم ٤، وعدد الأماكن الآن أقل']) expect(page).toContain(said)
    await guests.post('answer', { code: invitation.code, attends: true, people: 2 })
    expect(await invitationNow()).toMatchObject({ answer: { people: 2, announced: null } })
  })

  test('a declined invitation is given to another guest with a new code and without a charge', async () => {
    const { backend, id, eventId, invitation, invitationNow, mark, summary } = await hostWithSent()
    const { usedGenerations } = (await backend.accounts.me({}))!
    const newGuest = { id, guestName: 'هدى', phone: '+967777123456' }
    await expect(backend.invitations.giveAway(newGuest)).rejects.toMatchObject({ code: 'not-declined' })
    await guests.post('answer', { code: invitation.code, attends: false, note: 'أعتذر' })
    expect(await summary()).toMatchObject({ returnedPlaces: 3 })
    expect((await backend.invitations.list({ filter: 'declined' })).rows).toMatchObject([{ id }])
    wait()
    const given = await backend.invitations.giveAway(newGuest)
    expect(given).toMatchObject({
      guestName: 'هدى',
      phone: '+967777123456',
      maxScans: 3,
      note: null,
      answer: null,
      sentAt: null,
      openedAt: null,
    })
    expect(given.code).not.toBe(invitation.code)
    expect(await backend.invitations.giveAway(newGuest)).toEqual(given)
    await expect(backend.invitations.giveAway({ ...newGuest, guestName: 'ريم' })).rejects.toMatchObject({ code: 'not-declined' })
    expect(await backend.accounts.me({})).toMatchObject({ usedGenerations })
    expect(await summary()).toMatchObject({ returnedPlaces: 0, invitations: 1, unsent: 1, outdated: 0 })
    expect(await backend.checkIn.check({ qr_code: invitation.code })).toMatchObject({ outcome: 'refused', refused: { reason: 'replaced' } })
    const former = await readPage(invitation.code)
    expect(former).toContain('اعتذرتم عن هذه الدعوة')
    expect(former).not.toContain('هدى')
    const page = await readPage(given.code)
    expect(page).toContain('هدى')
    for (const said of [GUEST_NAME, 'اعتذرتم', 'أعتذر عن']) expect(page).not.toContain(said)
    expect((await backend.invitations.history({ id })).filter(({ kind }) => kind !== 'attempt')).toMatchObject([
      { kind: 'give-away', formerGuest: GUEST_NAME },
      { kind: 'answer', people: 0 },
      { kind: 'sent' },
    ])
    expect((await backend.invitations.list({ search: 'هدى' })).total).toBe(1)
    expect((await backend.invitations.list({ search: 'خالد', eventId })).total).toBe(0)
    await mark()
    expect(await mark(true)).toMatchObject({ sentAt: null, told: null, isOutdated: false })
    expect(await backend.checkIn.check({ qr_code: given.code })).toMatchObject({ outcome: 'admitted' })
    await guests.post('answer', { code: given.code, attends: false })
    await expect(backend.invitations.giveAway(newGuest)).rejects.toMatchObject({ code: 'not-declined' })
    expect(await invitationNow()).toMatchObject({ guestName: 'هدى' })
  })

  test('figures equal the rows after any answers, changes and deletions', async () => {
    const DAYS = ['2026-11-20', '2026-11-21', '2026-11-25'] as const
    const guest = fc.nat({ max: 2 })
    const step = fc.oneof(
      fc.record({ is: fc.constant('answer' as const), guest, people: fc.integer({ min: 0, max: 4 }) }),
      fc.record({ is: fc.constant('persons' as const), guest, persons: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ is: fc.constant('move' as const), day: fc.constantFrom(...DAYS) }),
      fc.record({ is: fc.constant('place' as const), place: fc.constantFrom('قاعة', 'خيمة') }),
      fc.record({
        is: fc.constantFrom('sent' as const, 'reissue' as const, 'cancel' as const, 'restore' as const, 'giveAway' as const),
        guest,
      }),
      fc.record({ is: fc.constantFrom('admit' as const, 'remove' as const, 'undo' as const), guest }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
        await emptyDatabase(guests.db)
        Object.assign(guests.clock, { now: new Date('2026-11-17T09:00:00.000Z') })
        const { backend } = await guests.server.callerFor(await addAccount(guests.db, { username: 'host' }))
        const named = ['سارة', 'علي', 'هدى'].map(guestName => ({ guestName, generationType: 'custom' as const, maxScans: 3 }))
        const created = await backend.invitations.create({
          invitations: named.map(one => ({ ...one, eventName: 'زفاف', eventDate: DAYS[0] })),
        })
        const eventId = created[0]!.eventId!
        const act = async (one: (typeof steps)[number]) => {
          wait()
          if (one.is === 'move') return backend.events.update({ id: eventId, date: one.day })
          if (one.is === 'place') return backend.events.update({ id: eventId, place: one.place })
          const { id, code } = (await backend.invitations.list({})).rows.find(({ id }) => id === created[one.guest]!.id)!
          if (one.is === 'answer') return backend.invitations.answer({ id, attends: one.people > 0, people: one.people })
          if (one.is === 'persons') return backend.invitations.update({ id, maxScans: one.persons })
          if (one.is === 'giveAway') return backend.invitations.giveAway({ id, guestName: 'ريم' })
          if (one.is === 'sent' || one.is === 'undo') return backend.invitations.sent({ ids: [id], via: 'sms', undo: one.is === 'undo' })
          if (one.is === 'admit') return backend.checkIn.check({ qr_code: code })
          return backend.invitations[one.is]({ id })
        }
        // A refused step, or one on a deleted invitation, changes nothing.
        for (const one of steps) await act(one).catch(error => expect(error).not.toMatchObject({ status: 500 }))
        const { rows } = await backend.invitations.list({ eventId })
        const summary = await backend.events.get({ id: eventId })
        expect(summary).toMatchObject({ ...countSendingsAndAnswers(rows), ...countOutdated(rows, summary), invitations: rows.length })
        const validPlaces = rows.filter(({ state }) => state === 'valid').reduce((sum, { maxScans }) => sum + maxScans, 0)
        expect(summary.attending).toBeLessThanOrEqual(summary.expected)
        expect(summary.expected).toBeLessThanOrEqual(validPlaces)
        expect(summary.attending + summary.returnedPlaces).toBeLessThanOrEqual(validPlaces)
        for (const filter of ['outdated', 'attending', 'declined', 'unanswered'] as const)
          expect((await backend.invitations.list({ eventId, filter })).rows, filter).toEqual(rows.filter(row => passesFilter(row, filter)))
      }),
      { numRuns: 6 },
    )
  })
})
