import type { Refusal } from '@hudur/core/refusals'
import { describe, expect, test } from 'vitest'
import { type CreateTestEnvironment, createInvitation, createInvitations, newId, runConcurrently, testEvent } from '../test-environment.ts'

/** Registers the tests of creating, listing and counting invitations. */
export function describeInvitations(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: invitations`, () => {
    test('create and list return invitations in the order of the request', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const createdInvitations = await createInvitations(backend, 'سارة', 'علي', 'John Smith')
      const { rows, total } = await backend.invitations.list({})
      expect(rows.map(({ guestName }) => guestName)).toEqual(['سارة', 'علي', 'John Smith'])
      expect(total).toBe(3)
      expect(rows).toEqual(createdInvitations)
      expect(rows[0]).toMatchObject({
        ...testEvent,
        maxScans: 1,
        currentScans: 0,
        isScanned: false,
        scannedAt: null,
        generationType: 'names',
      })
    })

    test('list finds names of guests and of events in any spelling', async () => {
      const backend = await (await createEnvironment()).signIn({})
      await createInvitations(backend, 'إيمان عبد الرحمن', 'مُحَمَّد', 'هدى')
      const findGuestNames = async (search: string) => (await backend.invitations.list({ search })).rows.map(({ guestName }) => guestName)
      expect(await findGuestNames('ايمان عبدالرحمن')).toEqual(['إيمان عبد الرحمن'])
      expect(await findGuestNames('محمد')).toHaveLength(3)
      expect(await findGuestNames('هدي')).toEqual(['هدى'])
      expect(await findGuestNames('100%')).toEqual([])
    })

    test('list filters by an event’s name in any spelling and by its day', async () => {
      const backend = await (await createEnvironment()).signIn({})
      await createInvitations(backend, 'سارة', 'علي')
      const others = [
        { ...testEvent, eventDate: '2027-01-15', guestName: 'هدى' },
        { ...testEvent, eventName: 'زفاف محمّد وسارة الثاني', guestName: 'ريم' },
      ]
      const [other] = await backend.invitations.create({ invitations: others })
      await backend.checkIn.scan({ id: other!.id })
      const listGuestNames = async (which: Parameters<typeof backend.invitations.list>[0]) => {
        const { rows, total } = await backend.invitations.list(which)
        expect(total).toBe(rows.length)
        return rows.map(({ guestName }) => guestName)
      }
      expect(await listGuestNames({ eventName: 'زفاف محمد وساره', eventDate: testEvent.eventDate })).toEqual(['سارة', 'علي'])
      expect(await listGuestNames({ eventName: testEvent.eventName })).toEqual(expect.arrayContaining(['سارة', 'علي', 'هدى']))
      expect(await listGuestNames({ eventName: testEvent.eventName, eventDate: '2027-01-15', filter: 'scanned' })).toEqual(['هدى'])
      expect(await listGuestNames({ eventName: testEvent.eventName, eventDate: testEvent.eventDate, filter: 'scanned' })).toEqual([])
      expect(await listGuestNames({ eventName: testEvent.eventName, eventDate: testEvent.eventDate, search: 'علي' })).toEqual(['علي'])
      expect(await listGuestNames({ eventName: 'تخرّج' })).toEqual([])
    })

    test('list filters guests without a telephone number', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const phones = ['777123456', undefined, '', '12345']
      await backend.invitations.create({ invitations: phones.map((phone, n) => ({ ...testEvent, guestName: `ضيف ${n}`, phone })) })
      const { rows, total } = await backend.invitations.list({ filter: 'without-phone' })
      expect([rows.map(({ guestName }) => guestName), total]).toEqual([['ضيف 1', 'ضيف 2'], 2])
    })

    test('the filter «duplicates» finds valid guests of one event with the same name in any spelling or the same number', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const guests: [guestName: string, phone: string | null, eventDate?: string][] = [
        ['علي حسن', null],
        ['سارة', '+967777123456'],
        ['علی حَسَن', '777000111'],
        ['أم محمد', '0777 123-456'],
        ['هدى', null],
        ['ريم', null],
        ['هدى', null, '2027-02-01'],
        ['ريم', null],
      ]
      await backend.invitations.create({
        invitations: guests.map(([guestName, phone, eventDate = testEvent.eventDate]) => ({ ...testEvent, eventDate, guestName, phone })),
      })
      const list = async (which: Parameters<typeof backend.invitations.list>[0] = {}) => {
        const { rows, total } = await backend.invitations.list({ filter: 'duplicates', ...which })
        expect(which.limit ?? total).toBe(rows.length)
        return { total, names: rows.map(({ guestName }) => guestName) }
      }
      const duplicates = ['علي حسن', 'سارة', 'علی حَسَن', 'أم محمد', 'ريم', 'ريم']
      const event = { eventName: testEvent.eventName, eventDate: testEvent.eventDate }
      expect(await list()).toEqual({ total: 6, names: duplicates })
      expect(await list({ ...event, limit: 2 })).toEqual({ total: 6, names: duplicates.slice(0, 2) })
      expect(await list({ ...event, search: 'علي' })).toEqual({ total: 2, names: ['علي حسن', 'علی حَسَن'] })
      expect(await list({ eventName: testEvent.eventName, eventDate: '2027-02-01' })).toEqual({ total: 0, names: [] })
    })

    test('a page of list has the total number of rows of the whole list', async () => {
      const backend = await (await createEnvironment()).signIn({})
      await createInvitations(backend, 'أ', 'ب', 'ج', 'د', 'هـ')
      const { rows, total } = await backend.invitations.list({ limit: 2, offset: 2 })
      expect({ names: rows.map(({ guestName }) => guestName), total }).toEqual({ names: ['ج', 'د'], total: 5 })
    })

    test('create beyond the balance creates nothing', async () => {
      const backend = await (await createEnvironment()).signIn({ limit: 2 })
      await createInvitations(backend, 'سارة')
      await expect(createInvitations(backend, 'علي', 'هدى')).rejects.toMatchObject({
        code: 'over-balance',
        message: 'لا يمكنك توليد 2 دعوة. الرصيد المتاح: 1 دعوة',
      })
      expect((await backend.invitations.list({})).total).toBe(1)
      expect(await backend.accounts.me({})).toMatchObject({ usedGenerations: 1 })
    })

    test('concurrent create calls never exceed the account’s quota', async () => {
      const backend = await (await createEnvironment()).signIn({ limit: 10 })
      const outcomes = await runConcurrently(8, n =>
        createInvitations(backend, `ضيف ${n}`, `ضيفة ${n}`, `قريب ${n}`).then(
          () => 'made',
          ({ code }: Refusal) => code,
        ),
      )
      expect(outcomes.sort()).toEqual([...Array(3).fill('made'), ...Array(5).fill('over-balance')])
      expect((await backend.invitations.list({})).total).toBe(9)
      expect(await backend.accounts.me({})).toMatchObject({ usedGenerations: 9 })
    })

    test('create charges a repeated idempotency key once', async () => {
      const backend = await (await createEnvironment()).signIn({ limit: 10 })
      const input = {
        nonce: 'n-1',
        invitations: [
          { ...testEvent, guestName: 'سارة', id: newId() },
          { ...testEvent, guestName: 'علي', id: newId() },
        ],
      }
      const answers = await runConcurrently(5, () => backend.invitations.create(input))
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect((await backend.invitations.list({})).total).toBe(2)
      expect(await backend.accounts.me({})).toMatchObject({ usedGenerations: 2 })
      await expect(backend.invitations.create({ ...input, invitations: [{ ...testEvent, guestName: 'هدى' }] })).rejects.toMatchObject({
        code: 'nonce-taken',
      })
    })

    test('create returns id-taken for an existing id with other content', async () => {
      const backend = await (await createEnvironment()).signIn({ limit: 10 })
      const id = newId()
      const [first] = await backend.invitations.create({ invitations: [{ ...testEvent, guestName: 'سارة', id }] })
      const [again, fresh] = await backend.invitations.create({
        invitations: [
          { ...testEvent, guestName: 'سارة', id },
          { ...testEvent, guestName: 'علي' },
        ],
      })
      expect(again).toEqual(first)
      expect(fresh).toMatchObject({ guestName: 'علي' })
      await expect(backend.invitations.create({ invitations: [{ ...testEvent, guestName: 'هدى', id }] })).rejects.toMatchObject({
        code: 'id-taken',
      })
      expect(await backend.accounts.me({})).toMatchObject({ usedGenerations: 2 })
    })

    test('create refuses an invalid field with the message of that field', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const creationRefusal = (invitation: Parameters<typeof backend.invitations.create>[0]['invitations'][number]) =>
        backend.invitations.create({ invitations: [invitation] }).then(
          () => 'made',
          (error: Error) => error.message,
        )
      expect(await creationRefusal({ ...testEvent, eventName: '  ', guestName: 'سارة' })).toBe('يرجى إدخال اسم المناسبة')
      expect(await creationRefusal({ ...testEvent, eventDate: '', guestName: 'سارة' })).toBe('يرجى إدخال تاريخ المناسبة')
      expect(await creationRefusal({ ...testEvent, eventDate: '2027-02-30', guestName: 'سارة' })).toBe('تاريخ غير صحيح')
      expect(await creationRefusal({ ...testEvent, guestName: ' ' })).toBe('يرجى إدخال أسماء المعازيم')
      expect(await creationRefusal({ ...testEvent, guestName: 'سا\0رة' })).toBe('يحتوي النص على رموز لا يمكن حفظها')
      expect(await creationRefusal({ ...testEvent, guestName: 'سارة', maxScans: 0 })).toBe('اكتب عدداً من 1 إلى 1000')
      await expect(backend.invitations.create({ invitations: [] })).rejects.toMatchObject({ message: 'يرجى إدخال أسماء المعازيم' })
      expect((await backend.invitations.list({})).total).toBe(0)
    })

    test('invitations.create creates 1,000 invitations in one call', async () => {
      const backend = await (await createEnvironment()).signIn({ limit: 1000 })
      const createdInvitations = await createInvitations(backend, ...Array.from({ length: 1000 }, (_, n) => `ضيف رقم ${n + 1}`))
      expect(new Set(createdInvitations.map(({ id }) => id)).size).toBe(1000)
      expect((await backend.invitations.list({ limit: 1, offset: 999 })).rows[0]?.guestName).toBe('ضيف رقم 1000')
    })

    test('stats returns the numbers of invited and of arrived people', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const family = await createInvitation(backend, 5)
      await createInvitations(backend, 'علي')
      await backend.checkIn.scan({ id: family.id, admit: 3 })
      expect(await backend.invitations.stats({})).toMatchObject({
        total: 2,
        scanned: 1,
        unscanned: 1,
        recentGenerated: 2,
        activeEvents: 1,
        arrived: 3,
        invited: 6,
      })
    })

    test('an account cannot list, scan or count another account’s invitations', async () => {
      const { signIn } = await createEnvironment()
      const [host, stranger] = [await signIn({}), await signIn({})]
      const invitation = await createInvitation(host)
      const owner = (await host.accounts.me({}))!
      expect(await stranger.invitations.list({ userId: owner.id })).toEqual({ rows: [], total: 0 })
      expect(await stranger.invitations.stats({ userId: owner.id })).toMatchObject({ total: 0 })
      expect(await stranger.checkIn.check({ qr_code: invitation.id })).toMatchObject({ outcome: 'refused', invitation: null })
      expect(await stranger.checkIn.check({ qr_code: 'سارة' })).toMatchObject({ outcome: 'refused' })
      expect((await host.invitations.list({})).rows[0]).toMatchObject({ currentScans: 0 })
    })

    test('an administrator creates invitations from a user’s quota', async () => {
      const { signIn } = await createEnvironment()
      const [admin, host] = [await signIn({ isAdmin: true }), await signIn({ limit: 1 })]
      const owner = (await host.accounts.me({}))!
      await admin.invitations.create({ invitations: [{ ...testEvent, guestName: 'سارة', userId: owner.id }] })
      expect((await host.invitations.list({})).total).toBe(1)
      expect((await admin.invitations.list({})).total).toBe(1)
      expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 0 })
      await expect(admin.invitations.create({ invitations: [{ ...testEvent, guestName: 'علي', userId: owner.id }] })).rejects.toMatchObject(
        {
          code: 'over-balance',
        },
      )
      await expect(admin.invitations.create({ invitations: [{ ...testEvent, guestName: 'علي', userId: 'nobody' }] })).rejects.toMatchObject(
        {
          code: 'bad-input',
        },
      )
    })
  })
}
