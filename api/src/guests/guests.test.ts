import http from 'node:http'
import { text } from 'node:stream/consumers'
import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import { EVENT_PICTURE_SPEC } from '@hudur/core/events/contract'
import { createJpeg, createPng } from '@hudur/core/testing/pictures'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { EVENT_DETAILS, GUEST_NAME, startGuestPage } from '../../testing/guest-page.ts'
import { guestsIn } from './repository.ts'

const ARABIC_DIGITS = '٠١٢٣٤٥٦٧٨٩'
const PERSIAN_DIGITS = '۰۱۲۳۴۵۶۷۸۹'
const withDigits = (digits: string) => (code: string) => code.replace(/\d/g, digit => digits[Number(digit)]!)

/** Paths that people, messengers and scanners make of a code. */
const TEXTS_WITH_A_CODE: ((code: string) => string)[] = [
  ...['.', '،', ')', '(', '»', '!', '؟', ';', ':', "'", '"', '*_', '%', '…', ' ', '\n', '\r', '\t', '\u00A0', ' شكرا', '!شكرا'].map(
    sign => (code: string) => code + encodeURIComponent(sign),
  ),
  ...['\u200E', '\u200F', '\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069', '\uFEFF'].flatMap(
    mark => [(code: string) => encodeURIComponent(mark + code), (code: string) => encodeURIComponent(`${code}${mark}.`)],
  ),
  ...[']Q1', '\\000026', '\u0002', '\u001D'].map(prefix => (code: string) => encodeURIComponent(prefix + code)),
  ...[`"`, '«', '“', '('].map(
    sign => (code: string) => encodeURIComponent(`${sign}${code}${{ '«': '»', '“': '”', '(': ')' }[sign] ?? sign}`),
  ),
  code => `${code}.`,
  code => `${code},`,
  code => `${code})`,
  code => `${code}%0A`,
  code => `${code}%C2%A0`,
  code => `${code}%E2%80%8F`,
  code => `${code}%2E`,
  code => code.toLowerCase(),
  code => `%20${code.toLowerCase()}%20`,
  code => encodeURIComponent(`${withDigits(ARABIC_DIGITS)(code)}.`),
  code => encodeURIComponent(`${withDigits(PERSIAN_DIGITS)(code)}.`),
  code => encodeURIComponent(`{"id":"${code}","guestName":"سارة"`),
]

describe.each(ENGINES)('guests on %s', engine => {
  const guests = startGuestPage(engine)

  describe('the page of an invitation', () => {
    test('the page has the colours of the template of the event’s cards, and its own without a design', async () => {
      const { backend, invitation } = await guests.host()
      expect(await guests.pageOf(invitation.code)).toContain('style=""')
      await backend.invitations.saveDesign({
        eventId: invitation.eventId!,
        look: { ...DEFAULT_LOOK, background: { is: 'ready', design: 'qamar' } },
      })
      const page = await guests.pageOf(invitation.code)
      expect(page).toMatch(/<html [^>]*style="--l-accent:#10203a;[^"]*--d-grove:#[0-9a-f]{6};[^"]*"/)
      expect(await guests.pageOf('0123456789ABCDEFGHJK')).toContain('style=""')
    })

    test('the answer comes before the code until the day, and after it on the day', async () => {
      const { invitation } = await guests.host()
      const readOrder = async () => {
        const page = await guests.pageOf(invitation.code)
        expect(page.split('class="qr"')).toHaveLength(2)
        return page.indexOf('id="answer"') < page.indexOf('class="qr"') ? 'answer' : 'code'
      }
      for (const [at, first] of [
        ['2026-11-17T09:00:00.000Z', 'answer'],
        ['2026-11-19T20:59:59.999Z', 'answer'],
        ['2026-11-19T21:00:00.000Z', 'code'],
        ['2026-11-20T20:00:00.000Z', 'code'],
      ] as const) {
        guests.clock.now = new Date(at)
        expect([at, await readOrder()]).toEqual([at, first])
      }
    })

    test('the code is on the invitation where no answer is asked for', async () => {
      const { invitation } = await guests.host({ answers: 'off' })
      const page = await guests.pageOf(invitation.code)
      expect(page).not.toContain('id="answer"')
      expect(page.indexOf('class="qr"')).toBeLessThan(page.indexOf('</article>'))
    })

    test('the page shows the picture of cards that have an uploaded picture', async () => {
      const { backend, invitation } = await guests.host()
      const eventId = invitation.eventId!
      const { id: uploadedId } = await backend.invitations.uploadPicture({ picture: createPng({ width: 1200, height: 1800 }) })
      for (const background of [
        { is: 'ready', design: 'qamar' },
        { is: 'picture', pictureId: uploadedId },
      ] as const) {
        await backend.invitations.saveDesign({ eventId, look: { ...DEFAULT_LOOK, background } })
        expect(await guests.pageOf(invitation.code)).not.toContain('<img')
        const { pictureId } = await backend.events.savePicture({ id: eventId, picture: createJpeg(EVENT_PICTURE_SPEC) })
        const images = [...(await guests.pageOf(invitation.code)).matchAll(/<img [^>]*src="([^"]*)"[^>]*loading="lazy"/g)].map(
          ([, src]) => src,
        )
        expect(images).toEqual(background.is === 'picture' ? [`/p/${pictureId}.jpg`] : [])
      }
    })

    test('shows guest, event, place and time, and sets no cookie', async () => {
      const { invitation } = await guests.host()
      const response = await guests.open(invitation.code)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'same-origin',
      })
      expect(response.headers.getSetCookie()).toEqual([])
      const page = await response.text()
      const text = guests.textOf(page)
      for (const said of [
        GUEST_NAME,
        'زفاف محمّد\u00A0وسارة'.replace('\u00A0', ' '),
        EVENT_DETAILS.hosts,
        'قاعة ليالي أزال؛ شارع حدّة، صنعاء',
        'الجمعة',
        '٢٠',
        'نوفمبر',
        '٨:٣٠ مساءً',
        'بعد ٣ أيام',
        '١٠ جمادى الآخرة ١٤٤٨هـ',
        'الدعوة لـ٣ أشخاص',
        'المواقف خلف القاعة',
        'حتى الجمعة ٢٠ نوفمبر',
      ])
        expect(text).toContain(said)
      expect(text).not.toContain('كرسي متحرك')
      expect(page).toContain('href="tel:+967777123456"')
      expect(page).toContain('href="https://wa.me/967777123456"')
      expect(page).toContain('href="https://maps.example/azal"')
      expect(page).not.toMatch(/\{\{|undefined|\[object/)
    })

    test('shows the day of the Umm al-Qura calendar, also where Intl has the day before', async () => {
      const { invitation } = await guests.host({ date: '2029-08-11' })
      const page = await (await guests.open(invitation.code)).text()
      expect(guests.textOf(page)).toContain('١ ربيع الآخر ١٤٥١هـ')
    })

    test('the link preview describes the event without guest name or code', async () => {
      const { invitation } = await guests.host()
      const head = (await guests.pageOf(invitation.code)).split('</head>')[0]!
      for (const [name, content] of [
        ['og:title', 'دعوة إلى زفاف محمّد وسارة'],
        ['twitter:title', 'دعوة إلى زفاف محمّد وسارة'],
        ['description', 'الجمعة ٢٠ نوفمبر · قاعة ليالي أزال؛ شارع حدّة، صنعاء'],
        ['og:description', 'الجمعة ٢٠ نوفمبر · قاعة ليالي أزال؛ شارع حدّة، صنعاء'],
        ['twitter:description', 'الجمعة ٢٠ نوفمبر · قاعة ليالي أزال؛ شارع حدّة، صنعاء'],
        ['og:image', 'http://hudur.example/og.png'],
        ['twitter:image', 'http://hudur.example/og.png'],
        ['twitter:card', 'summary_large_image'],
      ])
        expect(head).toMatch(new RegExp(`(?:property|name)="${name}" content="${content}"`))
      expect(head).toContain('<title>دعوة إلى زفاف محمّد وسارة</title>')
      expect(head).not.toContain(invitation.code)
      expect(head).not.toContain('خالد')
    })

    test('og:image is the event’s picture until the event changes', async () => {
      const { invitation, backend } = await guests.host()
      const { eventId, code } = invitation
      const savePicture = (picture: Uint8Array<ArrayBuffer>) => backend.events.savePicture({ id: eventId!, picture })
      const pictureUrlIn = (page: string) => /og:image" content="http:\/\/hudur\.example([^"]+)"/.exec(page)![1]!
      const readPictureUrl = async () => pictureUrlIn(await guests.pageOf(code))
      const refused = expect.objectContaining({ code: 'bad-input' })
      await expect(savePicture(createJpeg(EVENT_PICTURE_SPEC))).rejects.toEqual(refused)
      const saveDesign = (line: string) => backend.invitations.saveDesign({ eventId: eventId!, look: { ...DEFAULT_LOOK, lines: [line] } })
      await saveDesign('٨ مساءً')
      for (const bad of [createPng(EVENT_PICTURE_SPEC), createJpeg({ width: 1200, height: 629 }), new Uint8Array([1, 2, 3])])
        await expect(savePicture(bad)).rejects.toEqual(refused)
      expect(await readPictureUrl()).toBe('/og.png')

      const { pictureId } = await savePicture(createJpeg(EVENT_PICTURE_SPEC))
      expect(await readPictureUrl()).toBe(`/p/${pictureId}.jpg`)
      const image = await fetch(guests.server.base + (await readPictureUrl()))
      expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
        ...[200, 'image/jpeg', 'public, max-age=31536000, immutable'],
      ])
      expect((await fetch(`${guests.server.base}/p/${eventId}.jpg`)).status).toBe(404)
      const second = await savePicture(createJpeg(EVENT_PICTURE_SPEC))
      expect(second.pictureId).not.toBe(pictureId)
      expect((await fetch(`${guests.server.base}/p/${pictureId}.jpg`)).status).toBe(404)

      await backend.events.update({ id: eventId!, note: 'بلا أطفال' })
      await saveDesign('٨ مساءً')
      expect(await readPictureUrl()).toBe(`/p/${second.pictureId}.jpg`)
      for (const change of [
        () => saveDesign('٩ مساءً'),
        () => backend.events.update({ id: eventId!, name: 'زفاف سارة' }),
        () => backend.events.update({ id: eventId!, date: '2026-12-01' }),
        () => backend.events.update({ id: eventId!, place: 'قاعة أخرى' }),
        () => backend.events.update({ id: eventId!, startsAt: '21:00' }),
        async () => backend.invitations.removeDesign({ id: (await saveDesign('٩ مساءً')).id }),
      ]) {
        await savePicture(createJpeg(EVENT_PICTURE_SPEC))
        await change()
        expect(await readPictureUrl()).toBe('/og.png')
      }
      await saveDesign('٨ مساءً')
      const last = await savePicture(createJpeg(EVENT_PICTURE_SPEC))
      await backend.events.remove({ id: eventId! })
      expect((await fetch(`${guests.server.base}/p/${last.pictureId}.jpg`)).status).toBe(404)
    })

    test('escapes HTML in the guest’s name and in the note of an answer', async () => {
      const { invitation, backend } = await guests.host()
      await backend.invitations.update({ id: invitation.id, guestName: '<script>alert(1)</script>' })
      await guests.post('answer', { code: invitation.code, attends: true, people: 1, note: '"><img src=x>' })
      const page = await guests.pageOf(invitation.code)
      expect(page).toContain('&lt;script&gt;alert')
      expect(page).not.toContain('<script>alert')
      expect(page).not.toContain('<img src=x>')
    })

    test('shows the QR code first on the day of the event', async () => {
      const { backend, invitation } = await guests.host()
      guests.clock.now = new Date('2026-11-20T10:00:00.000Z')
      const today = await guests.pageOf(invitation.code)
      expect(guests.textOf(today)).toContain('اليوم، الساعة ٨:٣٠ مساءً')
      expect(today.indexOf('class="qr"')).toBeLessThan(today.indexOf(EVENT_DETAILS.hosts))
      await backend.events.update({ id: invitation.eventId!, timeWords: 'بعد صلاة العشاء' })
      expect(guests.textOf(await guests.pageOf(invitation.code))).toContain('اليوم، بعد صلاة العشاء')
      // Weddings end after midnight. The page must not say «today» then, because it would mean the wrong evening.
      guests.clock.now = new Date('2026-11-21T02:59:00.000Z')
      const night = await guests.pageOf(invitation.code)
      expect(night).toContain('class="qr"')
      expect(guests.textOf(night)).not.toContain('اليوم')
      guests.clock.now = new Date('2026-11-21T03:00:00.000Z')
      expect(guests.textOf(await guests.pageOf(invitation.code))).toContain('انتهت المناسبة')
      await backend.checkIn.check({ qr_code: invitation.code })
      const over = await guests.pageOf(invitation.code)
      expect(guests.textOf(over)).toContain('شكراً لحضوركم')
      expect(over).not.toContain('class="qr"')
      expect(over).not.toContain('خالد')
    })

    test('a replaced, cancelled or pending invitation shows no name or code', async () => {
      const { backend, invitation } = await guests.host()
      const { code } = await backend.invitations.reissue({ id: invitation.id })
      const replaced = await guests.pageOf(invitation.code)
      expect(guests.textOf(replaced)).toContain('استُبدلت ببطاقة أحدث')
      expect(guests.textOf(replaced)).toContain('إن لم تصلكم بعد فاطلبوها منهم')
      await backend.invitations.sent({ ids: [invitation.id], via: 'whatsapp' })
      expect(guests.textOf(await guests.pageOf(invitation.code))).toContain('افتحوا آخر رسالة وصلتكم')
      expect(await (await guests.open(code)).text()).toContain(GUEST_NAME)
      await backend.invitations.cancel({ id: invitation.id })
      const cancelled = await guests.pageOf(code)
      expect(guests.textOf(cancelled)).toContain('أُلغيت هذه الدعوة')
      await backend.invitations.restore({ id: invitation.id })
      await guests.db.write(trx => trx.updateTable('invitations').set({ is_pending: 1 }).execute())
      const pending = await guests.pageOf(code)
      expect(guests.textOf(pending)).toContain('لم تكتمل هذه الدعوة بعد')
      for (const page of [replaced, cancelled, pending]) {
        for (const secret of [GUEST_NAME, code, 'class="qr"', '<form']) expect(page).not.toContain(secret)
        expect(page).toContain('href="tel:+967777123456"')
      }
    })

    test('other spellings of the URL return the page, malformed codes 404', async () => {
      const { invitation } = await guests.host()
      const { code } = invitation
      const { base } = guests.limited
      /** Sends a path unchanged; `fetch` would normalize it. */
      const requestRawPath = (path: string) =>
        new Promise<{ status: number; page: string }>((resolve, reject) => {
          const url = new URL(base)
          const headers = { host: url.host, referer: `${base}/i/${code}` }
          const asking = http.get({ host: url.hostname, port: url.port, path, headers }, async response => {
            resolve({ status: response.statusCode!, page: await text(response) })
          })
          asking.on('error', reject)
        })
      const before = guests.log.length
      const unknown = await requestRawPath('/i/ABCDEFGHJKMNPQRSTVWX')
      expect(unknown.status).toBe(404)
      for (const path of [
        '%00',
        '%zz',
        '%ff',
        '%',
        'A%00',
        'x'.repeat(101),
        'x'.repeat(5_000),
        `${code}/other`,
        '',
        'دعوة',
        "'",
        '..%2F..',
      ])
        expect(await requestRawPath(`/i/${encodeURI(path).replaceAll('%25', '%')}`), path).toEqual(unknown)
      for (const path of [`/%69/${code}`, `//i/${code}`, `/i//${code}`, `http://hudur.example/i/${code}`, `/i/${code}?x=${code}`]) {
        const { status, page } = await requestRawPath(path)
        expect([status, page.includes(GUEST_NAME)], path).toEqual([200, true])
      }
      for (const path of [
        `/%2569/${code}`,
        `/./i/${code}`,
        `/I/${code}`,
        `/i/${code}.php`,
        `/api/i/${code}`,
        `/\\i/${code}%zz`,
        `/x/%69/${code}`,
      ])
        await requestRawPath(path)
      const lines = guests.log.slice(before).join('')
      expect(lines).not.toContain(code)
      expect(lines).not.toContain(code.slice(0, 8))
      expect(lines).toContain('"/i/*"')
    })

    test('a code within a text that people or messengers make of a link opens its page', async () => {
      const { invitation } = await guests.host()
      const { base } = guests.server
      const unknown = 'ABCDEFGHJKMNPQRSTVWX'
      const open = async (path: string, redirect: RequestRedirect) => {
        const response = await fetch(`${base}/i/${path}`, { redirect })
        const { status, headers } = response
        return { status, location: headers.get('location'), length: headers.get('content-length'), page: await response.text(), headers }
      }
      const direct = await open(unknown, 'manual')
      for (const write of TEXTS_WITH_A_CODE) {
        for (const code of [invitation.code, unknown]) {
          const path = write(code)
          const redirect = await open(`${path}?lang=ar`, 'manual')
          expect(redirect, path).toMatchObject({ status: 302, location: `/i/${code}?lang=ar`, page: '' })
          expect(redirect.headers.get('cache-control')).toBe('no-store')
        }
        const path = write(invitation.code)
        expect(await open(path, 'follow'), path).toMatchObject({ status: 200, page: expect.stringContaining(GUEST_NAME) })
        const { status, length, page } = await open(write(unknown), 'follow')
        expect([status, length, page], path).toEqual([404, direct.length, direct.page])
      }
    })

    test('unknown codes and deleted invitations get the same 404 response', async () => {
      const { backend, invitation } = await guests.host()
      await backend.invitations.remove({ id: invitation.id })
      const [unknown, deleted] = [await guests.open('ABCDEFGHJKMNPQRSTVWX'), await guests.open(invitation.code)]
      expect([unknown.status, deleted.status]).toEqual([404, 404])
      expect(await unknown.text()).toBe(await deleted.text())
      expect(guests.textOf(await guests.pageOf('x'))).toContain('لا دعوة بهذا العنوان')
      expect((await fetch(`${guests.server.base}/i/ABC/calendar.ics`)).status).toBe(404)
    })
  })

  describe('the calendar file', () => {
    const readCalendar = async (code: string) => {
      const response = await fetch(`${guests.server.base}/i/${code}/calendar.ics`)
      expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      const text = await response.text()
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const calendar = new ICAL.Component(ICAL.parse(text))
      const component = calendar.getFirstSubcomponent('vevent')!
      return { calendar, component, event: new ICAL.Event(component) }
    }

    test('an independent parser reads start, place and reminder from the file', async () => {
      const { invitation } = await guests.host()
      const { calendar, component, event } = await readCalendar(invitation.code)
      const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone') ?? undefined)
      expect(zone.tzid).toBe('Asia/Aden')
      expect(component.getFirstProperty('dtstart')!.getParameter('tzid')).toBe('Asia/Aden')
      expect(event.startDate.toString()).toBe('2026-11-20T20:30:00')
      event.startDate.zone = zone
      expect(event.startDate.toJSDate().toISOString()).toBe('2026-11-20T17:30:00.000Z')
      expect(event).toMatchObject({ summary: 'زفاف محمّد وسارة', location: EVENT_DETAILS.place })
      expect(event.description).toBe(`${EVENT_DETAILS.hosts}\n${EVENT_DETAILS.note}`)
      const [alarm] = component.getAllSubcomponents('valarm')
      expect(String(alarm!.getFirstPropertyValue('trigger'))).toBe('-PT2H')
    })

    test('a changed event raises the sequence number of its calendar file', async () => {
      const { backend, invitation } = await guests.host()
      const readVersionFields = async () => {
        const { component } = await readCalendar(invitation.code)
        return [component.getFirstPropertyValue('sequence'), String(component.getFirstPropertyValue('last-modified'))] as const
      }
      const [first] = await readVersionFields()
      for (const [at, change] of [
        ['2026-11-18T09:00:00.000Z', { date: '2026-11-21' }],
        ['2026-11-18T09:00:00.001Z', { startsAt: '21:00' }],
      ] as const) {
        const [before] = await readVersionFields()
        guests.clock.now = new Date(at)
        await backend.events.update({ id: invitation.eventId!, ...change })
        const [after, changedAt] = await readVersionFields()
        expect(after).toBeGreaterThan(Number(before))
        expect(changedAt).toBe('2026-11-18T09:00:00Z')
      }
      expect(first).toBe(0)
    })

    test('an event without a start time is an all-day entry', async () => {
      const { backend, invitation } = await guests.host()
      await backend.events.update({ id: invitation.eventId!, startsAt: '', place: '' })
      const { component, event } = await readCalendar(invitation.code)
      expect(event.startDate.isDate).toBe(true)
      expect(event.startDate.toString()).toBe('2026-11-20')
      expect(event.location).toBeNull()
      expect(String(component.getFirstSubcomponent('valarm')!.getFirstPropertyValue('trigger'))).toBe('-PT15H')
    })
  })

  describe('opening', () => {
    const markOpened = (code: string, as?: { fetchAs: typeof fetch }) => guests.post('opened', { code }, as)

    test('an invitation is recorded as opened once, by the page’s API call', async () => {
      const { backend, invitation, invitationNow } = await guests.host()
      await guests.pageOf(invitation.code)
      const { fetch: asHost } = await guests.server.callerFor(
        await guests.db.read.selectFrom('users').select('id').executeTakeFirstOrThrow(),
      )
      expect((await markOpened(invitation.code, { fetchAs: asHost })).status).toBe(200)
      expect((await invitationNow()).openedAt).toBeNull()
      expect((await backend.invitations.list({ filter: 'unopened' })).total).toBe(0)
      await backend.invitations.sent({ ids: [invitation.id], via: 'whatsapp' })
      expect((await backend.invitations.list({ filter: 'unopened' })).total).toBe(1)
      await markOpened(invitation.code)
      const first = guests.clock.now.toISOString()
      guests.clock.now = new Date('2026-11-18T09:00:00.000Z')
      await markOpened(invitation.code)
      expect((await invitationNow()).openedAt).toBe(first)
      expect((await backend.events.list({})).rows).toMatchObject([{ opened: 1, answered: 0 }])
      expect((await backend.invitations.list({ filter: 'unopened' })).total).toBe(0)
      expect((await markOpened('ABCDEFGHJKMNPQRSTVWX')).status).toBe(404)
    })

    test('opening the page of a replaced card is not recorded', async () => {
      const { backend, invitation, invitationNow } = await guests.host()
      const [{ invitation: before }] = [(await guestsIn(guests.db.read).find(invitation.code))!]
      await backend.invitations.reissue({ id: invitation.id })
      await markOpened(invitation.code)
      await guests.db.write(trx => guestsIn(trx).markOpened(before, guests.clock.now))
      expect((await invitationNow()).openedAt).toBeNull()
      await markOpened((await invitationNow()).code)
      expect((await invitationNow()).openedAt).not.toBeNull()
    })
  })

  describe('the card', () => {
    const requestCardData = (call: 'design' | 'picture', code: string) => guests.post(call, { code })

    test('the card data contain no phone, side, note or owner id', async () => {
      const { backend, invitation } = await guests.host()
      const { code, eventId } = invitation
      await backend.invitations.update({ id: invitation.id, phone: '777000111', side: 'أهل العروس', table: '7' })
      const onCard = { time: '8:30 مساءً', place: EVENT_DETAILS.place }
      expect(await (await requestCardData('design', code)).json()).toMatchObject({ look: { ...DEFAULT_LOOK, ...onCard } })
      expect((await requestCardData('picture', code)).status).toBe(404)
      const { id: pictureId } = await backend.invitations.uploadPicture({ picture: createPng() })
      const look = { ...DEFAULT_LOOK, background: { is: 'picture' as const, pictureId } }
      await backend.invitations.saveDesign({ eventId: eventId!, look })

      const text = await (await requestCardData('design', code)).text()
      const { invitation: drawn, look: saved } = JSON.parse(text)
      expect(saved).toEqual({ ...look, ...onCard })
      expect(drawn).toMatchObject({ code, guestName: GUEST_NAME, maxScans: 3, table: '7', createdAt: invitation.createdAt })
      for (const secret of ['كرسي متحرك', '777000111', 'أهل العروس', invitation.userId]) expect(text).not.toContain(secret)
      const picture = await requestCardData('picture', code)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    })

    test('the card design gets 404 for former codes and after the event', async () => {
      const { backend, invitation } = await guests.host()
      const { code } = await backend.invitations.reissue({ id: invitation.id })
      expect((await requestCardData('design', invitation.code)).status).toBe(404)
      expect((await requestCardData('design', code)).status).toBe(200)
      await backend.invitations.cancel({ id: invitation.id })
      expect((await requestCardData('design', code)).status).toBe(404)
      await backend.invitations.restore({ id: invitation.id })
      guests.clock.now = new Date('2026-11-25T09:00:00.000Z')
      expect((await requestCardData('design', code)).status).toBe(404)
    })
  })

  test('an IP address may request 60 unknown codes in ten minutes', async () => {
    const { invitation } = await guests.host()
    const pageStatus = async (code: string) => (await fetch(`${guests.limited.base}/i/${code}`)).status
    for (let n = 0; n < 70; n++) expect(await pageStatus(invitation.code)).toBe(200)
    const codes = Array.from({ length: 80 }, (_, n) => `MADEUP${String(n).padStart(14, '0')}`)
    const statuses = await Promise.all(codes.map(pageStatus))
    expect([404, 429].map(status => statuses.filter(one => one === status).length)).toEqual([60, 20])
    guests.clock.now = new Date(guests.clock.now.getTime() + 4 * 60_000)
    const refused = await fetch(`${guests.limited.base}/i/MADEUPX`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '360'])
    expect((await guests.post('answer', { code: 'MADEUPX', attends: true }, guests.limited)).status).toBe(429)
    expect(await pageStatus(invitation.code)).toBe(200)
    guests.clock.now = new Date(guests.clock.now.getTime() + 6 * 60_000 + 1)
    expect(await pageStatus('MADEUPX')).toBe(404)
    await fetch(`${guests.limited.base}/i/${invitation.code}/calendar.ics`)
    const log = guests.log.join('')
    expect(log).toContain('"/i/*"')
    expect(log).not.toContain(invitation.code)
    expect(log).not.toContain('MADEUP')
  })

  test('of 1,000 concurrent pages, only 60 unknown codes get 404', async () => {
    const { invitation } = await guests.host()
    const openPage = (code: string) => fetch(`${guests.limited.base}/i/${code}`)
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => openPage(n % 100 === 99 ? invitation.code : `MADEUP${String(n).padStart(14, '0')}`)),
    )
    const countStatus = (status: number) => answers.filter(one => one.status === status).length
    expect([200, 404, 429].map(countStatus)).toEqual([10, 60, 930])
    expect(answers.filter(({ status, headers }) => status === 429 && !headers.has('retry-after'))).toEqual([])
  })
})
