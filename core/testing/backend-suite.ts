import { type Backend, type Contract, codeText, ID_BYTES, type Invitation, idFrom } from '@hudur/core'
import { describe, expect, test } from 'vitest'

/** What a suite needs of a world: callers, each signed in to an account of its own. */
export type World = { signIn: (account: { limit?: number; isAdmin?: boolean }) => Promise<Backend<Contract>> }

const newId = () => idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES)))

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }

/** One invitation for each name. */
export const make = (backend: Backend<Contract>, ...names: string[]) =>
  backend.invitations.create({ invitations: names.map(guestName => ({ ...event, guestName })) })

const makeOne = async (backend: Backend<Contract>, maxScans = 1): Promise<Invitation> => {
  const [made] = await backend.invitations.create({ invitations: [{ ...event, guestName: 'سارة', maxScans, generationType: 'custom' }] })
  return made!
}

const times = <T>(count: number, ask: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => ask(n)))
const settled = <T>(count: number, ask: (n: number) => Promise<T>) => Promise.allSettled(Array.from({ length: count }, (_, n) => ask(n)))

/** What every backend must do, whoever answers. */
export function describeBackend(name: string, world: () => Promise<World>) {
  describe(`${name}: invitations`, () => {
    test('makes one invitation for each guest and lists them in the order they were given', async () => {
      const backend = await (await world()).signIn({})
      const made = await make(backend, 'سارة', 'علي', 'John Smith')
      const { rows, total } = await backend.invitations.list({})
      expect(rows.map(({ guestName }) => guestName)).toEqual(['سارة', 'علي', 'John Smith'])
      expect(total).toBe(3)
      expect(rows).toEqual(made)
      expect(rows[0]).toMatchObject({ ...event, maxScans: 1, currentScans: 0, isScanned: false, scannedAt: null, generationType: 'names' })
    })

    test('a search forgives spelling, and looks at guests and events', async () => {
      const backend = await (await world()).signIn({})
      await make(backend, 'إيمان عبد الرحمن', 'مُحَمَّد', 'هدى')
      const found = async (search: string) => (await backend.invitations.list({ search })).rows.map(({ guestName }) => guestName)
      expect(await found('ايمان عبدالرحمن')).toEqual(['إيمان عبد الرحمن'])
      expect(await found('محمد')).toHaveLength(3)
      expect(await found('هدي')).toEqual(['هدى'])
      expect(await found('100%')).toEqual([])
    })

    test('pages say how many there are in all', async () => {
      const backend = await (await world()).signIn({})
      await make(backend, 'أ', 'ب', 'ج', 'د', 'هـ')
      const { rows, total } = await backend.invitations.list({ limit: 2, offset: 2 })
      expect({ names: rows.map(({ guestName }) => guestName), total }).toEqual({ names: ['ج', 'د'], total: 5 })
    })

    test('a call the balance does not cover makes nothing and says what is left', async () => {
      const backend = await (await world()).signIn({ limit: 2 })
      await make(backend, 'سارة')
      await expect(make(backend, 'علي', 'هدى')).rejects.toMatchObject({
        code: 'over-balance',
        message: 'لا يمكنك توليد 2 دعوة. الرصيد المتاح: 1 دعوة',
      })
      expect((await backend.invitations.list({})).total).toBe(1)
      expect(await backend.accounts.me({})).toMatchObject({ usedGenerations: 1 })
    })

    test('creations at once never pass the quota', async () => {
      const backend = await (await world()).signIn({ limit: 10 })
      const outcomes = await settled(8, n => make(backend, `ضيف ${n}`, `ضيفة ${n}`, `قريب ${n}`))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      expect((await backend.invitations.list({})).total).toBe(9)
      expect(await backend.accounts.me({})).toMatchObject({ usedGenerations: 9 })
    })

    test('the same creation sent again, also at once, makes and charges once', async () => {
      const backend = await (await world()).signIn({ limit: 10 })
      const input = {
        nonce: 'n-1',
        invitations: [
          { ...event, guestName: 'سارة', id: newId() },
          { ...event, guestName: 'علي', id: newId() },
        ],
      }
      const answers = await times(5, () => backend.invitations.create(input))
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect((await backend.invitations.list({})).total).toBe(2)
      expect(await backend.accounts.me({})).toMatchObject({ usedGenerations: 2 })
      await expect(backend.invitations.create({ ...input, invitations: [{ ...event, guestName: 'هدى' }] })).rejects.toMatchObject({
        code: 'nonce-taken',
      })
    })

    test('an id that exists with other content is refused, with the same content it is answered', async () => {
      const backend = await (await world()).signIn({ limit: 10 })
      const id = newId()
      const [first] = await backend.invitations.create({ invitations: [{ ...event, guestName: 'سارة', id }] })
      const [again, fresh] = await backend.invitations.create({
        invitations: [
          { ...event, guestName: 'سارة', id },
          { ...event, guestName: 'علي' },
        ],
      })
      expect(again).toEqual(first)
      expect(fresh).toMatchObject({ guestName: 'علي' })
      await expect(backend.invitations.create({ invitations: [{ ...event, guestName: 'هدى', id }] })).rejects.toMatchObject({
        code: 'id-taken',
      })
      expect(await backend.accounts.me({})).toMatchObject({ usedGenerations: 2 })
    })

    test('what is missing is said in the words of the form, and makes nothing', async () => {
      const backend = await (await world()).signIn({})
      const refused = (invitation: Parameters<typeof backend.invitations.create>[0]['invitations'][number]) =>
        backend.invitations.create({ invitations: [invitation] }).then(
          () => 'made',
          (error: Error) => error.message,
        )
      expect(await refused({ ...event, eventName: '  ', guestName: 'سارة' })).toBe('يرجى إدخال اسم المناسبة')
      expect(await refused({ ...event, eventDate: '', guestName: 'سارة' })).toBe('يرجى إدخال تاريخ المناسبة')
      expect(await refused({ ...event, eventDate: '2027-02-30', guestName: 'سارة' })).toBe('تاريخ غير صحيح')
      expect(await refused({ ...event, guestName: ' ' })).toBe('يرجى إدخال أسماء المعازيم')
      expect(await refused({ ...event, guestName: 'سا\0رة' })).toBe('يحتوي النص على رموز لا يمكن حفظها')
      expect(await refused({ ...event, guestName: 'سارة', maxScans: 0 })).toBe('اكتب عدداً من 1 إلى 1000')
      await expect(backend.invitations.create({ invitations: [] })).rejects.toMatchObject({ message: 'يرجى إدخال أسماء المعازيم' })
      expect((await backend.invitations.list({})).total).toBe(0)
    })

    test('a thousand guests are made in one call', async () => {
      const backend = await (await world()).signIn({ limit: 1000 })
      const made = await make(backend, ...Array.from({ length: 1000 }, (_, n) => `ضيف رقم ${n + 1}`))
      expect(new Set(made.map(({ id }) => id)).size).toBe(1000)
      expect((await backend.invitations.list({ limit: 1, offset: 999 })).rows[0]?.guestName).toBe('ضيف رقم 1000')
    })

    test('figures count invitations, and people who arrived', async () => {
      const backend = await (await world()).signIn({})
      const family = await makeOne(backend, 5)
      await make(backend, 'علي')
      await backend.scanning.scan({ id: family.id, admit: 3 })
      expect(await backend.invitations.stats({})).toEqual({
        total: 2,
        scanned: 1,
        unscanned: 1,
        recentGenerated: 2,
        activeEvents: 1,
        arrived: 3,
        invited: 6,
      })
    })

    test('nobody sees, scans or counts what another owns', async () => {
      const { signIn } = await world()
      const [host, stranger] = [await signIn({}), await signIn({})]
      const invitation = await makeOne(host)
      const owner = (await host.accounts.me({}))!
      expect(await stranger.invitations.list({ userId: owner.id })).toEqual({ rows: [], total: 0 })
      expect(await stranger.invitations.stats({ userId: owner.id })).toMatchObject({ total: 0 })
      expect(await stranger.scanning.check({ qr_code: invitation.id })).toMatchObject({ outcome: 'refused', invitation: null })
      expect(await stranger.scanning.check({ qr_code: 'سارة' })).toMatchObject({ outcome: 'refused' })
      expect((await host.invitations.list({})).rows[0]).toMatchObject({ currentScans: 0 })
    })

    test('an administrator sees everybody and may make invitations for a user, who pays', async () => {
      const { signIn } = await world()
      const [admin, host] = [await signIn({ isAdmin: true }), await signIn({ limit: 1 })]
      const owner = (await host.accounts.me({}))!
      await admin.invitations.create({ invitations: [{ ...event, guestName: 'سارة', userId: owner.id }] })
      expect((await host.invitations.list({})).total).toBe(1)
      expect((await admin.invitations.list({})).total).toBe(1)
      expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 0 })
      await expect(admin.invitations.create({ invitations: [{ ...event, guestName: 'علي', userId: owner.id }] })).rejects.toMatchObject({
        code: 'over-balance',
      })
      await expect(admin.invitations.create({ invitations: [{ ...event, guestName: 'علي', userId: 'nobody' }] })).rejects.toMatchObject({
        code: 'bad-input',
      })
    })
  })

  describe(`${name}: the door`, () => {
    test('admits once, then warns and says when and by whom', async () => {
      const backend = await (await world()).signIn({})
      const invitation = await makeOne(backend)
      const first = await backend.scanning.check({ qr_code: codeText(invitation), source: 'camera', gate: 'البوابة الشرقية' })
      expect(first).toMatchObject({
        success: true,
        outcome: 'admitted',
        playSound: 'success',
        message: 'تم التحقق من الدعوة بنجاح',
        admitted: 1,
      })
      expect(first.scanDetails).toMatchObject({
        guestName: 'سارة',
        currentScans: 1,
        maxScans: 1,
        isScanned: true,
        generationType: 'manual',
      })
      const second = await backend.scanning.check({ qr_code: codeText(invitation), source: 'camera' })
      expect(second).toMatchObject({
        success: false,
        outcome: 'used',
        alreadyUsed: true,
        playSound: 'warning',
        message: 'تم استخدام هذه الدعوة مسبقاً',
      })
      expect(second.first).toMatchObject({ gate: 'البوابة الشرقية', by: expect.stringContaining('حساب') })
      expect(second.last).toEqual(second.first)
    })

    test('all three doors are one rule', async () => {
      const backend = await (await world()).signIn({})
      const { id } = await makeOne(backend, 3)
      const answers = [
        await backend.scanning.verify({ qrData: id }),
        await backend.scanning.check({ qr_code: id }),
        await backend.scanning.scan({ id }),
      ]
      expect(answers.map(({ outcome, scanDetails }) => [outcome, scanDetails?.currentScans])).toEqual([
        ['admitted', 1],
        ['admitted', 2],
        ['admitted', 3],
      ])
      expect(answers[2]).toMatchObject({ id, currentScans: 3 })
      expect(await backend.scanning.verify({ qrData: id })).toMatchObject({ outcome: 'used' })
    })

    test('the same gesture sent twice counts once and is green again', async () => {
      const backend = await (await world()).signIn({})
      const { id } = await makeOne(backend, 5)
      const [first, again] = [
        await backend.scanning.check({ qr_code: id, nonce: 'g-1' }),
        await backend.scanning.check({ qr_code: id, nonce: 'g-1' }),
      ]
      expect(first).toMatchObject({ outcome: 'admitted', scanDetails: { currentScans: 1 } })
      expect(again).toMatchObject({ outcome: 'admitted', scanDetails: { currentScans: 1 }, message: 'سُجّل دخوله قبل قليل من هذا الجهاز' })
      expect((await backend.invitations.list({})).rows[0]).toMatchObject({ currentScans: 1 })
    })

    test('one gesture sent twenty times at once counts once', async () => {
      const backend = await (await world()).signIn({})
      const { id } = await makeOne(backend, 5)
      const answers = await times(20, () => backend.scanning.check({ qr_code: id, nonce: 'g-1' }))
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(20).fill('admitted'))
      expect((await backend.invitations.list({})).rows[0]).toMatchObject({ currentScans: 1 })
    })

    test('a used invitation asked for twenty times at once under one nonce is used every time', async () => {
      const backend = await (await world()).signIn({})
      const { id } = await makeOne(backend)
      await backend.scanning.check({ qr_code: id })
      const answers = await times(20, () => backend.scanning.check({ qr_code: id, nonce: 'g-1' }))
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(20).fill('used'))
    })

    test('a refused attempt is judged again under its nonce', async () => {
      const backend = await (await world()).signIn({})
      const id = newId()
      expect(await backend.scanning.check({ qr_code: id, nonce: 'g-1' })).toMatchObject({ outcome: 'refused' })
      await backend.invitations.create({ invitations: [{ ...event, guestName: 'سارة', id }] })
      expect(await backend.scanning.check({ qr_code: id, nonce: 'g-1' })).toMatchObject({ outcome: 'admitted' })
    })

    test('a nonce belongs to one code', async () => {
      const backend = await (await world()).signIn({})
      const [a, b] = [await makeOne(backend), await makeOne(backend)]
      await backend.scanning.check({ qr_code: a.id, nonce: 'g-1' })
      await expect(backend.scanning.check({ qr_code: b.id, nonce: 'g-1' })).rejects.toMatchObject({ code: 'nonce-taken' })
      expect(await backend.scanning.check({ qr_code: b.id })).toMatchObject({ outcome: 'admitted' })
    })

    test('two hundred arrivals at once admit exactly as many as the invitation allows', async () => {
      const backend = await (await world()).signIn({})
      const { id } = await makeOne(backend, 7)
      const answers = await times(200, n => backend.scanning.check({ qr_code: id, nonce: `g-${n}` }))
      expect(answers.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(7)
      expect(answers.filter(({ outcome }) => outcome === 'used')).toHaveLength(193)
      expect((await backend.invitations.list({})).rows[0]).toMatchObject({ currentScans: 7 })
    })

    test('a family comes in together, or waits together', async () => {
      const backend = await (await world()).signIn({})
      const { id } = await makeOne(backend, 5)
      expect(await backend.scanning.scan({ id, admit: 3 })).toMatchObject({ outcome: 'admitted', admitted: 3, currentScans: 3 })
      expect(await backend.scanning.scan({ id, admit: 3 })).toMatchObject({
        outcome: 'used',
        alreadyUsed: false,
        message: 'بقي في هذه الدعوة 2 فقط',
        currentScans: 3,
      })
    })

    test('a whole name typed by hand is a guest, part of it or a shared one is a question', async () => {
      const backend = await (await world()).signIn({})
      await make(backend, 'أحمد بن علي', 'أحمد صالح', 'هدى ناصر', 'هدى ناصر')
      expect(await backend.scanning.check({ qr_code: 'احمد بن على', source: 'typed' })).toMatchObject({
        outcome: 'admitted',
        invitation: { guestName: 'أحمد بن علي' },
      })
      const part = await backend.scanning.check({ qr_code: 'أحمد' })
      expect(part).toMatchObject({ outcome: 'candidates', success: false, playSound: 'warning' })
      expect(part.candidates?.map(({ guestName }) => guestName).sort()).toEqual(['أحمد بن علي', 'أحمد صالح'])
      expect((await backend.scanning.check({ qr_code: 'هدى ناصر' })).candidates).toHaveLength(2)
      expect(await backend.scanning.check({ qr_code: 'أح' })).toMatchObject({ outcome: 'refused' })
    })

    test('a name inside a QR code opens nothing', async () => {
      const backend = await (await world()).signIn({})
      await make(backend, 'سارة')
      expect(await backend.scanning.check({ qr_code: 'سارة', source: 'camera' })).toMatchObject({
        outcome: 'refused',
        message: 'رمز QR غير صحيح أو غير موجود في النظام',
      })
    })

    test.each([
      'https://example.com/?id=1',
      'BEGIN:VCARD\nVERSION:3.0\nN:علي\nEND:VCARD',
      'WIFI:S:hall;T:WPA;P:12345678;;',
      '{"id":5}',
      `{"id":"${'0'.repeat(20)}"}`,
      '{',
      '[]',
      'null',
      '\u0000\u0001\ud800',
      'x'.repeat(8192),
      '%',
      '_',
      "' or 1=1 --",
    ])('any text gets a verdict: %#', async text => {
      const backend = await (await world()).signIn({})
      await make(backend, 'سارة')
      expect(await backend.scanning.check({ qr_code: text, source: 'camera' })).toMatchObject({
        outcome: 'refused',
        success: false,
        playSound: 'error',
      })
      expect(await backend.scanning.check({ qr_code: text, source: 'typed' })).toMatchObject({ success: false })
    })

    test('spaces, case and a reader’s prefix do not matter', async () => {
      const backend = await (await world()).signIn({})
      const { id } = await makeOne(backend, 4)
      const spelled = [`  ${id.toLowerCase()} `, id.replace(/(.{4})/g, '$1 '), `]Q1${id}`, `\\000026${id}`]
      for (const code of spelled) expect(await backend.scanning.check({ qr_code: code })).toMatchObject({ outcome: 'admitted' })
    })
  })

  describe(`${name}: the connection`, () => {
    test('a working database is reported as it is', async () => {
      const backend = await (await world()).signIn({})
      expect(await backend.connection.test({})).toMatchObject({
        success: true,
        status: { database_exists: true, can_read: true, can_write: true },
      })
    })
  })
}
