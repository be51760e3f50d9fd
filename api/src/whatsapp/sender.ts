import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isOver } from '@hudur/core/events/night'
import * as texts from '@hudur/core/texts'
import type { WhatsAppKind } from '@hudur/core/whatsapp/contract'
import type { Database } from '../database/database.ts'
import { formatFullDay } from '../guests/page.ts'
import { settingsIn } from '../installation/repository.ts'
import { type AccountState, readAccount, type Stop, whatsappSettings } from './account.ts'
import { graphClient, type Outcome, outcomeOf } from './graph.ts'
import type { MessageChange } from './message-state.ts'
import { createPace } from './pace.ts'
import { type DueMessage, whatsappIn } from './repository.ts'
import type { WhatsAppAccount } from './settings.ts'
import { sendPath, templateMessage, textMessage } from './template.ts'

type Log = { warn: (cause: unknown, message: string) => void; error: (cause: unknown, message: string) => void }

type Options = {
  db: Database
  now: () => Date
  timeZone: string
  account: WhatsAppAccount
  /** Whether Meta reports to this installation what became of messages. */
  hasWebhook: boolean
  /** Queues the messages of plans that are due. Called at each look. */
  queuePlanned?: (() => Promise<void>) | undefined
  /** How often (ms) the sender looks for due messages. */
  every?: number
  /** The most messages a second, and the time-out (ms) of a request, in place of the default ones. */
  maxRate?: number
  timeoutMs?: number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** How long (ms) a process may be silent before another one sends in its place, and how often it says that it is there. */
const LEASE_MS = 30 * SECOND
const LEASE_RENEWAL_MS = 10 * SECOND
/** How long (ms) what Meta said of the account counts. */
const ACCOUNT_AGE_MS = 60 * MINUTE
/** After which time (ms) a stop is tested. */
const STOP_MS = 10 * MINUTE
const STOP_WAIT_MS = 5 * SECOND
const MAX_IN_FLIGHT = 64
/** The shortest time (ms) between two messages to the same person. */
const SAME_PERSON_MS = 6 * SECOND
/** How often a message is tried that Meta refuses for a while, and the longest pause (ms) between two tries. */
const MAX_TRIES = 8
const MAX_RETRY_MS = 60 * MINUTE
/** How long (ms) the number of people who were written to is not counted again. */
const PEOPLE_AGE_MS = 30 * SECOND
const LIMIT_WINDOW_MS = 24 * 60 * MINUTE
const MAX_RESULTS_PER_WRITE = 200

/** Thrown inside a write when another process has become the sender. */
class LeaseLost extends Error {}

/**
 * Returns the sender of queued messages. One process sends at a time, and a message is marked in the database before its request, so that
 * none is sent twice: where the response is lost, or the process dies, the message is `unsure`. The memory does not depend on the length of
 * the queue.
 */
export function whatsappSender(options: Options) {
  const { db, now, timeZone, account, hasWebhook, every = 2 * SECOND, maxRate, timeoutMs } = options
  const graph = graphClient(account, timeoutMs)
  const settings = whatsappSettings(db)
  const pace = createPace(maxRate)
  const holder = randomUUID()
  const inFlight = new Set<Promise<void>>()
  const results: MessageChange[] = []
  let lease: { value: string; until: number } | undefined
  let state: AccountState | undefined
  let people: { count: number; first: string | null; at: number } | undefined
  let isProbing = false
  /** Whether a stop of an earlier start was tested: its cause may have been mended before this start. */
  let isStopTested = false
  let log: Log | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let flushing: Promise<void> | undefined
  let isRepeatDue = false
  let isStopped = false

  /** Becomes the sender, or stays it. Returns false while another process is. */
  async function holdLease() {
    const at = now().getTime()
    if (lease && lease.until - at > LEASE_MS - LEASE_RENEWAL_MS) return true
    const stored = await settings.sender()
    const other = stored === undefined ? undefined : (JSON.parse(stored) as { holder: string; until: number })
    const isOwn = other?.holder === holder
    // A SQLite file belongs to one process, so another holder has ended.
    if (other && !isOwn && other.until > at && db.engine === 'postgres') return false
    const value = JSON.stringify({ holder, until: at + LEASE_MS })
    if (!(await settings.replaceSender(stored, value))) return false
    lease = { value, until: at + LEASE_MS }
    if (!isOwn) await giveUpStale(new Date(at + 1))
    return true
  }

  /** Marks messages as unsure whose process ended before their responses arrived. */
  async function giveUpStale(triedBefore: Date) {
    for (;;) {
      const at = now()
      const ids = await whatsappIn(db.read).stale(triedBefore, MAX_RESULTS_PER_WRITE)
      const changes = ids.map(id => ({ id, state: 'unsure' as const, at: at.toISOString(), reason: 'lost' as const }))
      await db.write(trx => whatsappIn(trx).settle(changes, { now: at, hasWebhook }))
      if (ids.length < MAX_RESULTS_PER_WRITE) return
    }
  }

  async function stopSending(stop: Pick<Stop, 'reason' | 'code' | 'kinds'>) {
    const at = now()
    await settings.saveStop({ ...stop, since: at.toISOString(), until: new Date(at.getTime() + STOP_MS).toISOString() })
    log?.warn(stop, `WhatsApp messages are not sent: ${stop.reason} (${stop.code}). The page «واتساب» says what to do`)
  }

  /** Reads what the account may send where it is unknown, old, or changed. Returns whether messages may be sent. */
  async function refreshAccount() {
    state ??= await settings.account()
    const changedAt = await settings.changedAt()
    const readAt = state ? Date.parse(state.readAt) : Number.NEGATIVE_INFINITY
    if (state && now().getTime() - readAt < ACCOUNT_AGE_MS && (changedAt === undefined || Date.parse(changedAt) <= readAt)) return true
    const read = await readAccount(account, graph, now())
    if ('failed' in read) {
      const outcome = outcomeOf(read.failed)
      if (outcome.is === 'stops') await stopSending({ reason: outcome.reason, code: outcome.error.code, kinds: null })
      return outcome.is !== 'stops' && state !== undefined
    }
    state = read
    await settings.saveAccount(state)
    return true
  }

  /** Returns the kinds that cannot be sent now: null for all. Ends a stop after its time, and then sends one message only. */
  async function blockedKinds(): Promise<readonly WhatsAppKind[] | null> {
    const stop = await settings.stop()
    const isTested = stop !== undefined && (!isStopTested || Date.parse(stop.until) <= now().getTime())
    isStopTested = true
    if (isTested) {
      state = undefined
      await settings.saveChangedAt(now())
      await settings.saveStop(undefined)
      isProbing = true
    }
    if (stop && !isTested && stop.kinds === null) return null
    if (!(await refreshAccount())) return null
    const unready = (['invitation', 'reminder', 'thanks'] as const).filter(kind => state?.templates[kind]?.status !== 'APPROVED')
    return [...new Set([...unready, ...(stop && !isTested ? (stop.kinds ?? []) : [])])]
  }

  async function countPeople() {
    if (people && Math.abs(now().getTime() - people.at) < PEOPLE_AGE_MS) return people
    const { people: count, first } = await whatsappIn(db.read).contacted(now())
    people = { count, first, at: now().getTime() }
    return people
  }

  /** Takes due messages from the queue and marks them as being sent. */
  async function claim(count: number, blocked: readonly WhatsAppKind[]) {
    const limit = state?.people ?? null
    const contacted = limit === null ? undefined : await countPeople()
    return db.write(async trx => {
      const messages = whatsappIn(trx)
      if ((await settingsIn(trx).get('whatsapp_sender')) !== lease?.value) throw new LeaseLost()
      const at = now()
      const due = await messages.lockDue(at, count, blocked)
      if (due.length === 0) return []
      const phones = [...new Set(due.map(({ phone }) => phone))]
      const [lastTries, stopped] = [await messages.lastTries(phones, at), await messages.stoppedOf(phones)]
      const chosen: DueMessage[] = []
      const dropped: MessageChange[] = []
      const waiting: string[] = []
      let newPeople = 0
      let isLimitReached = false
      const drop = (id: string, reason: 'changed' | 'over' | 'stopped') =>
        dropped.push({ id, state: 'failed', at: at.toISOString(), reason })
      for (const message of due) {
        const { id, kind, phone } = message
        const last = lastTries.get(phone)
        const isNew = kind !== 'question' && last === undefined
        if (message.is_cancelled === 1 || message.code !== message.present_code) drop(id, 'changed')
        else if (kind !== 'thanks' && isOver({ date: message.event_date }, at, timeZone)) drop(id, 'over')
        else if (stopped.has(phone)) drop(id, 'stopped')
        else if (last !== undefined && at.getTime() - Date.parse(last) < SAME_PERSON_MS) waiting.push(id)
        else if (isNew && contacted && contacted.count + newPeople >= limit!) isLimitReached = true
        else {
          if (isNew) newPeople++
          lastTries.set(phone, at.toISOString())
          chosen.push(message)
        }
      }
      await messages.begin(chosen, at)
      await messages.settle(dropped, { now: at, hasWebhook })
      await messages.postpone(waiting, new Date(at.getTime() + SAME_PERSON_MS))
      if (isLimitReached)
        await messages.postponeNewPeople(
          at,
          new Date((contacted?.first ? Date.parse(contacted.first) : at.getTime()) + LIMIT_WINDOW_MS + 1),
        )
      if (contacted) contacted.count += newPeople
      return chosen
    })
  }

  function bodyOf(message: DueMessage) {
    const { id, kind, phone: to, code, event_name: event, event_date, guest_name: guest, max_scans } = message
    const link = `${account.origin}/i/${code}`
    if (kind === 'question')
      return { path: sendPath(undefined), body: textMessage({ id, to, text: texts.whatsapp.howMany(event, max_scans, link) }) }
    const template = state!.templates[kind]!
    const picture = message.picture_id === null ? `${account.origin}/og.png` : `${account.origin}/p/${message.picture_id}.jpg`
    const facts = { guest, event, day: formatFullDay(event_date), code, picture }
    return { path: sendPath(template.category), body: templateMessage(account.templates[kind]!, template, { id, to, facts }) }
  }

  /** Returns what a message has become, and slows down or stops the sending where Meta asks for it. */
  async function settleOutcome({ id, kind, tries }: DueMessage, outcome: Outcome): Promise<MessageChange> {
    const at = now()
    const change = { id, at: at.toISOString() }
    const later = (waitMs: number, error: MessageChange['error']) =>
      ({ ...change, state: 'queued', error: error ?? null, nextTryAt: new Date(at.getTime() + waitMs).toISOString() }) as const
    switch (outcome.is) {
      case 'accepted':
        isProbing = false
        return { ...change, state: 'accepted', messageId: outcome.messageId, waId: outcome.waId }
      case 'unsure':
        return { ...change, state: 'unsure', reason: 'lost' }
      case 'failed':
        isProbing = false
        return { ...change, state: 'failed', error: outcome.error, reason: outcome.reason }
      case 'stops': {
        const isOfTemplate = ['template', 'paused', 'preparing'].includes(outcome.reason)
        await stopSending({ reason: outcome.reason, code: outcome.error.code, kinds: isOfTemplate ? [kind] : null })
        return later(0, outcome.error)
      }
      default:
        if (outcome.slows) pace.slowDown(outcome.waitMs)
        else if (tries + 1 >= MAX_TRIES) return { ...change, state: 'failed', error: outcome.error, reason: 'busy' }
        return later(outcome.slows ? outcome.waitMs : Math.min(MAX_RETRY_MS, outcome.waitMs * 2 ** tries), outcome.error)
    }
  }

  async function flushResults() {
    while (results.length > 0) {
      const some = results.slice(0, MAX_RESULTS_PER_WRITE)
      try {
        await db.write(trx => whatsappIn(trx).settle(some, { now: now(), hasWebhook }))
        results.splice(0, some.length)
      } catch (cause) {
        log?.error(cause, 'results of WhatsApp messages could not be stored; they are stored again')
        // Without the results, a restart finds the messages as being sent, and counts them as unsure.
        if (isStopped) return
        await wait(SECOND)
      }
    }
  }

  function addResult(change: MessageChange) {
    results.push(change)
    flushing ??= flushResults().finally(() => {
      flushing = undefined
    })
  }

  function start(message: DueMessage) {
    const { path, body } = bodyOf(message)
    const sending = graph
      .post(`${account.phoneId}/${path}`, body)
      .then(reply => settleOutcome(message, outcomeOf(reply)))
      .then(addResult)
      .catch(cause => log?.error(cause, `WhatsApp message ${message.id} has no result`))
      .finally(() => inFlight.delete(sending))
    inFlight.add(sending)
  }

  async function sendDueMessages() {
    // Read before the first message, so that hosts learn the limit before they send.
    if (!state) await refreshAccount()
    const staleBefore = new Date(now().getTime() - 4 * MINUTE)
    if (!(await whatsappIn(db.read).hasWork(now(), staleBefore)) || !(await holdLease())) return
    await giveUpStale(staleBefore)
    while (!isStopped && (await holdLease())) {
      const blocked = await blockedKinds()
      if (blocked === null) break
      const free = isProbing ? Number(inFlight.size === 0) : MAX_IN_FLIGHT - inFlight.size
      const count = pace.take(free)
      const claimed = count > 0 ? await claim(count, blocked) : []
      pace.giveBack(count - claimed.length)
      for (const message of claimed) start(message)
      if (count > 0 && claimed.length === 0 && inFlight.size === 0 && results.length === 0) {
        // Messages that wait for a while are due again at a later look.
        if (!(await whatsappIn(db.read).isDue(now(), blocked))) break
      }
      if (claimed.length < count || count === 0) await wait(20)
    }
    await Promise.all(inFlight)
    await flushing
  }

  const trigger = () => {
    if (!log || isStopped) return
    if (running) isRepeatDue = true
    else
      running = (async () => {
        do {
          isRepeatDue = false
          await options.queuePlanned?.()
          await sendDueMessages()
        } while (isRepeatDue && !isStopped)
      })()
        .catch((cause: unknown) => {
          if (cause instanceof LeaseLost) lease = undefined
          else log?.warn(cause, 'WhatsApp messages could not be looked after')
        })
        .finally(() => {
          running = undefined
        })
  }

  return {
    /** Looks for due messages now instead of at the next interval. Returns at once. */
    wake: trigger,
    rate: pace.rate,
    /** Starts to send, including what an earlier process has left. */
    start(senderLog: Log) {
      log = senderLog
      timer = setInterval(trigger, every).unref()
      trigger()
    },
    /** Stops after the requests in progress, which it awaits for at most 5 s. */
    async stop() {
      isStopped = true
      clearInterval(timer)
      await Promise.race([(async () => void (await Promise.all([running, ...inFlight])))(), wait(STOP_WAIT_MS, undefined, { ref: false })])
      await flushing
      // Another process need not wait for the end of the lease.
      if (lease && inFlight.size === 0) await settings.replaceSender(lease.value, JSON.stringify({ holder, until: 0 }))
    },
  }
}
