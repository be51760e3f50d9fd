import nodemailer from 'nodemailer'
import type { Database } from '../database/database.ts'
import { type DueMail, mailsIn } from './repository.ts'

/** What a service may do about mail: have what its write queued sent now, and not only when the sender looks next. Waits for nothing. */
export type Mail = { wake: () => void }

/** Where problems are told. */
type Log = { warn: (cause: unknown, what: string) => void; error: (cause: unknown, what: string) => void }

type Options = {
  db: Database
  now: () => Date
  /** The mail server, and who the mail comes from. */
  url: string
  from: string
  /** How often to look for mail whose time has come, in milliseconds. */
  every?: number
}

const MINUTE = 60_000
/** How long to wait after each failure; after the last there is no other attempt. */
const WAITS = [1, 5, 30, 2 * 60, 6 * 60, 24 * 60].map(minutes => minutes * MINUTE)
/** How long an attempt belongs to who claimed it: longer than any lasts. After a crash in the middle of one, the time until the next. */
const CLAIM = 5 * MINUTE
const AT_ONCE = 20

/** Sends what waits in the table, outside any write, each to its reader once, also with several processes on one database. */
export function mailSender({ db, now, url, from, every = 5_000 }: Options) {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s<>]+)/.exec(from)?.[1]
  let log: Log | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  /** False when another process has it. */
  const claim = (mail: DueMail) => db.write(trx => mailsIn(trx).claim(mail, new Date(now().getTime() + CLAIM)))

  async function attempt({ id, recipient, subject, body, tries }: DueMail) {
    try {
      await transport.sendMail({
        from,
        // As an object: the address is taken whole and never read as a list.
        to: { name: '', address: recipient },
        subject,
        text: body,
        // The same for every attempt, so that a reader's mailbox knows a second copy.
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'ar' },
      })
    } catch (cause) {
      const wait = WAITS[tries]
      await db.write(trx => mailsIn(trx).failed(id, wait === undefined ? null : new Date(now().getTime() + wait)))
      if (wait === undefined) log?.error(cause, `mail ${id} could not be sent and is given up`)
      else log?.warn(cause, `mail ${id} could not be sent; it will be tried again`)
      return
    }
    await db.write(trx => mailsIn(trx).sent(id, now()))
  }

  async function pass() {
    do {
      again = false
      for (const mail of await mailsIn(db.read).due(now(), AT_ONCE)) {
        if (stopped) return
        if (await claim(mail)) await attempt(mail)
        // Whatever is left is looked for again.
        again = true
      }
    } while (again && !stopped)
  }

  const wake = () => {
    if (!log || stopped) return
    if (running) again = true
    else
      running = pass()
        .catch((cause: unknown) => log?.warn(cause, 'mail could not be looked after'))
        .finally(() => {
          running = undefined
        })
  }

  return {
    wake,

    /** Begins to look for mail, what an earlier process left included. */
    start(tellTo: Log) {
      log = tellTo
      timer = setInterval(wake, every)
      timer.unref()
      wake()
    },

    /** Ends after the letter under way. */
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
      transport.close()
    },
  }
}
