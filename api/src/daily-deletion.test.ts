import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, startDatabase } from '../testing/engines.ts'
import { addAccount, startServer } from '../testing/server.ts'
import { dailyDeletion } from './daily-deletion.ts'
import type { Database } from './database/database.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-21T18:00:00Z')

describe.each(ENGINES)('the daily deletion on %s', engine => {
  let db: Database
  let now: Date
  let log: string[]
  beforeEach(async () => {
    db = await startDatabase(engine)
    now = new Date(START)
    log = []
  })
  afterEach(() => db.close())

  /** Starts the deletion as a start of the server does. */
  async function startDeletion(every?: number) {
    const write = (level: string) => (_details: unknown, sentence: string) => log.push(`${level}: ${sentence}`)
    const deletion = dailyDeletion({
      ...{ db, now: () => now, timeZone: 'Asia/Aden' },
      log: { info: write('info'), warn: write('warn'), error: write('error') },
      ...(every !== undefined && { every }),
    })
    await deletion.start()
    return deletion
  }

  async function addMessage(id: string, daysBefore: number) {
    const created_at = new Date(START - daysBefore * DAY).toISOString()
    const row = { full_name: '', email: '', subject: '', message: '', source: 'website', status: 'new' } as const
    await db.write(trx =>
      trx
        .insertInto('messages')
        .values({ ...row, id, created_at })
        .execute(),
    )
  }
  const readMessageIds = async () => (await db.read.selectFrom('messages').select('id').orderBy('id').execute()).map(({ id }) => id)

  test('a clock 400 days ahead deletes nothing, and is logged once', async () => {
    ;(await startDeletion()).stop()
    const server = await startServer(db, { now: () => now })
    const { backend } = await server.callerFor(await addAccount(db, { username: 'host' }))
    const [guest] = await backend.invitations.create({ invitations: [{ guestName: 'هدى', eventName: 'زفاف', eventDate: '2026-11-25' }] })
    await backend.links.create({ eventId: guest!.eventId!, role: 'family', name: 'أهل العروس', allotment: 4 })
    await addMessage('young', 1)
    await addMessage('expired', 366)
    const readLink = () => db.read.selectFrom('links').select('allotment').executeTakeFirst()

    now = new Date(START + 400 * DAY)
    const deletion = await startDeletion(10)
    await new Promise(resolve => setTimeout(resolve, 100))
    deletion.stop()
    expect(deletion.clock()).toMatchObject({ isAhead: true, daysAhead: 400 })
    expect(await readMessageIds()).toEqual(['expired', 'young'])
    expect(await readLink()).toEqual({ allotment: 4 })
    expect((await db.read.selectFrom('sessions').select('id').execute()).length).toBe(1)
    expect(log).toEqual([expect.stringMatching(/^warn: nothing expired is deleted: the clock is 400 days ahead of 2026-/)])

    now = new Date(START + 60_000)
    const right = await startDeletion()
    right.stop()
    expect(right.clock()).toMatchObject({ isAhead: false })
    expect(await readMessageIds()).toEqual(['young'])
    await server.close()
  })

  test('deletion begins again without a restart when the clock is set right', async () => {
    ;(await startDeletion()).stop()
    await addMessage('expired', 366)
    now = new Date(START + 400 * DAY)
    const deletion = await startDeletion(10)
    expect(await readMessageIds()).toEqual(['expired'])
    now = new Date(START + 60_000)
    await expect.poll(readMessageIds).toEqual([])
    deletion.stop()
    expect(log.at(-1)).toBe('info: expired rows are deleted again: the clock counts as right')
  })

  test('administrators see by how many days the clock is ahead', async () => {
    const clock = { isAhead: true, daysAhead: 400, trusted: now.toISOString() }
    const server = await startServer(db, { clock: () => clock })
    const { backend: office } = await server.callerFor(await addAccount(db, { username: 'office', isAdmin: true }))
    const readMetrics = async () => (await fetch(`${server.base}/metrics`)).text()
    expect(await office.installation.warnings({})).toEqual([expect.stringMatching(/^ساعة الخادم متقدمة 400 يوم عن آخر وقت/)])
    expect(await readMetrics()).toMatch(/^hudur_clock_ahead 1$/m)
    clock.isAhead = false
    expect(await office.installation.warnings({})).toEqual([])
    expect(await readMetrics()).toMatch(/^hudur_clock_ahead 0$/m)
    await server.close()
  })
})
