import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { EVENT_PICTURE, FIRST_LOOK, type Invitation } from '@hudur/core'
import { jpeg, png } from '@hudur/core/testing'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { openLink } from '../../testing/link-device.ts'
import { addAccount, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

const TEMPLATE = path.resolve(import.meta.dirname, '../../../web/guest.html')
const NAME = 'الأستاذ خالد سعيد باوزير'
const DETAILS = {
  startsAt: '20:30',
  place: 'قاعة ليالي أزال؛ شارع حدّة، صنعاء',
  mapUrl: 'https://maps.example/azal',
  hosts: 'الشيخ صالح بن أحمد باعبّاد',
  note: 'العشاء عند التاسعة.\nالمواقف خلف القاعة.',
  phone: '+967 777 123 456',
}

describe.each(ENGINES)('guests on %s', engine => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let limited: Awaited<ReturnType<typeof startServer>>
  let siteFolder: string
  let now: Date
  const lines: string[] = []

  beforeAll(async () => {
    siteFolder = await mkdtemp(path.join(os.tmpdir(), 'hudur-guests-'))
    await copyFile(TEMPLATE, path.join(siteFolder, 'guest.html'))
    await writeFile(path.join(siteFolder, 'index.html'), '<!doctype html>the shell')
    db = await startDatabase(engine)
    const options = { now: () => now, siteFolder, publicUrl: new URL('http://hudur.example') }
    server = await startServer(db, options)
    limited = await startServer(db, {
      ...options,
      rateLimit: true,
      logger: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
    })
  })
  beforeEach(async () => {
    now = new Date('2026-11-17T09:00:00.000Z')
    await emptyDatabase(db)
  })
  afterAll(async () => {
    await server.close()
    await limited.close()
    await db.close()
    await rm(siteFolder, { recursive: true, force: true })
  })

  /** Creates a host who has invited a guest to an event on 20 November. */
  async function host({
    maxScans = 3,
    ...details
  }: { maxScans?: number; answersUntil?: string; answers?: 'off' } & Partial<typeof DETAILS> = {}) {
    const { backend } = await server.callerFor(await addAccount(db, { username: 'host' }))
    const [invitation] = await backend.invitations.create({
      invitations: [
        { eventName: 'زفاف محمّد وسارة', eventDate: '2026-11-20', guestName: NAME, generationType: 'custom', maxScans, note: 'كرسي متحرك' },
      ],
    })
    await backend.events.update({ id: invitation!.eventId!, ...DETAILS, ...details })
    const invitationNow = async () => (await backend.invitations.list({})).rows[0]!
    return { backend, invitation: invitation!, invitationNow }
  }

  const open = (code: string, query = '') => fetch(`${server.base}/i/${code}${query}`, { headers: { accept: 'text/html' } })
  const pageOf = async (code: string) => (await open(code)).text()
  /** Returns what the page says, without markup. */
  const textOf = (page: string) => page.replace(/<svg[\s\S]*?<\/svg>|<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  const send = (code: string, answer: object, base = server.base) =>
    fetch(`${base}/api/i/answer.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, ...answer }),
    })
  const sendForm = (code: string, answer: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${server.base}/api/i/answer.php`, {
      method: 'POST',
      body: new URLSearchParams({ code, ...answer }),
      headers,
      redirect: 'manual',
    })
  const markOpened = (code: string, fetchAs: typeof fetch = fetch) =>
    fetchAs(`${server.base}/api/i/opened.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })

  describe('the page of an invitation', () => {
    test('says who is invited to what, by whom, when and where, how many it admits and whom to call, without script', async () => {
      const { invitation } = await host()
      const response = await open(invitation.code)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'same-origin',
      })
      expect(response.headers.getSetCookie()).toEqual([])
      const page = await response.text()
      const text = textOf(page)
      for (const said of [
        NAME,
        'زفاف محمّد\u00A0وسارة'.replace('\u00A0', ' '),
        DETAILS.hosts,
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
      expect(page).toContain('href="https://maps.example/azal"')
      expect(page).not.toMatch(/\{\{|undefined|\[object/)
    })

    test('shows the event to a preview of the link, and neither the guest nor the code', async () => {
      const { invitation } = await host()
      const head = (await pageOf(invitation.code)).split('</head>')[0]!
      for (const [name, content] of [
        ['og:title', 'دعوة إلى زفاف محمّد وسارة'],
        ['twitter:title', 'دعوة إلى زفاف محمّد وسارة'],
        ['og:description', 'الجمعة ٢٠ نوفمبر · قاعة ليالي أزال؛ شارع حدّة، صنعاء'],
        ['og:image', 'http://hudur.example/og.png'],
      ])
        expect(head).toMatch(new RegExp(`(?:property|name)="${name}" content="${content}"`))
      expect(head).not.toContain(invitation.code)
      expect(head).not.toContain('خالد')
    })

    test('shows the picture of the event to a preview until its design, its name or its day changes', async () => {
      const { invitation, backend } = await host()
      const { eventId, code } = invitation
      const save = (picture: Uint8Array<ArrayBuffer>) => backend.events.savePicture({ id: eventId!, picture })
      const addressIn = (page: string) => /og:image" content="http:\/\/hudur\.example([^"]+)"/.exec(page)![1]!
      const imageOf = async () => addressIn(await pageOf(code))
      const refused = expect.objectContaining({ code: 'bad-input' })
      await expect(save(jpeg(EVENT_PICTURE))).rejects.toEqual(refused)
      const saveDesign = (time: string) => backend.invitations.saveDesign({ eventId: eventId!, look: { ...FIRST_LOOK, time } })
      await saveDesign('٨ مساءً')
      for (const bad of [png(EVENT_PICTURE), jpeg({ width: 1200, height: 629 }), new Uint8Array([1, 2, 3])])
        await expect(save(bad)).rejects.toEqual(refused)
      expect(await imageOf()).toBe('/og.png')

      const { pictureId } = await save(jpeg(EVENT_PICTURE))
      expect(await imageOf()).toBe(`/p/${pictureId}.jpg`)
      const image = await fetch(server.base + (await imageOf()))
      expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
        ...[200, 'image/jpeg', 'public, max-age=31536000, immutable'],
      ])
      expect((await fetch(`${server.base}/p/${eventId}.jpg`)).status).toBe(404)
      const second = await save(jpeg(EVENT_PICTURE))
      expect(second.pictureId).not.toBe(pictureId)
      expect((await fetch(`${server.base}/p/${pictureId}.jpg`)).status).toBe(404)

      await backend.events.update({ id: eventId!, place: 'قاعة أخرى' })
      await saveDesign('٨ مساءً')
      expect(await imageOf()).toBe(`/p/${second.pictureId}.jpg`)
      for (const change of [
        () => saveDesign('٩ مساءً'),
        () => backend.events.update({ id: eventId!, name: 'زفاف سارة' }),
        () => backend.events.update({ id: eventId!, date: '2026-12-01' }),
        async () => backend.invitations.removeDesign({ id: (await saveDesign('٩ مساءً')).id }),
      ]) {
        await save(jpeg(EVENT_PICTURE))
        await change()
        expect(await imageOf()).toBe('/og.png')
      }
      await saveDesign('٨ مساءً')
      const last = await save(jpeg(EVENT_PICTURE))
      await backend.events.remove({ id: eventId! })
      expect((await fetch(`${server.base}/p/${last.pictureId}.jpg`)).status).toBe(404)
    })

    test('escapes what the host and the guest have written', async () => {
      const { invitation, backend } = await host()
      await backend.invitations.update({ id: invitation.id, guestName: '<script>alert(1)</script>' })
      await send(invitation.code, { attends: true, people: 1, note: '"><img src=x>' })
      const page = await pageOf(invitation.code)
      expect(page).not.toContain('<script>alert')
      expect(page).not.toContain('<img src=x>')
    })

    test('on the day shows the code first; after it thanks, without the code', async () => {
      const { backend, invitation } = await host()
      now = new Date('2026-11-20T10:00:00.000Z')
      const today = await pageOf(invitation.code)
      expect(textOf(today)).toContain('اليوم، الساعة ٨:٣٠ مساءً')
      expect(today.indexOf('class="qr"')).toBeLessThan(today.indexOf(DETAILS.hosts))
      // Weddings end after midnight, when «today» would mean the coming evening.
      now = new Date('2026-11-21T02:59:00.000Z')
      const night = await pageOf(invitation.code)
      expect(night).toContain('class="qr"')
      expect(textOf(night)).not.toContain('اليوم')
      now = new Date('2026-11-21T03:00:00.000Z')
      expect(textOf(await pageOf(invitation.code))).toContain('انتهت المناسبة')
      await backend.scanning.check({ qr_code: invitation.code })
      const over = await pageOf(invitation.code)
      expect(textOf(over)).toContain('شكرًا لحضوركم')
      expect(over).not.toContain('class="qr"')
      expect(over).not.toContain('خالد')
    })

    test('of a replaced, cancelled or pending card shows no guest, no code of either card, and whom to call', async () => {
      const { backend, invitation } = await host()
      const { code } = await backend.invitations.reissue({ id: invitation.id })
      const replaced = await pageOf(invitation.code)
      expect(textOf(replaced)).toContain('استُبدلت ببطاقة أحدث')
      expect(await (await open(code)).text()).toContain(NAME)
      await backend.invitations.cancel({ id: invitation.id })
      const cancelled = await pageOf(code)
      expect(textOf(cancelled)).toContain('أُلغيت هذه الدعوة')
      await backend.invitations.restore({ id: invitation.id })
      await db.write(trx => trx.updateTable('invitations').set({ is_pending: 1 }).execute())
      const pending = await pageOf(code)
      expect(textOf(pending)).toContain('لم تكتمل هذه الدعوة بعد')
      for (const page of [replaced, cancelled, pending]) {
        for (const secret of [NAME, code, 'class="qr"', '<form']) expect(page).not.toContain(secret)
        expect(page).toContain('href="tel:+967777123456"')
      }
    })

    test('an unknown code and a deleted invitation get the same 404', async () => {
      const { backend, invitation } = await host()
      await backend.invitations.remove({ id: invitation.id })
      const [unknown, deleted] = [await open('ABCDEFGHJKMNPQRSTVWX'), await open(invitation.code)]
      expect([unknown.status, deleted.status]).toEqual([404, 404])
      expect(await unknown.text()).toBe(await deleted.text())
      expect(textOf(await pageOf('x'))).toContain('لا دعوة بهذا العنوان')
      expect((await fetch(`${server.base}/i/ABC/calendar.ics`)).status).toBe(404)
    })
  })

  describe('the calendar file', () => {
    const eventIn = async (code: string) => {
      const response = await fetch(`${server.base}/i/${code}/calendar.ics`)
      expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      const text = await response.text()
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const calendar = new ICAL.Component(ICAL.parse(text))
      const component = calendar.getFirstSubcomponent('vevent')!
      return { calendar, component, event: new ICAL.Event(component) }
    }

    test('has the hour in the time zone of the event, its place, and a reminder, for another parser', async () => {
      const { invitation } = await host()
      const { calendar, component, event } = await eventIn(invitation.code)
      const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone') ?? undefined)
      expect(zone.tzid).toBe('Asia/Aden')
      expect(component.getFirstProperty('dtstart')!.getParameter('tzid')).toBe('Asia/Aden')
      expect(event.startDate.toString()).toBe('2026-11-20T20:30:00')
      event.startDate.zone = zone
      expect(event.startDate.toJSDate().toISOString()).toBe('2026-11-20T17:30:00.000Z')
      expect(event).toMatchObject({ summary: 'زفاف محمّد وسارة', location: DETAILS.place })
      expect(event.description).toBe(`${DETAILS.hosts}\n${DETAILS.note}`)
      const [alarm] = component.getAllSubcomponents('valarm')
      expect(String(alarm!.getFirstPropertyValue('trigger'))).toBe('-PT2H')
    })

    test('of an event without an hour is a whole day, with a reminder the day before', async () => {
      const { backend, invitation } = await host()
      await backend.events.update({ id: invitation.eventId!, startsAt: '', place: '' })
      const { component, event } = await eventIn(invitation.code)
      expect(event.startDate.isDate).toBe(true)
      expect(event.startDate.toString()).toBe('2026-11-20')
      expect(event.location).toBeNull()
      expect(String(component.getFirstSubcomponent('valarm')!.getFirstPropertyValue('trigger'))).toBe('-PT15H')
    })
  })

  describe('opening', () => {
    test('is recorded once, by the call of the page alone and not by a request for the page or by the host', async () => {
      const { backend, invitation, invitationNow } = await host()
      await pageOf(invitation.code)
      const { fetch: asHost } = await server.callerFor(await db.read.selectFrom('users').select('id').executeTakeFirstOrThrow())
      expect((await markOpened(invitation.code, asHost)).status).toBe(200)
      expect((await invitationNow()).openedAt).toBeNull()
      expect((await backend.invitations.list({ filter: 'unopened' })).total).toBe(1)
      await markOpened(invitation.code)
      const first = now.toISOString()
      now = new Date('2026-11-18T09:00:00.000Z')
      await markOpened(invitation.code)
      expect((await invitationNow()).openedAt).toBe(first)
      expect((await backend.invitations.list({ filter: 'unopened' })).total).toBe(0)
      expect((await markOpened('ABCDEFGHJKMNPQRSTVWX')).status).toBe(404)
    })

    test('of a replaced card is not recorded', async () => {
      const { backend, invitation, invitationNow } = await host()
      await backend.invitations.reissue({ id: invitation.id })
      await markOpened(invitation.code)
      expect((await invitationNow()).openedAt).toBeNull()
    })
  })

  describe('answering', () => {
    const answerOf = ({ answer }: Invitation) => answer && [answer.attends, answer.people, answer.note]

    test('the last answer counts, each is kept, and lists are filtered by it', async () => {
      const { backend, invitation, invitationNow } = await host()
      const totals = async () =>
        Promise.all(
          (['unanswered', 'attending', 'declined'] as const).map(async filter => (await backend.invitations.list({ filter })).total),
        )
      expect(await totals()).toEqual([1, 0, 0])
      expect((await send(invitation.code, { attends: true, people: 2, note: 'ألف مبروك' })).status).toBe(200)
      expect(answerOf(await invitationNow())).toEqual([true, 2, 'ألف مبروك'])
      expect(await totals()).toEqual([0, 1, 0])
      const page = textOf(await pageOf(invitation.code))
      for (const said of ['وصل ردّكم', 'الحضور: شخصان', '«ألف مبروك»', 'غيّروا الرد']) expect(page).toContain(said)
      now = new Date('2026-11-18T09:00:00.000Z')
      await send(invitation.code, { attends: false, people: 2 })
      expect(answerOf(await invitationNow())).toEqual([false, 0, null])
      expect(await totals()).toEqual([0, 0, 1])
      expect(textOf(await pageOf(invitation.code))).toContain('اعتذرتم عن الحضور')
      expect(await db.read.selectFrom('answers').select(['people', 'note', 'user_id']).orderBy('created_at').execute()).toEqual([
        { people: 2, note: 'ألف مبروك', user_id: null },
        { people: 0, note: null, user_id: null },
      ])
      now = new Date('2026-11-19T09:00:00.000Z')
      await backend.invitations.reissue({ id: invitation.id })
      now = new Date('2026-11-19T10:00:00.000Z')
      await backend.invitations.answer({ id: invitation.id, attends: true, people: 1 })
      const by = (await backend.accounts.me({}))?.fullName
      expect(await backend.invitations.history({ id: invitation.id })).toEqual([
        { kind: 'answer', at: now.toISOString(), by, isGuests: false, people: 1, note: null },
        { kind: 'reissue', at: '2026-11-19T09:00:00.000Z', by },
        { kind: 'answer', at: '2026-11-18T09:00:00.000Z', by: null, isGuests: true, people: 0, note: null },
        { kind: 'answer', at: '2026-11-17T09:00:00.000Z', by: null, isGuests: true, people: 2, note: 'ألف مبروك' },
      ])
    })

    test('a form without script is redirected to the page, which says what was refused; a form of another site is refused', async () => {
      const { invitation, invitationNow } = await host()
      const sameSite = { origin: 'http://hudur.example', 'sec-fetch-site': 'same-origin' }
      const done = await sendForm(invitation.code, { attends: 'yes', people: '3', note: ' نحضر جميعاً ' }, sameSite)
      expect([done.status, done.headers.get('location')]).toEqual([303, `/i/${invitation.code}#answer`])
      expect(answerOf(await invitationNow())).toEqual([true, 3, 'نحضر جميعاً'])

      const refused = await sendForm(invitation.code, { attends: 'yes', people: '9' }, sameSite)
      expect([refused.status, refused.headers.get('location')]).toEqual([303, `/i/${invitation.code}?refused=bad-input#answer`])
      expect(textOf(await (await open(invitation.code, '?refused=bad-input')).text())).toContain('البيانات المرسلة غير صحيحة')
      expect(textOf(await (await open(invitation.code, '?refused=constructor')).text())).not.toContain('undefined')

      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }] as Record<
        string,
        string
      >[])
        expect((await sendForm(invitation.code, { attends: 'no' }, headers)).status).toBe(403)
      expect(answerOf(await invitationNow())).toEqual([true, 3, 'نحضر جميعاً'])
      expect((await sendForm('ABCDEFGHJKMNPQRSTVWX', { attends: 'no' })).headers.get('location')).toContain('refused=not-found')
      expect(
        (await fetch(`${server.base}/api/invitations/create.php`, { method: 'POST', body: new URLSearchParams({ a: '1' }) })).status,
      ).toBe(401)
    })

    test('is refused for more people than places, after the last day, when answers are off, and after 20 answers', async () => {
      const { backend, invitation } = await host({ answersUntil: '2026-11-18' })
      const { code, eventId } = invitation
      const status = async (answer: object) => (await send(code, answer)).status
      expect(await status({ attends: true, people: 4 })).toBe(400)
      expect(await status({ attends: true, people: 0 })).toBe(400)
      expect(await status({})).toBe(400)
      expect(await status({ attends: true, note: 'ا'.repeat(201) })).toBe(400)
      await backend.events.update({ id: eventId!, answers: 'off' })
      expect(await status({ attends: true })).toBe(409)
      expect(await pageOf(code)).not.toContain('<form')
      await backend.events.update({ id: eventId!, answers: 'on' })
      for (let n = 0; n < 20; n++) expect(await status({ attends: true, people: (n % 3) + 1 })).toBe(200)
      expect(await (await send(code, { attends: false })).json()).toMatchObject({ code: 'answers-used' })
      now = new Date('2026-11-18T21:00:00.000Z')
      expect(await pageOf(code)).not.toContain('<form')
      expect((await backend.invitations.answer({ id: invitation.id, attends: false })).answer).toMatchObject({ attends: false, people: 0 })
    })

    test('may be given until the day of the event at most, and the page says when the time has ended', async () => {
      const { invitation } = await host({ answersUntil: '2026-12-25' })
      expect(textOf(await pageOf(invitation.code))).toContain('حتى الجمعة ٢٠ نوفمبر')
      now = new Date('2026-11-20T22:00:00.000Z')
      const page = await pageOf(invitation.code)
      expect(textOf(page)).toContain('انتهى وقت الرد على هذه الدعوة')
      expect(page).not.toContain('<form')
      expect((await send(invitation.code, { attends: true })).status).toBe(409)
    })

    test('of an event that asks for none has no place on the page', async () => {
      const { invitation } = await host({ answers: 'off' })
      expect(await pageOf(invitation.code)).not.toContain('id="answer"')
    })

    test('that is refused writes nothing, and a line break counts as one character', async () => {
      const { backend, invitation, invitationNow } = await host()
      const sameSite = { origin: 'http://hudur.example', 'sec-fetch-site': 'same-origin' }
      const note = `${'ا'.repeat(97)}\r\n${'ب'.repeat(97)}\r\n\r\n\r\n\r\n`
      expect((await sendForm(invitation.code, { attends: 'yes', people: '3', note }, sameSite)).headers.get('location')).not.toContain(
        'refused',
      )
      expect((await invitationNow()).answer?.note).toBe(`${'ا'.repeat(97)} ${'ب'.repeat(97)}`)
      await backend.invitations.update({ id: invitation.id, maxScans: 2 })
      const page = await pageOf(invitation.code)
      expect(page).toContain('max="2" value="2"')
      const { write } = db
      let writeCount = 0
      Object.assign(db, { write: (...work: Parameters<typeof write>) => ++writeCount && write(...work) })
      expect((await send(invitation.code, { attends: true })).status).toBe(200)
      expect(writeCount).toBe(1)
      expect((await send(invitation.code, { attends: true, people: 3 })).status).toBe(400)
      now = new Date('2026-11-25T09:00:00.000Z')
      expect((await send(invitation.code, { attends: true })).status).toBe(409)
      Object.assign(db, { write })
      expect(writeCount).toBe(1)
    })

    test('that a family link writes down has the name of the link in the history', async () => {
      const { backend, invitation } = await host()
      const link = await backend.links.create({ eventId: invitation.eventId!, role: 'family', name: 'أهل العروس', allotment: 5 })
      const family = (await openLink(server.base, link)).backend
      const [own] = await family.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate: '2026-11-20', guestName: 'ريم' }] })
      await family.invitations.answer({ id: own!.id, attends: true, people: 1 })
      expect(await backend.invitations.history({ id: own!.id })).toMatchObject([{ kind: 'answer', by: 'أهل العروس', isGuests: false }])
    })

    test('of two answers at once one is the last, and both are kept', async () => {
      const { invitation, invitationNow } = await host()
      await Promise.all([1, 2, 3].map(people => send(invitation.code, { attends: true, people })))
      const rows = await db.read.selectFrom('answers').select('people').execute()
      expect(rows.map(({ people }) => people).sort()).toEqual([1, 2, 3])
      expect([1, 2, 3]).toContain((await invitationNow()).answer?.people)
    })

    test('the host writes an answer down at any time, also of a guest who called', async () => {
      const { backend, invitation } = await host()
      now = new Date('2026-11-25T09:00:00.000Z')
      const after = await backend.invitations.answer({ id: invitation.id, attends: true, people: 3, note: 'اتصل' })
      expect(answerOf(after)).toEqual([true, 3, 'اتصل'])
      await expect(backend.invitations.answer({ id: invitation.id, attends: true, people: 4 })).rejects.toMatchObject({
        ...{ code: 'bad-input', message: 'الدعوة لا تتجاوز 3 أشخاص' },
      })
      const { backend: stranger } = await server.callerFor(await addAccount(db, { username: 'stranger' }))
      await expect(stranger.invitations.answer({ id: invitation.id, attends: false })).rejects.toMatchObject({ code: 'not-found' })
    })
  })

  describe('the card', () => {
    const post = (call: 'design' | 'picture', code: string) =>
      fetch(`${server.base}/api/i/${call}.php`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      })

    test('is drawn from the saved design and its picture, and from nothing that the host keeps about the guest', async () => {
      const { backend, invitation } = await host()
      const { code, eventId } = invitation
      await backend.invitations.update({ id: invitation.id, phone: '777000111', side: 'أهل العروس', table: '7' })
      expect(await (await post('design', code)).json()).toMatchObject({ look: null })
      expect((await post('picture', code)).status).toBe(404)
      const { id: pictureId } = await backend.invitations.uploadPicture({ picture: png() })
      const look = { ...FIRST_LOOK, background: { is: 'picture' as const, pictureId } }
      await backend.invitations.saveDesign({ eventId: eventId!, look })

      const text = await (await post('design', code)).text()
      const { invitation: drawn, look: saved } = JSON.parse(text)
      expect(saved).toEqual(look)
      expect(drawn).toMatchObject({ code, guestName: NAME, maxScans: 3, table: '7', createdAt: invitation.createdAt })
      for (const secret of ['كرسي متحرك', '777000111', 'أهل العروس', invitation.userId]) expect(text).not.toContain(secret)
      const picture = await post('picture', code)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    })

    test('of a replaced or cancelled invitation, and after the event, is refused like an unknown one', async () => {
      const { backend, invitation } = await host()
      const { code } = await backend.invitations.reissue({ id: invitation.id })
      expect((await post('design', invitation.code)).status).toBe(404)
      expect((await post('design', code)).status).toBe(200)
      await backend.invitations.cancel({ id: invitation.id })
      expect((await post('design', code)).status).toBe(404)
      await backend.invitations.restore({ id: invitation.id })
      now = new Date('2026-11-25T09:00:00.000Z')
      expect((await post('design', code)).status).toBe(404)
    })
  })

  test('an address may try 60 unknown codes in ten minutes; known codes are answered and not counted; no log has a code', async () => {
    const { invitation } = await host()
    const visit = async (code: string) => (await fetch(`${limited.base}/i/${code}`)).status
    for (let n = 0; n < 70; n++) expect(await visit(invitation.code)).toBe(200)
    const codes = Array.from({ length: 60 }, (_, n) => `MADEUP${String(n).padStart(14, '0')}`)
    for (const code of codes) expect(await visit(code)).toBe(404)
    expect(await visit('MADEUPX')).toBe(429)
    expect((await send('MADEUPX', { attends: true }, limited.base)).status).toBe(429)
    expect(await visit(invitation.code)).toBe(200)
    now = new Date(now.getTime() + 10 * 60_000)
    expect(await visit('MADEUPX')).toBe(404)
    await fetch(`${limited.base}/i/${invitation.code}/calendar.ics`)
    const log = lines.join('')
    expect(log).toContain('"/i/*"')
    expect(log).not.toContain(invitation.code)
    expect(log).not.toContain('MADEUP')
  })
})
