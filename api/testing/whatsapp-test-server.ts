import type { Invitation } from '@hudur/core/invitations/invitation'
import { afterEach, beforeEach, expect } from 'vitest'
import { whatsappSettings } from '../src/whatsapp/account.ts'
import { queuePlanned } from '../src/whatsapp/plans.ts'
import { whatsappIn } from '../src/whatsapp/repository.ts'
import { whatsappSender } from '../src/whatsapp/sender.ts'
import type { WhatsAppAccount } from '../src/whatsapp/settings.ts'
import type { Engine } from './engines.ts'
import { waitUntil } from './mail-test-server.ts'
import { startTestServer } from './test-server.ts'
import { META, postWebhook, startWhatsAppServer } from './whatsapp-server.ts'

const DAY_MS = 86_400_000

/** Starts a server for the tests of the enclosing `describe`, whose WhatsApp number is at a stand-in of Meta. `clock.at`: its time (ms). */
export function startWhatsAppTestServer(engine: Engine, { event = '2026-12-20' } = {}) {
  const clock = { at: Date.parse('2026-12-01T09:00:00.000Z') }
  const start = clock.at
  const now = () => new Date(clock.at)
  let meta: Awaited<ReturnType<typeof startWhatsAppServer>>
  const problems: unknown[] = []
  let senders: ReturnType<typeof whatsappSender>[] = []
  const templateOf = (name: string) => ({ name, language: 'ar' })
  const account: WhatsAppAccount = {
    ...{
      token: META.token,
      phoneId: META.phoneId,
      accountId: META.accountId,
      version: META.version,
      url: '',
      origin: 'https://hudur.example',
    },
    templates: { invitation: templateOf('invitation'), reminder: templateOf('reminder'), thanks: templateOf('thanks') },
  }
  const config = { account, webhook: { appSecret: META.appSecret, verifyToken: META.verifyToken }, missing: [] }

  const testServer = startTestServer(engine, {
    now,
    publicUrl: new URL('https://hudur.example'),
    whatsapp: { config, wake: () => senders.at(-1)?.wake() },
  })

  const stopSending = async () => {
    for (const sender of senders) await sender.stop()
    senders = []
  }

  beforeEach(async () => {
    clock.at = start
    meta = await startWhatsAppServer(now)
    account.url = meta.url
  })
  afterEach(async () => {
    await stopSending()
    expect(problems.splice(0)).toEqual([])
    await meta.stop()
  })

  const rows = () => testServer.db().read.selectFrom('whatsapp_messages').selectAll().orderBy('created_at').orderBy('id').execute()

  const isIdle = async () => !(await whatsappIn(testServer.db().read).hasWork(now(), new Date(clock.at + 1)))

  return {
    ...testServer,
    clock,
    now,
    config,
    meta: () => meta,
    rows,
    stopSending,
    /** Starts a sender, as one more process would; it looks for messages every 25 ms. */
    startSender({ maxRate = 5_000, timeoutMs = 20_000 } = {}) {
      const sender = whatsappSender({
        ...{ db: testServer.db(), now, timeZone: 'Asia/Aden', account, hasWebhook: true, every: 25, maxRate, timeoutMs },
        queuePlanned: () => queuePlanned({ db: testServer.db(), now, timeZone: 'Asia/Aden' }, { account, callingCode: '967' }),
      })
      senders.push(sender)
      sender.start({ warn: () => {}, error: cause => problems.push(cause) })
      return sender
    },
    /** Signs in a host with an event and `count` invited guests, each with a number of their own. */
    async host(count: number, { maxScans = 1 } = {}) {
      const host = await testServer.signIn({ limit: count * maxScans + 10 })
      const invitations = await host.invitations.create({
        invitations: Array.from({ length: count }, (_, n) => ({
          ...{ eventName: 'زفاف سارة', eventDate: event, guestName: `ضيف ${n + 1}`, phone: `+9677710${String(n).padStart(5, '0')}` },
          ...{ generationType: 'custom' as const, maxScans },
        })),
      })
      const ids = invitations.map(({ id }) => id)
      const statesOf = async () => new Map((await host.invitations.list({})).rows.map((one: Invitation) => [one.id, one.whatsapp] as const))
      return { host, invitations, ids, eventId: invitations[0]!.eventId!, statesOf }
    },
    /** Waits until the sender has read what the account may send. */
    untilReady: () => waitUntil(async () => (await whatsappSettings(testServer.db()).account()) !== undefined),
    /** Waits until no message is due or being sent. */
    untilIdle: () => waitUntil(isIdle),
    isIdle,
    countWaiting: () => whatsappIn(testServer.db().read).countWaiting(),
    tomorrow: () => {
      clock.at += DAY_MS + 1_000
    },
    post: (report: object, secret?: string) => postWebhook(testServer.base(), report, secret),
  }
}
