import type { Database } from '../database/database.ts'
import { type DueMail, mailsIn } from './repository.ts'
import { mailTransport } from './transport.ts'

/** The sender as services see it: `wake` sends queued mail now instead of at the next interval. It returns at once. */
export type MailTrigger = { wake: () => void }

/** The log for failed attempts and for mail that is given up. */
type Log = { warn: (cause: unknown, message: string) => void; error: (cause: unknown, message: string) => void }

type Options = {
  db: Database
  now: () => Date
  /** The address of the mail server, and the sender of the e-mails. */
  url: string
  from: string
  /** How often (ms) the sender looks for due mail. */
  every?: number
}

const MINUTE = 60_000
/** The waits (ms) after the failed attempts; after the last wait there is one more attempt. */
const RETRY_DELAYS_MS = [1, 5, 30, 2 * 60, 6 * 60, 24 * 60].map(minutes => minutes * MINUTE)
/** How long (ms) a mail is claimed: longer than any attempt. After a crash it is then due again. */
const CLAIM_DURATION_MS = 5 * MINUTE
const BATCH_SIZE = 20

/** Returns a sender of the queued mail. A process claims a mail before it sends it. No write is open meanwhile. */
export function mailSender({ db, now, url, from, every = 5_000 }: Options) {
  const transport = mailTransport(url)
  const domain = /@([^\s<>]+)/.exec(from)?.[1]
  let log: Log | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isRepeatDue = false
  let stopped = false

  async function attemptSending({ id, recipient, subject, body, tries }: DueMail) {
    try {
      await transport.sendMail({
        from,
        // As an object, the address is used as a whole and never parsed as a list.
        to: { name: '', address: recipient },
        subject,
        text: body,
        // The same id for every attempt, so that a mailbox recognizes a second copy.
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'ar' },
      })
    } catch (cause) {
      const wait = RETRY_DELAYS_MS[tries]
      await db.write(trx => mailsIn(trx).failed(id, wait === undefined ? null : new Date(now().getTime() + wait)))
      if (wait === undefined) log?.error(cause, `mail ${id} could not be sent and is given up`)
      else log?.warn(cause, `mail ${id} could not be sent; it will be tried again`)
      return
    }
    await db.write(trx => mailsIn(trx).sent(id, now()))
  }

  async function sendDueMails() {
    do {
      isRepeatDue = false
      for (const mail of await mailsIn(db.read).due(now(), BATCH_SIZE)) {
        if (stopped) return
        const claimedUntil = new Date(now().getTime() + CLAIM_DURATION_MS)
        if (await db.write(trx => mailsIn(trx).claim(mail, claimedUntil))) await attemptSending(mail)
        // The query is limited, so more mail may be due.
        isRepeatDue = true
      }
    } while (isRepeatDue && !stopped)
  }

  const triggerSending = () => {
    if (!log || stopped) return
    if (running) isRepeatDue = true
    else
      running = sendDueMails()
        .catch((cause: unknown) => log?.warn(cause, 'mail could not be looked after'))
        .finally(() => {
          running = undefined
        })
  }

  return {
    wake: triggerSending,

    /** Starts to send mail, including mail that an earlier process has left. */
    start(mailLog: Log) {
      log = mailLog
      timer = setInterval(triggerSending, every)
      timer.unref()
      triggerSending()
    },

    /** Stops after the current e-mail. */
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
      transport.close()
    },
  }
}
