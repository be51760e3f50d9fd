import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, startDatabase } from '../testing/engines.ts'
import { addAccount, startServer } from '../testing/server.ts'
import type { Database } from './database/database.ts'
import { diskWatch, spaceOf } from './disk.ts'

const GB = 2 ** 30

const createTestWatch = (spaces: ({ free: number; total: number } | Error)[]) => {
  const lines: [string, string][] = []
  const logTo = (level: string) => (_what: object, sentence: string) => void lines.push([level, sentence])
  const watch = diskWatch({
    folder: '.',
    log: { info: logTo('info'), warn: logTo('warn'), error: logTo('error') },
    every: 10,
    measure: async () => {
      const space = spaces.length > 1 ? spaces.shift()! : spaces[0]!
      if (space instanceof Error) throw space
      return space
    },
  })
  return { watch, lines }
}

test.each([
  [{ free: GB, total: 10 * GB }, false],
  [{ free: GB - 1, total: 10 * GB }, true],
  [{ free: 5 * GB, total: 100 * GB }, false],
  [{ free: 5 * GB - 1, total: 100 * GB }, true],
])('for a disk with %o isLow returns %s', async (space, isLow) => {
  const { watch } = createTestWatch([space])
  expect([watch.isLow(), watch.space()]).toEqual([false, undefined])
  await watch.start()
  watch.stop()
  expect([watch.isLow(), watch.space()]).toEqual([isLow, space])
})

test('diskWatch logs each change between scarce and sufficient space once', async () => {
  const [low, fine] = [
    { free: 1, total: GB },
    { free: 9 * GB, total: 10 * GB },
  ]
  const { watch, lines } = createTestWatch([fine, low, low, new Error('gone'), low, fine])
  await watch.start()
  await expect.poll(() => lines).toHaveLength(3)
  watch.stop()
  const scarce = ['warn', 'the disk is nearly full: forms are refused, scans go on']
  const room = ['info', 'the disk has room again']
  expect(lines).toEqual([scarce, ['error', 'the free space of the disk is not known'], room])
})

test('spaceOf returns the free and total bytes of a folder', async () => {
  const { free, total } = await spaceOf('.')
  expect(free).toBeGreaterThan(0)
  expect(total).toBeGreaterThan(free)
})

describe.each(ENGINES)('the server on %s', engine => {
  let db: Database
  let folder: string
  beforeEach(async () => {
    db = await startDatabase(engine)
    folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-disk-'))
  })
  afterEach(async () => {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  const outcomeTextOf = (call: Promise<unknown>) =>
    call.then(
      () => 'answered',
      (cause: unknown) => (cause instanceof Refusal ? cause.message : String(cause)),
    )

  test('a nearly full disk refuses forms and still admits scans', async () => {
    let isLow = true
    const space = { free: 0.4 * GB, total: 10 * GB }
    const server = await startServer(db, { disk: { space: () => space, isLow: () => isLow } })
    const { backend: host } = await server.callerFor(await addAccount(db, { username: 'host' }))
    const { backend: office } = await server.callerFor(await addAccount(db, { username: 'office', isAdmin: true }))
    const { backend: visitor } = server.caller()
    const message = { fullName: 'سارة', email: 'sara@example.com', subject: 'سؤال', message: 'كم دعوة؟' }
    const invitationRequest = { eventName: 'زفاف', eventDate: '2027-01-14', eventType: 'wedding', phone: '777123456' } as const
    const sendForms = () =>
      Promise.all([
        outcomeTextOf(visitor.messages.create(message)),
        outcomeTextOf(visitor.requests.order(invitationRequest)),
        outcomeTextOf(host.requests.create(invitationRequest)),
        outcomeTextOf(visitor.accounts.register({ fullName: 'سارة', username: 'sara', password: 'كلمة-سر 1' })),
      ])
    expect(await sendForms()).toEqual(Array.from({ length: 4 }, () => texts.diskIsLow))
    const [created] = await host.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'سارة' }] })
    expect((await host.checkIn.check({ qr_code: created!.id })).outcome).toBe('admitted')

    expect(await office.installation.warnings({})).toEqual([texts.diskWarning('0.4')])
    await expect(host.installation.warnings({})).rejects.toMatchObject({ code: 'not-allowed' })
    const readMetrics = async () => (await fetch(`${server.base}/metrics`)).text()
    expect(await readMetrics()).toMatch(/^hudur_disk_low 1$/m)
    expect(await readMetrics()).toMatch(/^hudur_disk_free_bytes 429496729/m)
    const refused = await fetch(`${server.base}/api/messages/create.php`, { method: 'POST' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])

    isLow = false
    expect(await sendForms()).toEqual(Array.from({ length: 4 }, () => 'answered'))
    expect(await office.installation.warnings({})).toEqual([])
    await server.close()
  })
})
