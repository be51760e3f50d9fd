import { qrCodeText } from '@hudur/core/check-in/card-text'
import { toTrialCode } from '@hudur/core/id'
import { describe, expect, test } from 'vitest'
import { type CreateTestEnvironment, createInvitation, createInvitations, newId, runConcurrently, testEvent } from '../test-environment.ts'

/** Registers the tests of the three scan endpoints, which decide by the same rules. */
export function describeScans(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: scans`, () => {
    test('a scan admits a guest once, and a second scan returns `used`', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const invitation = await createInvitation(backend)
      const first = await backend.checkIn.check({ qr_code: qrCodeText(invitation), source: 'camera', gate: 'البوابة الشرقية' })
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
      const second = await backend.checkIn.check({ qr_code: qrCodeText(invitation), source: 'camera' })
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

    test('a trial card admits nobody and adds nothing', async () => {
      const backend = await (await createEnvironment()).signIn({})
      await createInvitation(backend)
      const code = toTrialCode(newId())
      const trial = { success: false, outcome: 'used', playSound: 'warning', isTrial: true, invitation: null }
      expect(await backend.checkIn.check({ qr_code: code, source: 'camera', nonce: 'g-1' })).toMatchObject(trial)
      expect(await backend.checkIn.verify({ qrData: `https://hudur.example/i/${code.toLowerCase()}` })).toMatchObject(trial)
      expect(await backend.checkIn.scan({ id: code })).toMatchObject(trial)
      expect(await backend.checkIn.arrivals(testEvent)).toEqual({ arrived: 0, invited: 1, exceeding: 0 })
      expect((await backend.invitations.list({})).total).toBe(1)
    })

    test('the endpoints verify, check and scan share an invitation’s count', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 3)
      const answers = [
        await backend.checkIn.verify({ qrData: id }),
        await backend.checkIn.check({ qr_code: id }),
        await backend.checkIn.scan({ id }),
      ]
      expect(answers.map(({ outcome, scanDetails }) => [outcome, scanDetails?.currentScans])).toEqual([
        ['admitted', 1],
        ['admitted', 2],
        ['admitted', 3],
      ])
      expect(answers[2]).toMatchObject({ id, currentScans: 3 })
      expect(await backend.checkIn.verify({ qrData: id })).toMatchObject({ outcome: 'used' })
    })

    test('a scan repeated under its key is `admitted` again, counted once', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 5)
      const [first, again] = [
        await backend.checkIn.check({ qr_code: id, nonce: 'g-1' }),
        await backend.checkIn.check({ qr_code: id, nonce: 'g-1' }),
      ]
      expect(first).toMatchObject({ outcome: 'admitted', scanDetails: { currentScans: 1 } })
      expect(again).toMatchObject({
        outcome: 'admitted',
        scanDetails: { currentScans: 1 },
        message: 'سُجّل هذا الدخول قبل قليل من هذا الجهاز',
      })
      expect((await backend.invitations.list({})).rows[0]).toMatchObject({ currentScans: 1 })
    })

    test('a scan sent twenty times concurrently under one key counts once', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 5)
      const answers = await runConcurrently(20, () => backend.checkIn.check({ qr_code: id, nonce: 'g-1' }))
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(20).fill('admitted'))
      expect((await backend.invitations.list({})).rows[0]).toMatchObject({ currentScans: 1 })
    })

    test('twenty concurrent scans of a used invitation all get `used`', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend)
      await backend.checkIn.check({ qr_code: id })
      const answers = await runConcurrently(20, () => backend.checkIn.check({ qr_code: id, nonce: 'g-1' }))
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(20).fill('used'))
    })

    test('a refused scan that is repeated under its key is decided again', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const id = newId()
      expect(await backend.checkIn.check({ qr_code: id, nonce: 'g-1' })).toMatchObject({ outcome: 'refused' })
      await backend.invitations.create({ invitations: [{ ...testEvent, guestName: 'سارة', id }] })
      expect(await backend.checkIn.check({ qr_code: id, nonce: 'g-1' })).toMatchObject({ outcome: 'admitted' })
    })

    test('a scan returns nonce-taken for a key used for another code', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const [a, b] = [await createInvitation(backend), await createInvitation(backend)]
      await backend.checkIn.check({ qr_code: a.id, nonce: 'g-1' })
      await expect(backend.checkIn.check({ qr_code: b.id, nonce: 'g-1' })).rejects.toMatchObject({ code: 'nonce-taken' })
      expect(await backend.checkIn.check({ qr_code: b.id })).toMatchObject({ outcome: 'admitted' })
    })

    test('concurrent scans admit exactly as many people as allowed', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 7)
      const answers = await runConcurrently(200, n => backend.checkIn.check({ qr_code: id, nonce: `g-${n}` }))
      expect(answers.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(7)
      expect(answers.filter(({ outcome }) => outcome === 'used')).toHaveLength(193)
      expect((await backend.invitations.list({})).rows[0]).toMatchObject({ currentScans: 7 })
    })

    test('a scan for several people admits all of them or none', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 5)
      expect(await backend.checkIn.scan({ id, admit: 3 })).toMatchObject({ outcome: 'admitted', admitted: 3, currentScans: 3 })
      expect(await backend.checkIn.scan({ id, admit: 3 })).toMatchObject({
        outcome: 'used',
        alreadyUsed: false,
        message: 'بقي في هذه الدعوة مكانان فقط',
        currentScans: 3,
      })
    })

    test('a typed full name admits the guest, a part returns candidates', async () => {
      const backend = await (await createEnvironment()).signIn({})
      await createInvitations(backend, 'أحمد بن علي', 'أحمد صالح', 'هدى ناصر', 'هدى ناصر')
      expect(await backend.checkIn.check({ qr_code: 'احمد بن على', source: 'typed' })).toMatchObject({
        outcome: 'admitted',
        invitation: { guestName: 'أحمد بن علي' },
      })
      const part = await backend.checkIn.check({ qr_code: 'أحمد' })
      expect(part).toMatchObject({ outcome: 'candidates', success: false, playSound: 'warning' })
      expect(part.candidates?.map(({ guestName }) => guestName).sort()).toEqual(['أحمد بن علي', 'أحمد صالح'])
      expect((await backend.checkIn.check({ qr_code: 'هدى ناصر' })).candidates).toHaveLength(2)
      expect(await backend.checkIn.check({ qr_code: 'أح' })).toMatchObject({ outcome: 'refused' })
    })

    test('a scan refuses a guest’s name that a camera read from a QR code', async () => {
      const backend = await (await createEnvironment()).signIn({})
      await createInvitations(backend, 'سارة')
      expect(await backend.checkIn.check({ qr_code: 'سارة', source: 'camera' })).toMatchObject({
        outcome: 'refused',
        message: 'رمز QR غير صحيح أو غير موجود في النظام',
      })
    })

    test.each(['{"id":5}', '{"id":"7KQ2M9XWPA4T","guestName":"سارة"}', '{"id":"7KQ2M9XWPA4T6R', '{'])(
      'a scan of the text of a card without an id is unreadable (case %#)',
      async qr_code => {
        const backend = await (await createEnvironment()).signIn({})
        for (const source of ['camera', 'typed'] as const)
          expect(await backend.checkIn.check({ qr_code, source })).toMatchObject({ outcome: 'refused', message: 'خطأ في قراءة رمز QR' })
      },
    )

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
    ])('a scan of a text that is no code admits nobody (case %#)', async text => {
      const backend = await (await createEnvironment()).signIn({})
      await createInvitations(backend, 'سارة')
      expect(await backend.checkIn.check({ qr_code: text, source: 'camera' })).toMatchObject({
        outcome: 'refused',
        success: false,
        playSound: 'error',
      })
      expect(await backend.checkIn.check({ qr_code: text, source: 'typed' })).toMatchObject({ success: false })
    })

    test('arrivals counts invited and arrived people of one or all events', async () => {
      const environment = await createEnvironment()
      const [backend, stranger] = [await environment.signIn({}), await environment.signIn({})]
      const family = await createInvitation(backend, 4)
      await backend.invitations.create({ invitations: [{ eventName: 'تخرّج', eventDate: '2027-02-01', guestName: 'علي' }] })
      await createInvitation(stranger, 9)
      await backend.checkIn.scan({ id: family.id, admit: 3 })
      expect(await backend.checkIn.arrivals({ ...testEvent, eventName: 'زفاف محمد وسارة' })).toEqual({
        arrived: 3,
        invited: 4,
        exceeding: 0,
      })
      expect(await backend.checkIn.arrivals({ eventName: 'تخرج', eventDate: '2027-02-01' })).toEqual({
        arrived: 0,
        invited: 1,
        exceeding: 0,
      })
      expect(await backend.checkIn.arrivals({ eventName: 'لا شيء', eventDate: '2027-02-01' })).toEqual({
        arrived: 0,
        invited: 0,
        exceeding: 0,
      })
      await expect.poll(() => backend.checkIn.arrivals({})).toEqual({ arrived: 3, invited: 5, exceeding: 0 })
      const admin = await environment.signIn({ isAdmin: true })
      expect(await admin.checkIn.arrivals(testEvent)).toEqual({ arrived: 3, invited: 13, exceeding: 0 })
    })

    test('userId distinguishes two owners’ events for an administrator', async () => {
      const { signIn } = await createEnvironment()
      const [host, other, admin] = [await signIn({}), await signIn({}), await signIn({ isAdmin: true })]
      const [guest, stranger] = [await createInvitation(host, 4), await createInvitation(other, 9)]
      const { events } = await admin.invitations.stats({})
      expect(events.map(({ userId, invited }) => [userId, invited]).sort()).toEqual(
        [
          [guest.userId, 4],
          [stranger.userId, 9],
        ].sort(),
      )
      for (const { ownerName } of events) expect(ownerName).toBeTruthy()

      const hosts = { ...testEvent, userId: guest.userId }
      expect(await admin.checkIn.arrivals(hosts)).toEqual({ arrived: 0, invited: 4, exceeding: 0 })
      expect(await admin.checkIn.check({ qr_code: stranger.id, ...hosts })).toMatchObject({ outcome: 'refused' })
      expect(await admin.checkIn.check({ qr_code: 'سارة', source: 'typed', ...hosts })).toMatchObject({
        outcome: 'admitted',
        invitation: { id: guest.id },
      })
      expect((await admin.checkIn.candidates({ search: 'سارة', ...hosts })).map(({ id }) => id)).toEqual([guest.id])
      expect(await host.checkIn.arrivals({ ...testEvent, userId: stranger.userId }), 'others reach their own').toMatchObject({
        invited: 4,
      })
    })

    test('scans ignore another account’s userId in a user’s request', async () => {
      const { signIn } = await createEnvironment()
      const [host, other] = [await signIn({}), await signIn({})]
      const [{ id }, { userId }] = [await createInvitation(host, 3), await createInvitation(other)]
      const otherHostEvent = { ...testEvent, userId }
      expect(await host.checkIn.check({ qr_code: id, ...otherHostEvent })).toMatchObject({ outcome: 'admitted' })
      expect(await host.checkIn.scan({ id: 'سارة', source: 'typed', ...otherHostEvent })).toMatchObject({ outcome: 'admitted', id })
      expect((await host.checkIn.candidates({ search: 'سارة', ...otherHostEvent })).map(found => found.id)).toEqual([id])
    })

    test('a scan accepts spaces, lower case and a hardware prefix', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = await createInvitation(backend, 4)
      const spellings = [`  ${id.toLowerCase()} `, id.replace(/(.{4})/g, '$1 '), `]Q1${id}`, `\\000026${id}`]
      for (const code of spellings) expect(await backend.checkIn.check({ qr_code: code })).toMatchObject({ outcome: 'admitted' })
    })
  })
}
