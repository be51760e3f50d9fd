import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect } from 'vitest'
import { mailSender } from '../src/mail/sender.ts'
import type { Engine } from './engines.ts'
import { mailServer } from './mail-server.ts'
import { office } from './office.ts'

/** Waits for what is bound to happen. */
export async function until(isSo: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 200 && !(await isSo()); tries++) await wait(25)
  expect(await isSo()).toBe(true)
}

/** For one `describe`: an office that sends mail to a real mail server, by a clock of its own. */
export function postOffice(engine: Engine) {
  const clock = { at: Date.parse('2026-11-20T12:00:00Z') }
  const now = () => new Date(clock.at)
  const told: string[] = []
  let mails: Awaited<ReturnType<typeof mailServer>>
  let senders: ReturnType<typeof mailSender>[] = []

  const rooms = office(engine, {
    now,
    publicUrl: new URL('https://hudur.example'),
    mail: { wake: () => senders[0]?.wake() },
  })

  const stopSending = async () => {
    for (const sender of senders) await sender.stop()
    senders = []
  }

  beforeEach(async () => {
    mails = await mailServer()
    told.length = 0
  })
  afterEach(async () => {
    await stopSending()
    await mails.stop()
  })

  return {
    ...rooms,
    clock,
    now,
    /** What the senders said of problems. */
    told,
    received: () => mails.received,
    rows: () => rooms.db().read.selectFrom('mails').selectAll().orderBy('id').execute(),
    stopSending,
    /** A sender as one more process would run it; unless it is told to look often, it looks only when it is woken. */
    send(every = 3_600_000) {
      const url = `smtp://127.0.0.1:${mails.port}`
      const sender = mailSender({ db: rooms.db(), now, url, from: 'حُضور <no-reply@hudur.example>', every })
      const tell = (_cause: unknown, what: string) => told.push(what)
      senders.push(sender)
      sender.start({ warn: tell, error: tell })
    },
    /** The mail server goes down, and comes back where it was. */
    goDown: () => mails.stop(),
    async comeBack() {
      mails = await mailServer(mails.port)
    },
  }
}
