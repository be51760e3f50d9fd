import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { type Engine, emptyDatabase, startDatabase } from './engines.ts'
import { addAccount, startServer } from './server.ts'

const TEMPLATE_PATH = path.resolve(import.meta.dirname, '../../web/guest.html')

export const GUEST_NAME = 'الأستاذ خالد سعيد باوزير'
export const EVENT_DETAILS = {
  startsAt: '20:30',
  place: 'قاعة ليالي أزال؛ شارع حدّة، صنعاء',
  mapUrl: 'https://maps.example/azal',
  hosts: 'الشيخ صالح بن أحمد باعبّاد',
  note: 'العشاء عند التاسعة.\nالمواقف خلف القاعة.',
  phone: '777 123 456',
}

type EventOptions = { date?: string; maxScans?: number; answersUntil?: string; answers?: 'off' } & Partial<typeof EVENT_DETAILS>

/**
 * Starts two servers on one empty database for the tests of the enclosing `describe`: one with the guest's page, and one that also limits
 * requests and logs to `log`. The clock is reset before each test.
 */
export function startGuestPage(engine: Engine) {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let limited: typeof server
  let siteFolder: string
  const log: string[] = []
  const clock = { now: new Date(), step: 0 }
  /** Returns the time, and moves the clock by its step (ms). */
  const readClock = () => {
    const time = clock.now
    if (clock.step !== 0) clock.now = new Date(time.getTime() + clock.step)
    return time
  }

  beforeAll(async () => {
    siteFolder = await mkdtemp(path.join(os.tmpdir(), 'hudur-guests-'))
    await copyFile(TEMPLATE_PATH, path.join(siteFolder, 'guest.html'))
    await writeFile(path.join(siteFolder, 'index.html'), '<!doctype html>the shell')
    db = await startDatabase(engine)
    const options = { now: readClock, siteFolder, publicUrl: new URL('http://hudur.example') }
    server = await startServer(db, options)
    limited = await startServer(db, {
      ...options,
      rateLimit: true,
      logger: { level: 'info', stream: { write: (line: string) => log.push(line) } },
    })
  })
  beforeEach(async () => {
    Object.assign(clock, { now: new Date('2026-11-17T09:00:00.000Z'), step: 0 })
    await emptyDatabase(db)
  })
  afterAll(async () => {
    await server.close()
    await limited.close()
    await db.close()
    await rm(siteFolder, { recursive: true, force: true })
  })

  const postToGuestEndpoint = (
    address: string,
    input: object,
    { base = server.base, fetchAs = fetch }: { base?: string; fetchAs?: typeof fetch } = {},
  ) =>
    fetchAs(`${base}/api/i/${address}.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
  const openGuestPage = (code: string, query = '') => fetch(`${server.base}/i/${code}${query}`, { headers: { accept: 'text/html' } })
  const readGuestPage = async (code: string) => (await openGuestPage(code)).text()

  return {
    clock,
    log,
    get db() {
      return db
    },
    get server() {
      return server
    },
    get limited() {
      return limited
    },
    open: openGuestPage,
    pageOf: readGuestPage,
    /** Returns the text of the page without markup. */
    textOf: (page: string) => page.replace(/<svg[\s\S]*?<\/svg>|<[^>]*>/g, ' ').replace(/\s+/g, ' '),
    /** Sends a request to one of the endpoints for guests. */
    post: postToGuestEndpoint,

    /** Creates a host who has invited a guest to an event on 20 November. */
    async host({ maxScans = 3, ...details }: EventOptions = {}) {
      const { backend } = await server.callerFor(await addAccount(db, { username: 'host' }))
      const invited = { guestName: GUEST_NAME, generationType: 'custom', maxScans, note: 'كرسي متحرك' } as const
      const [invitation] = await backend.invitations.create({
        invitations: [{ eventName: 'زفاف محمّد وسارة', eventDate: '2026-11-20', ...invited }],
      })
      await backend.events.update({ id: invitation!.eventId!, ...EVENT_DETAILS, ...details })
      const readInvitation = async () => (await backend.invitations.list({})).rows[0]!
      return { backend, invitation: invitation!, invitationNow: readInvitation }
    },
  }
}
