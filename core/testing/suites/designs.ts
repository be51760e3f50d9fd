import { MAX_PICTURE_BYTES, MAX_PICTURES } from '@hudur/core/cards/contract'
import { type CardLook, DEFAULT_LOOK } from '@hudur/core/cards/look'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import type { Refusal } from '@hudur/core/refusals'
import { describe, expect, test } from 'vitest'
import { createJpeg, createPng, createWebp, jpegSegment, pngChunk } from '../pictures.ts'
import {
  type CreateTestEnvironment,
  createInvitations,
  fetchSoleInvitation,
  newId,
  runConcurrently,
  testEvent,
} from '../test-environment.ts'

const otherEvent = { eventName: 'عقيقة يوسف', eventDate: '2027-03-01' }

/** Returns a look whose background is an uploaded picture. */
const lookWithPicture = (pictureId: string): CardLook => ({ ...DEFAULT_LOOK, background: { is: 'picture', pictureId } })

const uploadGreyPicture = async (backend: Backend<Contract>, grey = 128) =>
  (await backend.invitations.uploadPicture({ picture: createPng({ grey }) })).id

const isPictureStored = (backend: Backend<Contract>, id: string) =>
  backend.invitations.picture({ id }).then(
    () => true,
    ({ code }: Refusal) => (code === 'not-found' ? false : code),
  )

const outcomeOf = (request: Promise<unknown>) =>
  request.then(
    () => 'done',
    ({ code }: Refusal) => code,
  )

/** Registers the tests of background images and designs. */
export function describeDesigns(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: pictures`, () => {
    test('`picture` returns the bytes that uploadPicture stored', async () => {
      const { invitations } = await (await createEnvironment()).signIn({})
      for (const picture of [createPng(), createJpeg(), createWebp()]) {
        const uploaded = await invitations.uploadPicture({ picture })
        expect(uploaded).toEqual({ id: expect.any(String), width: 4, height: 6 })
        expect(await invitations.picture({ id: uploaded.id })).toEqual(picture)
      }
      const { id } = await invitations.uploadPicture({ picture: new Blob([createPng()], { type: 'image/jpeg' }) })
      expect(await invitations.picture({ id })).toEqual(createPng())
    })

    test('uploadPicture removes an Exif location from a JPEG and from a PNG', async () => {
      const { invitations } = await (await createEnvironment()).signIn({})
      const location = Buffer.from('Exif\0\0 15.3694 N 44.1910 E')
      for (const [picture, withoutLocation] of [
        [createJpeg({}, [jpegSegment(0xe1, location)]), createJpeg()],
        [createPng({}, [pngChunk('eXIf', location)]), createPng()],
      ] as const) {
        const { id } = await invitations.uploadPicture({ picture })
        expect(await invitations.picture({ id })).toEqual(withoutLocation)
      }
    })

    test('uploadPicture refuses an unsuitable file with a message', async () => {
      const { invitations } = await (await createEnvironment()).signIn({})
      const uploadRefusal = (picture: Uint8Array<ArrayBuffer>) =>
        invitations.uploadPicture({ picture }).then(
          () => 'kept',
          (error: Refusal) => [error.code, error.message, Object.keys(error.fields ?? {})].flat().join(', '),
        )
      const bytesOf = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))
      expect(await uploadRefusal(new Uint8Array())).toBe('bad-input, الملف فارغ. اختر صورة أخرى, picture')
      const unknown = 'bad-input, هذا الملف ليس صورة نقرؤها. اختر صورة PNG أو JPEG أو WebP, picture'
      for (const text of ['%PDF-1.7', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a\x01\0\x01\0', '{}'])
        expect(await uploadRefusal(bytesOf(text))).toBe(unknown)
      expect(await uploadRefusal(createPng().subarray(0, -1))).toBe('bad-input, ملف الصورة ناقص أو تالف. اختر صورة أخرى, picture')
      expect(await uploadRefusal(createWebp({}, { flags: 2 }))).toBe(
        'bad-input, الصورة متحركة، والبطاقة لا تتحرك. اختر صورة ثابتة, picture',
      )
      expect(await uploadRefusal(createJpeg({ width: 8001, height: 5000 }))).toBe(
        'bad-input, أبعاد الصورة أكبر من المسموح: 40 ميغابكسل. صغّرها ثم اخترها ثانية, picture',
      )
      expect(await uploadRefusal(new Uint8Array(MAX_PICTURE_BYTES + 1))).toBe('too-large, حجم البيانات المرسلة أكبر من المسموح')
    })

    test('uploadPicture stores an image of the maximum size unchanged', async () => {
      const { invitations } = await (await createEnvironment()).signIn({})
      const rest = MAX_PICTURE_BYTES - createPng().length - 12
      const picture = createPng({}, [
        pngChunk('IDAT', crypto.getRandomValues(new Uint8Array(65_536))),
        pngChunk('IDAT', new Uint8Array(rest - 65_548)),
      ])
      expect(picture.length).toBe(MAX_PICTURE_BYTES)
      const { id } = await invitations.uploadPicture({ picture })
      expect(Buffer.compare(await invitations.picture({ id }), picture)).toBe(0)
    })

    test('concurrent uploads of one image under one key return one id', async () => {
      const { invitations } = await (await createEnvironment()).signIn({})
      const uploads = await runConcurrently(6, () => invitations.uploadPicture({ picture: createPng(), nonce: 'u-1' }))
      expect(new Set(uploads.map(({ id }) => id)).size).toBe(1)
      await expect(invitations.uploadPicture({ picture: createPng({ grey: 7 }), nonce: 'u-1' })).rejects.toMatchObject({
        code: 'nonce-taken',
      })
    })

    test('a repeated upload stores a deleted image under the same id', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const first = await backend.invitations.uploadPicture({ picture: createPng(), nonce: 'u-1' })
      const { id } = await backend.invitations.saveDesign({ ...testEvent, look: lookWithPicture(first.id) })
      await backend.invitations.removeDesign({ id })
      expect(await isPictureStored(backend, first.id)).toBe(false)
      expect(await backend.invitations.uploadPicture({ picture: createPng(), nonce: 'u-1' })).toEqual(first)
      expect(await isPictureStored(backend, first.id)).toBe(true)
    })

    test('uploadPicture accepts at most 50 images from an account', async () => {
      const { signIn } = await createEnvironment()
      const [host, neighbour] = [await signIn({}), await signIn({})]
      await runConcurrently(MAX_PICTURES - 1, n => uploadGreyPicture(host, n))
      expect((await runConcurrently(2, n => outcomeOf(uploadGreyPicture(host, 200 + n)))).sort()).toEqual(['done', 'too-many-pictures'])
      await expect(uploadGreyPicture(host)).rejects.toMatchObject({
        code: 'too-many-pictures',
        message: 'لديك 50 صورة، وهذا أكثر ما يُحفظ. احذف تصميماً لا تحتاج إليه ثم أعد المحاولة',
      })
      expect(await outcomeOf(uploadGreyPicture(neighbour))).toBe('done')
      const former = await uploadGreyPicture(neighbour)
      for (const look of [lookWithPicture(former), DEFAULT_LOOK]) await neighbour.invitations.saveDesign({ ...testEvent, look })
      await runConcurrently(MAX_PICTURES - 2, n => uploadGreyPicture(neighbour, n))
      expect(await outcomeOf(uploadGreyPicture(neighbour))).toBe('done')
      expect(await isPictureStored(neighbour, former)).toBe(false)
    })

    test('picture returns not-found for an image of another account', async () => {
      const { signIn } = await createEnvironment()
      const [host, stranger, admin] = [await signIn({}), await signIn({}), await signIn({ isAdmin: true })]
      const id = await uploadGreyPicture(host)
      expect(await isPictureStored(stranger, id)).toBe(false)
      await expect(stranger.invitations.saveDesign({ ...testEvent, look: lookWithPicture(id) })).rejects.toMatchObject({
        code: 'not-found',
        message: 'صورة الخلفية لم تعد محفوظة. اخترها مرة أخرى',
      })
      expect((await stranger.invitations.designs({})).total).toBe(0)
      expect(await isPictureStored(admin, id)).toBe(true)
      expect(await outcomeOf(admin.invitations.saveDesign({ ...testEvent, look: lookWithPicture(id) }))).toBe('not-found')
    })
  })

  describe(`${name}: designs`, () => {
    test('saveDesign replaces the design of an event under the same id', async () => {
      const { invitations } = await (await createEnvironment()).signIn({})
      const id = newId()
      const first = await invitations.saveDesign({ id, ...testEvent, look: DEFAULT_LOOK })
      expect(first).toEqual({
        id,
        userId: expect.any(String),
        eventId: expect.any(String),
        ...testEvent,
        look: DEFAULT_LOOK,
        updatedAt: expect.any(String),
      })
      const look: CardLook = {
        ...DEFAULT_LOOK,
        day: 'hijri',
        panel: false,
        lines: ['الداعون: صالح وأبناؤه'],
        places: { ...DEFAULT_LOOK.places, panel: { x: 40, y: 30 } },
        name: { ...DEFAULT_LOOK.name, ink: '#1b231f' },
      }
      const updatedDesign = await invitations.saveDesign({ id: newId(), ...testEvent, eventName: 'زفاف محمد وساره', look })
      expect(updatedDesign).toMatchObject({ id, eventId: first.eventId, ...testEvent, look })
      expect(await invitations.designs({})).toEqual({ rows: [updatedDesign], total: 1 })
    })

    test('a design has the time and the place of its event', async () => {
      const { events, invitations } = await (await createEnvironment()).signIn({})
      const typed = { time: 'الثامنة', place: 'قاعة أخرى' }
      const { eventId, look } = await invitations.saveDesign({ ...testEvent, look: { ...DEFAULT_LOOK, ...typed } })
      expect(look).toEqual(DEFAULT_LOOK)
      const readLook = async () => (await invitations.designs({ eventId })).rows[0]?.look
      await events.update({ id: eventId, startsAt: '19:30', place: 'قاعة الماسة' })
      expect(await readLook()).toMatchObject({ time: '7:30 مساءً', place: 'قاعة الماسة' })
      await events.update({ id: eventId, timeWords: 'بعد صلاة العشاء', place: '' })
      expect(await readLook()).toMatchObject({ time: 'بعد صلاة العشاء', place: '' })
    })

    test('designs returns pages with the last saved design first', async () => {
      const { invitations } = await (await createEnvironment()).signIn({})
      const days = ['2027-01-01', '2027-01-02', '2027-01-03']
      let before = ''
      for (const eventDate of days) before = (await invitations.saveDesign({ ...testEvent, eventDate, look: DEFAULT_LOOK })).updatedAt
      const saveDesignAgain = () => invitations.saveDesign({ ...testEvent, eventDate: days[0]!, look: DEFAULT_LOOK })
      // Two saves may get the same time, so the design is saved again until its time is later.
      while ((await saveDesignAgain()).updatedAt <= before);
      const { rows, total } = await invitations.designs({ limit: 2 })
      expect([rows[0]?.eventDate, rows.length, total]).toEqual([days[0], 2, 3])
      const rest = await invitations.designs({ limit: 2, offset: 2 })
      expect(new Set([...rows, ...rest.rows].map(({ eventDate }) => eventDate))).toEqual(new Set(days))
      const found = await invitations.designs({ eventName: 'زفاف محمد وساره', eventDate: days[1]! })
      expect(found).toMatchObject({ rows: [{ eventDate: days[1] }], total: 1 })
      expect((await invitations.designs({ ...otherEvent })).total).toBe(0)
    })

    test('saveDesign sets designId of all invitations of its event', async () => {
      const backend = await (await createEnvironment()).signIn({})
      await createInvitations(backend, 'سارة', 'علي')
      await backend.invitations.create({ invitations: [{ ...otherEvent, guestName: 'هدى' }] })
      const { id } = await backend.invitations.saveDesign({ ...testEvent, look: DEFAULT_LOOK })
      expect((await createInvitations(backend, 'نجلاء'))[0]).toMatchObject({ designId: id })
      const designIdsByGuest = async () =>
        Object.fromEntries((await backend.invitations.list({})).rows.map(({ guestName, designId }) => [guestName, designId]))
      expect(await designIdsByGuest()).toEqual({ سارة: id, علي: id, نجلاء: id, هدى: null })

      expect(await backend.invitations.removeDesign({ id })).toEqual({ success: true })
      expect(await designIdsByGuest()).toEqual({ سارة: null, علي: null, نجلاء: null, هدى: null })
      expect((await backend.invitations.designs({})).total).toBe(0)
      expect(await outcomeOf(backend.invitations.removeDesign({ id }))).toBe('not-found')
    })

    test('saveDesign refuses an invalid look and saves nothing', async () => {
      const { invitations } = await (await createEnvironment()).signIn({})
      const saveDesignOutcome = (input: object) => outcomeOf(invitations.saveDesign({ ...testEvent, look: DEFAULT_LOOK, ...input }))
      expect(await saveDesignOutcome({ eventName: ' ' })).toBe('bad-input')
      expect(await saveDesignOutcome({ eventDate: '2027-02-30' })).toBe('bad-input')
      expect(await saveDesignOutcome({ look: { ...DEFAULT_LOOK, places: { ...DEFAULT_LOOK.places, name: { x: 5, y: 50 } } } })).toBe(
        'bad-input',
      )
      expect(await saveDesignOutcome({ look: { ...DEFAULT_LOOK, lines: ['أ', 'ب', 'ج', 'د'] } })).toBe('bad-input')
      expect(await saveDesignOutcome({ look: { ...DEFAULT_LOOK, background: { is: 'ready', design: 'nothing' } } })).toBe('bad-input')
      expect(await saveDesignOutcome({ look: lookWithPicture(newId()) })).toBe('not-found')
      expect((await invitations.designs({})).total).toBe(0)
    })

    test('saveDesign returns id-taken for another design’s id', async () => {
      const { signIn } = await createEnvironment()
      const [host, stranger] = [await signIn({}), await signIn({})]
      const { id } = await host.invitations.saveDesign({ ...testEvent, look: DEFAULT_LOOK })
      for (const [backend, where] of [
        [host, otherEvent],
        [stranger, testEvent],
      ] as const)
        await expect(backend.invitations.saveDesign({ id, ...where, look: DEFAULT_LOOK })).rejects.toMatchObject({
          code: 'id-taken',
          message: 'يوجد تصميم آخر بهذا المعرّف',
        })
      expect((await host.invitations.designs({})).rows).toMatchObject([{ id, ...testEvent }])
    })

    test('an account cannot list, remove or replace others’ designs', async () => {
      const { signIn } = await createEnvironment()
      const [host, stranger, admin] = [await signIn({}), await signIn({}), await signIn({ isAdmin: true })]
      const owner = (await host.accounts.me({}))!
      const picture = await admin.invitations.uploadPicture({ picture: createPng(), userId: owner.id })
      const design = await admin.invitations.saveDesign({ ...testEvent, look: lookWithPicture(picture.id), userId: owner.id })
      expect((await host.invitations.designs({})).rows).toEqual([design])
      expect(await isPictureStored(host, picture.id)).toBe(true)
      expect(await admin.invitations.designs({ userId: owner.id })).toMatchObject({ total: 1 })
      expect(await stranger.invitations.designs({ userId: owner.id })).toEqual({ rows: [], total: 0 })
      expect(await outcomeOf(stranger.invitations.removeDesign({ id: design.id }))).toBe('not-found')
      await stranger.invitations.saveDesign({ ...testEvent, look: DEFAULT_LOOK, userId: owner.id })
      expect((await host.invitations.designs({})).rows).toEqual([design])
      expect(await outcomeOf(admin.invitations.saveDesign({ ...testEvent, look: DEFAULT_LOOK, userId: newId() }))).toBe('bad-input')
      expect(await outcomeOf(admin.invitations.uploadPicture({ picture: createPng(), userId: newId() }))).toBe('bad-input')
    })

    test('an image is deleted with the last design that uses it', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const id = await uploadGreyPicture(backend)
      await backend.invitations.saveDesign({ ...testEvent, look: lookWithPicture(id) })
      const second = await backend.invitations.saveDesign({ ...otherEvent, look: lookWithPicture(id) })
      await backend.invitations.saveDesign({ ...testEvent, look: { ...lookWithPicture(id), day: 'gregorian' } })
      expect(await isPictureStored(backend, id)).toBe(true)
      await backend.invitations.saveDesign({ ...testEvent, look: DEFAULT_LOOK })
      expect(await isPictureStored(backend, id)).toBe(true)
      await backend.invitations.removeDesign({ id: second.id })
      expect(await isPictureStored(backend, id)).toBe(false)
    })

    test('an image stays with its placement until its event is deleted', async () => {
      const { signIn } = await createEnvironment()
      const [backend, stranger] = [await signIn({}), await signIn({})]
      const id = await uploadGreyPicture(backend)
      const look: CardLook = { ...lookWithPicture(id), places: { ...DEFAULT_LOOK.places, name: { x: 20, y: 30 } } }
      const { eventId } = await backend.invitations.saveDesign({ ...testEvent, look })
      await backend.invitations.saveDesign({ ...testEvent, look: DEFAULT_LOOK })
      expect(await isPictureStored(backend, id)).toBe(true)
      expect(await backend.invitations.formerLooks({ eventId })).toEqual([look])
      expect(await outcomeOf(stranger.invitations.formerLooks({ eventId }))).toBe('not-found')

      await backend.invitations.saveDesign({ ...testEvent, look })
      expect(await backend.invitations.formerLooks({ eventId })).toEqual([])
      await backend.invitations.saveDesign({ ...testEvent, look: DEFAULT_LOOK })
      await backend.events.remove({ id: eventId })
      expect(await isPictureStored(backend, id)).toBe(false)
    })

    test('concurrent saveDesign calls for one event leave one design', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const pictures = await runConcurrently(6, n => uploadGreyPicture(backend, n))
      await createInvitations(backend, 'سارة')
      const saved = await Promise.all(
        pictures.map(id => backend.invitations.saveDesign({ id: newId(), ...testEvent, look: lookWithPicture(id) })),
      )
      expect(new Set(saved.map(({ id }) => id)).size).toBe(1)
      const { rows } = await backend.invitations.designs({})
      expect(rows).toHaveLength(1)
      const [{ background }] = [rows[0]!.look]
      const pictureStates = await Promise.all(pictures.map(async id => [id, await isPictureStored(backend, id)]))
      expect(background.is === 'picture' && pictureStates.find(([id]) => id === background.pictureId)?.[1]).toBe(true)
      expect(await fetchSoleInvitation(backend)).toMatchObject({ designId: rows[0]!.id })
    })

    test('a concurrent saveDesign keeps the image of a removed design', async () => {
      const backend = await (await createEnvironment()).signIn({})
      for (let round = 0; round < 10; round++) {
        const id = await uploadGreyPicture(backend, round)
        const design = await backend.invitations.saveDesign({ ...testEvent, look: lookWithPicture(id) })
        const [saved, removed] = await Promise.all([
          outcomeOf(backend.invitations.saveDesign({ ...otherEvent, look: lookWithPicture(id) })),
          outcomeOf(backend.invitations.removeDesign({ id: design.id })),
        ])
        expect([removed, await isPictureStored(backend, id)]).toEqual(['done', saved === 'done'])
        expect(['done', 'not-found']).toContain(saved)
        const { rows } = await backend.invitations.designs(otherEvent)
        for (const { id } of rows) await backend.invitations.removeDesign({ id })
      }
    })

    test('invitations created while a design is saved get its id', async () => {
      const backend = await (await createEnvironment()).signIn({ limit: 1000 })
      for (let round = 0; round < 5; round++) {
        const eventDate = `2027-04-0${round + 1}`
        const [design] = await Promise.all([
          backend.invitations.saveDesign({ ...testEvent, eventDate, look: DEFAULT_LOOK }),
          ...Array.from({ length: 4 }, (_, n) =>
            backend.invitations.create({ invitations: [{ ...testEvent, eventDate, guestName: `ضيف ${n}` }] }),
          ),
        ])
        const { rows } = await backend.invitations.list({})
        expect(rows.filter(row => row.eventDate === eventDate).map(({ designId }) => designId)).toEqual(Array(4).fill(design.id))
      }
    })

    test('deleting an account deletes its designs and images', async () => {
      const { signIn } = await createEnvironment()
      const [host, neighbour, admin] = [await signIn({}), await signIn({}), await signIn({ isAdmin: true })]
      const { id: userId } = (await host.accounts.me({}))!
      const [picture, neighbourPicture] = [await uploadGreyPicture(host), await uploadGreyPicture(neighbour)]
      await host.invitations.saveDesign({ ...testEvent, look: lookWithPicture(picture) })
      await neighbour.invitations.saveDesign({ ...testEvent, look: lookWithPicture(neighbourPicture) })
      const lateIds: string[] = []
      const [removed, ...late] = await Promise.all([
        outcomeOf(admin.accounts.remove({ id: userId })),
        ...Array.from({ length: 4 }, (_, n) =>
          outcomeOf(host.invitations.saveDesign({ ...otherEvent, eventDate: `2027-05-0${n + 1}`, look: lookWithPicture(picture) })),
        ),
        ...Array.from({ length: 4 }, (_, n) => outcomeOf(uploadGreyPicture(host, n).then(id => lateIds.push(id)))),
      ])
      expect(removed).toBe('done')
      for (const outcome of late) expect(['done', 'bad-input', 'not-signed-in']).toContain(outcome)
      expect(await admin.invitations.designs({})).toMatchObject({ total: 1, rows: [{ look: lookWithPicture(neighbourPicture) }] })
      expect([await isPictureStored(admin, picture), await isPictureStored(admin, neighbourPicture)]).toEqual([false, true])
      for (const id of lateIds) expect(await isPictureStored(admin, id)).toBe(false)
    })
  })
}
