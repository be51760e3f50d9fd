import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect } from 'vitest'
import { mailSender } from '../src/mail/sender.ts'
import type { Engine } from './engines.ts'
import { startMailServer } from './mail-server.ts'
import { startTestServer } from './test-server.ts'

/** Waits until `isReached` returns true, for at most about 5 s; the test fails otherwise. */
export async function waitUntil(isReached: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 200 && !(await isReached()); tries++) await wait(25)
  expect(await isReached()).toBe(true)
}

/**
 * Starts a server for the tests of the enclosing `describe`, which sends mail to a real SMTP server. The tests set its clock: `clock.at`
 * (ms).
 */
export function startMailTestServer(engine: Engine) {
  const clock = { at: Date.parse('2026-11-20T12:00:00Z') }
  const now = () => new Date(clock.at)
  const warnings: string[] = []
  let mails: Awaited<ReturnType<typeof startMailServer>>
  let senders: ReturnType<typeof mailSender>[] = []

  const testServer = startTestServer(engine, {
    now,
    publicUrl: new URL('https://hudur.example'),
    mail: { wake: () => senders[0]?.wake() },
  })

  const stopSending = async () => {
    for (const sender of senders) await sender.stop()
    senders = []
  }

  beforeEach(async () => {
    mails = await startMailServer()
    warnings.length = 0
  })
  afterEach(async () => {
    await stopSending()
    await mails.stop()
  })

  return {
    ...testServer,
    clock,
    now,
    /** The problems that the senders logged. */
    warnings,
    received: () => mails.received,
    rows: () => testServer.db().read.selectFrom('mails').selectAll().orderBy('id').execute(),
    stopSending,
    /**
     * Starts a mail sender, as one more process would. It looks for due mail every `every` ms; the default is so long that it looks only
     * when it is woken.
     */
    send(every = 3_600_000) {
      const url = `smtp://127.0.0.1:${mails.port}`
      const sender = mailSender({ db: testServer.db(), now, url, from: 'حُضور <no-reply@hudur.example>', every })
      const recordWarning = (_cause: unknown, message: string) => warnings.push(message)
      senders.push(sender)
      sender.start({ warn: recordWarning, error: recordWarning })
    },
    /** Stops the mail server; `comeBack` starts it again on the same port. */
    goDown: () => mails.stop(),
    async comeBack() {
      mails = await startMailServer(mails.port)
    },
  }
}
