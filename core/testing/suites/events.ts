import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { MAX_MESSAGE_LENGTH } from '@hudur/core/events/contract'
import { MAX_SIDE_MESSAGES } from '@hudur/core/events/side-messages'
import { countPeopleBy } from '@hudur/core/invitations/figures'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { describe, expect, test } from 'vitest'
import { dayInAden } from '../days.ts'
import { type CreateTestEnvironment, createInvitation, createInvitations, newId, runConcurrently, testEvent } from '../test-environment.ts'

const eventNamesOf = (invitations: readonly Invitation[]) => invitations.map(({ eventName }) => eventName)

/** Returns `done` for a call that resolves, or the code of its refusal. */
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

/** Registers the tests of events that every backend passes. */
export function describeEvents(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: events`, () => {
    test('events.list has the event of created invitations with its counts', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [first] = await backend.invitations.create({
        invitations: [
          { ...testEvent, guestName: 'سارة', generationType: 'custom', maxScans: 3 },
          { ...testEvent, eventName: 'زفاف محمد وساره', guestName: 'علي' },
        ],
      })
      await backend.checkIn.scan({ id: first!.id, admit: 2 })
      const { rows } = await backend.events.list({})
      // A device does not know the event until the server has created it.
      if (first!.eventId === null) return expect(rows).toEqual([])
      expect(rows).toMatchObject([{ name: testEvent.eventName, date: testEvent.eventDate, invitations: 2, invited: 4, arrived: 2 }])
      expect(await backend.events.get({ id: rows[0]!.id })).toEqual(rows[0])
    })

    test('the figures of an event are the sums of its sides and of its tables, with cancelled and partly used invitations', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const guests = [
        { guestName: 'سارة', maxScans: 3, side: 'أهل العروس', table: '1' },
        { guestName: 'علي', maxScans: 2, side: 'أهل العروس', table: '2' },
        { guestName: 'هدى', maxScans: 4, side: 'اهل العروس', table: null },
        { guestName: 'خالد', maxScans: 2, side: 'أهل العريس', table: '1' },
        { guestName: 'منى', maxScans: 5, side: null, table: null },
      ]
      const created = await backend.invitations.create({
        invitations: guests.map(guest => ({ ...testEvent, generationType: 'custom' as const, ...guest })),
      })
      for (const [n, admit] of [2, 2, 1].entries()) await backend.checkIn.scan({ id: created[n]!.id, admit })
      const eventId = created[0]!.eventId
      // A device does not know the event until the server has created it, and cannot cancel.
      if (eventId !== null) for (const n of [2, 4]) await backend.invitations.cancel({ id: created[n]!.id })
      const { rows } = await backend.invitations.list({})
      const figures = eventId === null ? (await backend.invitations.stats({})).events[0]! : await backend.events.get({ id: eventId })
      for (const field of ['side', 'table'] as const) {
        const groups = countPeopleBy(field, rows)
        const sum = (of: 'total' | 'invited' | 'arrived') => groups.reduce((total, group) => total + group[of], 0)
        expect({ invited: sum('invited'), arrived: sum('arrived') }).toEqual({ invited: figures.invited, arrived: figures.arrived })
        expect(sum('total')).toBe('total' in figures ? figures.total : figures.invitations)
      }
      expect(
        countPeopleBy('side', rows)
          .map(({ total }) => total)
          .sort(),
      ).toEqual([1, 1, 3])
    })

    test('events.get returns not-found for an id that no event has', async () => {
      const backend = await (await createEnvironment()).signIn({})
      await expect(backend.events.get({ id: newId() })).rejects.toMatchObject({ code: 'not-found' })
    })
  })
}

/** Registers the tests of events that only a server passes. */
export function describeStoredEvents(name: string, createEnvironment: CreateTestEnvironment) {
  const createEvent = async (backend: Backend<Contract>, fields: { name?: string; date?: string } = {}) =>
    backend.events.create({ name: testEvent.eventName, date: testEvent.eventDate, ...fields })

  const listInvitationsOf = async (backend: Backend<Contract>, eventId: string) => (await backend.invitations.list({ eventId })).rows

  describe(`${name}: events on a server`, () => {
    test('events.create returns the same event for a repeated request', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const details = {
        ...{ startsAt: '19:30', place: 'قاعة الماسة', mapUrl: 'https://maps.example/x', hosts: 'صالح وأبناؤه' },
        ...{ note: 'الحضور عائلي\nبلا أطفال', phone: '777123456' },
      }
      const request = { id: newId(), name: testEvent.eventName, date: testEvent.eventDate, ...details }
      const created = await backend.events.create(request)
      expect(created).toMatchObject({ ...request, hidesNames: false, answers: 'on', answersUntil: null, invitations: 0 })
      expect(await backend.events.create(request)).toEqual(created)
      await expect(backend.events.create({ ...request, place: 'غيرها' })).rejects.toMatchObject({ code: 'id-taken' })
      expect((await backend.events.list({})).total).toBe(1)
    })

    test.each([
      ['startsAt', '7:30'],
      ['startsAt', '24:00'],
      ['mapUrl', 'http://maps.example/x'],
      ['mapUrl', 'javascript:alert(1)'],
      ['place', 'س'.repeat(201)],
      ['timeWords', 'س'.repeat(81)],
      ['note', 'س'.repeat(1001)],
      ['phone', 'abc'],
      ['date', '2027-02-30'],
      ['name', ' '],
    ])('events.create returns an error at the field %s for «%s»', async (field, value) => {
      const backend = await (await createEnvironment()).signIn({})
      const request = { name: testEvent.eventName, date: testEvent.eventDate, [field]: value }
      await expect(backend.events.create(request)).rejects.toMatchObject({ code: 'bad-input', fields: { [field]: expect.any(String) } })
    })

    test('events.list returns future events first, the nearest on top', async () => {
      const backend = await (await createEnvironment()).signIn({})
      for (const [eventName, date] of [
        ['بعيد', '2099-01-01'],
        ['قريب', '2098-01-01'],
        ['قديم', '2001-01-01'],
        ['حديث', '2002-01-01'],
      ])
        await createEvent(backend, { name: eventName!, date: date! })
      const listEventNames = async (input: Parameters<typeof backend.events.list>[0]) =>
        (await backend.events.list(input)).rows.map(one => one.name)
      expect(await listEventNames({ filter: 'coming' })).toEqual(['قريب', 'بعيد'])
      expect(await listEventNames({ filter: 'past' })).toEqual(['حديث', 'قديم'])
      expect(await listEventNames({})).toEqual(['بعيد', 'قريب', 'حديث', 'قديم'])
      expect(await listEventNames({ search: 'قريب' })).toEqual(['قريب'])
      expect(await backend.events.list({ limit: 1, offset: 1 })).toMatchObject({ rows: [{ name: 'قريب' }], total: 4 })
    })

    test('events.create returns event-taken for a name in any spelling', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const codes = await runConcurrently(2, () => outcomeOf(createEvent(backend)))
      expect(codes.sort()).toEqual(['done', 'event-taken'])
      await expect(createEvent(backend, { name: 'زفاف محمد وساره' })).rejects.toMatchObject({
        code: 'event-taken',
        fields: { name: expect.stringContaining('زفاف محمد وساره') },
      })
      expect(await outcomeOf(createEvent(backend, { date: '2027-01-15' }))).toBe('done')
    })

    test('concurrent creations with a new event’s name create it once', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const created = await runConcurrently(4, n => createInvitations(backend, `ضيف ${n}`))
      expect(new Set(created.flat().map(({ eventId }) => eventId)).size).toBe(1)
      expect(await backend.events.list({})).toMatchObject({ total: 1, rows: [{ invitations: 4 }] })
    })

    test('events.update renames an event in its invitations and design', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [first] = await createInvitations(backend, 'سارة', 'علي')
      const design = await backend.invitations.saveDesign({ ...testEvent, look: DEFAULT_LOOK })
      const id = first!.eventId!
      expect(design).toMatchObject({ eventId: id })
      const renamed = await backend.events.update({ id, name: 'حفل زفاف سارة' })
      expect(renamed).toMatchObject({ id, name: 'حفل زفاف سارة', date: testEvent.eventDate, invitations: 2, designId: design.id })
      expect(eventNamesOf(await listInvitationsOf(backend, id))).toEqual(['حفل زفاف سارة', 'حفل زفاف سارة'])
      expect(eventNamesOf((await backend.invitations.list({ search: 'حفل' })).rows)).toHaveLength(2)
      expect((await backend.invitations.stats({})).events).toMatchObject([{ eventId: id, eventName: 'حفل زفاف سارة', total: 2 }])
      expect((await backend.invitations.designs({ eventId: id })).rows).toMatchObject([{ id: design.id, eventName: 'حفل زفاف سارة' }])
      for (const eventName of [testEvent.eventName, 'حفل زفاف ساره']) {
        const choice = { eventName, eventDate: testEvent.eventDate }
        expect((await backend.invitations.list(choice)).total).toBe(2)
        expect(await backend.checkIn.arrivals(choice)).toMatchObject({ invited: 2 })
        expect((await backend.invitations.designs(choice)).total).toBe(1)
      }
      const [added] = await createInvitations(backend, 'هدى')
      expect(added).toMatchObject({ eventId: id, eventName: 'حفل زفاف سارة', designId: design.id })
      expect(await backend.checkIn.scan({ id: first!.id })).toMatchObject({ outcome: 'admitted', eventName: 'حفل زفاف سارة' })
    })

    test('events.update to another spelling keeps the event’s id', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createEvent(backend)
      expect(await backend.events.update({ id, name: 'زفاف محمد وساره' })).toMatchObject({ id, name: 'زفاف محمد وساره' })
      expect(await backend.events.list({})).toMatchObject({ total: 1 })
    })

    test('events.update changes only the given fields', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await backend.events.create({
        name: 'حفل',
        date: testEvent.eventDate,
        place: 'قاعة',
        startsAt: '19:30',
        phone: '777123456',
      })
      const changed = await backend.events.update({ id, place: '', phone: null, hosts: 'صالح' })
      expect(changed).toMatchObject({ name: 'حفل', startsAt: '19:30', place: null, phone: null, hosts: 'صالح' })
    })

    test('events.update keeps the texts of other sides, and refuses those of too many sides', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const sideMessages = ['أهل العريس', 'أهل العروس'].map(side => ({ side, message: `من ${side}` }))
      const { id } = await backend.events.create({ name: testEvent.eventName, date: testEvent.eventDate, sideMessages })
      const update = (...changes: typeof sideMessages) => backend.events.update({ id, sideMessages: changes })
      expect((await update({ side: 'اهل العريس', message: '' })).sideMessages).toEqual([sideMessages[1]])
      await backend.events.update({ id, message: 'للجميع' })
      const many = Array.from({ length: MAX_SIDE_MESSAGES }, (_, n) => ({ side: `جهة ${n}`, message: 'نص' }))
      for (const refused of [many, [{ side: '', message: 'نص' }], [{ side: 'جهة', message: 'ن'.repeat(MAX_MESSAGE_LENGTH + 1) }]])
        await expect(update(...refused)).rejects.toMatchObject({ code: 'bad-input' })
      expect(await backend.events.get({ id })).toMatchObject({ message: 'للجميع', sideMessages: [sideMessages[1]] })
    })

    test('events.update returns event-taken for another event’s name', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [one, other] = [await createEvent(backend), await createEvent(backend, { name: 'تخرّج' })]
      await expect(backend.events.update({ id: other.id, name: testEvent.eventName, place: 'قاعة' })).rejects.toMatchObject({
        code: 'event-taken',
        fields: { name: expect.any(String) },
      })
      expect(await backend.events.get({ id: other.id })).toMatchObject({ name: 'تخرّج', place: null })
      // After a rename, other events may use the former name.
      await backend.events.update({ id: one.id, name: 'زفاف آخر' })
      expect(await backend.events.update({ id: other.id, name: testEvent.eventName })).toMatchObject({ name: testEvent.eventName })
      const [invitation] = await createInvitations(backend, 'سارة')
      expect(invitation).toMatchObject({ eventId: other.id })
    })

    test('one of two concurrent renames to one name gets event-taken', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const events = [await createEvent(backend), await createEvent(backend, { name: 'تخرّج' })]
      const codes = await runConcurrently(2, n => outcomeOf(backend.events.update({ id: events[n]!.id, name: 'الاسم الجديد' })))
      expect(codes.sort()).toEqual(['done', 'event-taken'])
    })

    test('creating invitations during a rename creates no second event', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createEvent(backend)
      await Promise.all([
        ...Array.from({ length: 6 }, (_, n) => createInvitations(backend, `ضيف ${n}`)),
        backend.events.update({ id, name: 'الاسم الجديد' }),
      ])
      expect(await backend.events.list({})).toMatchObject({ total: 1, rows: [{ id, name: 'الاسم الجديد', invitations: 6 }] })
      expect(new Set(eventNamesOf(await listInvitationsOf(backend, id)))).toEqual(new Set(['الاسم الجديد']))
    })

    test('invitations.update with another event name moves the invitation', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [sara, ali] = await createInvitations(backend, 'سارة', 'علي')
      const moved = await backend.invitations.update({ id: sara!.id, eventName: 'الحناء' })
      expect(moved).toMatchObject({ eventName: 'الحناء', eventDate: testEvent.eventDate })
      expect(moved.eventId).not.toBe(ali!.eventId)
      expect(await backend.invitations.update({ id: sara!.id, eventName: 'زفاف محمد وساره' })).toMatchObject({
        eventId: ali!.eventId,
        ...testEvent,
      })
    })

    test('invitations.create returns not-found for another account’s event', async () => {
      const { signIn } = await createEnvironment()
      const [host, stranger] = [await signIn({}), await signIn({})]
      const { id } = await createEvent(host)
      expect(await host.invitations.create({ invitations: [{ eventId: id, guestName: 'سارة' }] })).toMatchObject([
        { eventId: id, ...testEvent },
      ])
      await expect(stranger.invitations.create({ invitations: [{ eventId: id, guestName: 'سارة' }] })).rejects.toMatchObject({
        code: 'not-found',
        fields: { eventId: expect.any(String) },
      })
      expect(await stranger.invitations.list({ eventId: id })).toMatchObject({ total: 0 })
      await expect(stranger.events.get({ id })).rejects.toMatchObject({ code: 'not-found' })
    })

    test('invitations store a table, a note, a VIP flag and a side', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const fields = { table: '12', note: 'كرسي متحرك', isVip: true, side: 'أهل العروس' }
      const [created] = await backend.invitations.create({ invitations: [{ ...testEvent, guestName: 'سارة', ...fields }] })
      expect(created).toMatchObject(fields)
      expect((await backend.checkIn.scan({ id: created!.id })).invitation).toMatchObject(fields)
      expect(await backend.invitations.update({ id: created!.id, table: '', isVip: false })).toMatchObject({
        ...fields,
        table: null,
        isVip: false,
      })
      await expect(backend.invitations.update({ id: created!.id, table: '1'.repeat(21) })).rejects.toMatchObject({
        fields: { table: expect.any(String) },
      })
    })

    test('events.remove deletes an event’s invitations and design', async () => {
      const backend = await (await createEnvironment()).signIn({ limit: 3 })
      const [sara, ali] = await createInvitations(backend, 'سارة', 'علي')
      await backend.invitations.saveDesign({ ...testEvent, look: DEFAULT_LOOK })
      await backend.checkIn.scan({ id: ali!.id })
      const id = sara!.eventId!
      expect(await backend.events.remove({ id })).toMatchObject({ success: true, deleted: 2, refunded: 1 })
      expect((await backend.events.list({})).total).toBe(0)
      expect((await backend.invitations.list({})).total).toBe(0)
      expect((await backend.invitations.designs({})).total).toBe(0)
      expect(await backend.checkIn.scan({ id: sara!.id })).toMatchObject({
        outcome: 'refused',
        refused: { reason: 'deleted', guestName: 'سارة', ...testEvent },
      })
      expect(await backend.accounts.me({})).toMatchObject({ usedGenerations: 1 })
      await expect(backend.events.remove({ id })).rejects.toMatchObject({ code: 'not-found' })
    })

    test('events.remove refunds only invitations without an admission', async () => {
      const backend = await (await createEnvironment()).signIn({ limit: 18 })
      const ids = (await createInvitations(backend, ...Array.from({ length: 18 }, (_, n) => `ضيف ${n}`))).map(({ id }) => id)
      const [{ rows }, scan] = [await backend.events.list({}), (id: string) => backend.checkIn.check({ qr_code: id })]
      const before = await Promise.all(ids.slice(0, 4).map(scan))
      const [removed, ...beside] = await Promise.all([backend.events.remove({ id: rows[0]!.id }), ...ids.slice(4, 14).map(scan)])
      const after = await Promise.all(ids.slice(14).map(scan))
      const scanResultOf = ({ outcome, refused }: (typeof after)[number]) => refused?.reason ?? outcome
      expect(before.map(scanResultOf)).toEqual(Array(4).fill('admitted'))
      expect(after.map(scanResultOf)).toEqual(Array(4).fill('deleted'))
      const results = [...before, ...beside, ...after].map(scanResultOf)
      const admitted = results.filter(result => result === 'admitted').length
      expect(results.filter(result => result === 'deleted')).toHaveLength(18 - admitted)
      expect(removed).toMatchObject({ success: true, deleted: 18, refunded: 18 - admitted })
      expect(await backend.accounts.me({})).toMatchObject({ usedGenerations: admitted })
      expect((await backend.invitations.list({})).total).toBe(0)
    })

    test('an offline creation for a deleted event restores the event', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await backend.events.create({ name: testEvent.eventName, date: testEvent.eventDate, hidesNames: true })
      await backend.events.remove({ id })
      for (const eventFields of [{}, testEvent])
        await expect(
          backend.invitations.create({ invitations: [{ ...eventFields, eventId: id, guestName: 'سارة' }] }),
        ).rejects.toMatchObject({
          code: 'not-found',
          fields: { eventId: expect.any(String) },
        })
      await expect(backend.invitations.saveDesign({ ...testEvent, eventId: id, look: DEFAULT_LOOK })).rejects.toMatchObject({
        code: 'not-found',
      })
      expect((await backend.events.list({})).total).toBe(0)
      const offline = { happened: true, nonce: newId() }
      const [sara] = await backend.invitations.create({ ...offline, invitations: [{ ...testEvent, eventId: id, guestName: 'سارة' }] })
      expect(sara).toMatchObject({ eventId: id, ...testEvent })
      expect(await backend.events.get({ id })).toMatchObject({ hidesNames: true })
      expect(await backend.checkIn.check({ qr_code: sara!.id, eventId: id })).toMatchObject({ outcome: 'admitted', hidesNames: true })
      expect((await createInvitations(backend, 'علي'))[0]).toMatchObject({ eventId: id })
      await backend.events.remove({ id })
      const both = [
        { ...testEvent, eventId: id, guestName: 'سارة' },
        { ...testEvent, guestName: 'علي' },
      ]
      expect(await backend.invitations.create({ happened: true, nonce: newId(), invitations: both })).toMatchObject([
        { eventId: id },
        { eventId: id },
      ])
      expect(await backend.events.get({ id })).toMatchObject({ name: testEvent.eventName, hidesNames: true, invitations: 2 })
    })

    test('a scan for another event is refused as `other-event`', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [sara] = await createInvitations(backend, 'سارة')
      const other = await createEvent(backend, { name: 'غيرها' })
      const refusal = { outcome: 'refused', refused: { reason: 'other-event', eventName: testEvent.eventName } }
      expect(await backend.checkIn.check({ qr_code: sara!.id, eventId: other.id })).toMatchObject(refusal)
      expect(await backend.checkIn.check({ qr_code: sara!.id, eventName: 'غيرها', eventDate: testEvent.eventDate })).toMatchObject(refusal)
      expect(await backend.checkIn.check({ qr_code: sara!.id, ...testEvent })).toMatchObject({ outcome: 'admitted' })
    })

    test('candidates and arrivals return only data of the given event', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const invitation = await createInvitation(backend, 3)
      await backend.invitations.create({ invitations: [{ eventName: 'غيرها', eventDate: testEvent.eventDate, guestName: 'سارة' }] })
      await backend.checkIn.scan({ id: invitation.id, admit: 2 })
      const eventId = invitation.eventId!
      expect(await backend.checkIn.arrivals({ eventId })).toMatchObject({ arrived: 2, invited: 3 })
      expect(await backend.checkIn.candidates({ search: 'سارة', eventId })).toMatchObject([{ id: invitation.id }])
      expect(await backend.checkIn.arrivalTimes({ eventId })).toMatchObject([{ people: 2 }])
    })

    test('changes returns a renamed event once, and the ids of deleted ones', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const today = dayInAden()
      const invitations = ['سارة', 'علي'].map(guestName => ({ ...testEvent, eventDate: today, guestName }))
      const [sara] = await backend.invitations.create({ invitations })
      const id = sara!.eventId!
      const full = await backend.invitations.changes({})
      expect(full).toMatchObject({
        isFull: true,
        events: [{ id, name: testEvent.eventName }],
        invitations: [{ eventId: id }, { eventId: id }],
      })
      await backend.events.update({ id, name: 'الاسم الجديد' })
      const since = { since: full.mark, epoch: full.epoch }
      const renamed = await backend.invitations.changes(since)
      expect(renamed).toMatchObject({ isFull: false, events: [{ id, name: 'الاسم الجديد' }], removedEvents: [] })
      await backend.events.remove({ id })
      const removed = await backend.invitations.changes(since)
      expect(removed).toMatchObject({ events: [], removedEvents: [id], invitations: [] })
      expect([...removed.removed].sort()).toEqual([...full.invitations.map(one => one.id)].sort())
    })

    test('changes lists the ids of deleted events in removedEvents', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const date = dayInAden()
      const { id } = await createEvent(backend, { date })
      const full = await backend.invitations.changes({})
      expect(full.events).toMatchObject([{ id }])
      await backend.events.remove({ id })
      const second = await createEvent(backend, { date })
      await backend.events.update({ id: second.id, name: 'الاسم الجديد' })
      const third = await createEvent(backend, { date })
      await backend.events.remove({ id: third.id })
      const changes = await backend.invitations.changes({ since: full.mark, epoch: full.epoch })
      expect(changes.events).toMatchObject([{ id: second.id }])
      expect([...changes.removedEvents].sort()).toEqual([id, third.id].sort())
    })
  })
}
