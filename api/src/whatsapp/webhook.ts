import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { foldSpelling } from '@hudur/core/arabic'
import { MAX_ANSWERS } from '@hudur/core/guests/contract'
import { guestStateOf, mayGuestAnswer } from '@hudur/core/guests/guest-state'
import { presentAnswer } from '@hudur/core/invitations/rules'
import type { Deps } from '../deps.ts'
import { guestsIn } from '../guests/repository.ts'
import { announcedAnswer, hasAnswer } from '../invitations/answers.ts'
import { answersIn } from '../invitations/answers-repository.ts'
import { whatsappSettings } from './account.ts'
import { fieldOf, listOf, metaErrorOf, reasonOf, textOf } from './graph.ts'
import type { MessageChange } from './message-state.ts'
import { whatsappIn } from './repository.ts'
import { parsePayload } from './template.ts'

/** How many statuses one write stores, so that scans are stored in between, and how many answers are stored at once. */
const STATUSES_PER_WRITE = 50
const ANSWERS_AT_ONCE = 8

/** For how long (ms) statuses of further webhooks are stored together. */
const COLLECTING_MS = 50

/** How long (ms) the time of the last webhook is not stored again. */
const SEEN_INTERVAL_MS = 60_000

/** Returns whether the app's secret has signed these bytes. `header`: that of the request, `sha256=…`. */
export function isSigned(body: Uint8Array, header: string | undefined, appSecret: string) {
  const [, digest] = /^sha256=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  return digest !== undefined && timingSafeEqual(Buffer.from(digest, 'hex'), createHmac('sha256', appSecret).update(body).digest())
}

/** Returns whether two texts are equal, in a time that does not depend on where they differ. */
export const isSameSecret = (given: string, secret: string) => {
  const digestOf = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digestOf(given), digestOf(secret))
}

type Status = MessageChange & { messageId: string; isOwnId: boolean }
type Tap = { id: string; payload: string; at: Date; phone: string | undefined; userId: string | undefined; messageId: string | undefined }
type Preference = { who: string[]; isStopped: boolean /** The message with which the person wished it. */; messageId?: string }
/** The number and the user id of a person, before and after a change of either. */
type PersonChange = Record<'from' | 'to', { phone: string | undefined; userId: string | undefined }>

/** The longest id that Meta gives. */
const MAX_ID_LENGTH = 512
const idOf = (value: unknown) => {
  const text = textOf(value)
  return text !== undefined && text !== '' && text.length <= MAX_ID_LENGTH && /^[\x21-\x7e]+$/.test(text) ? text : undefined
}
const MAX_WISH_LENGTH = 40
const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const

/** Reads a time in seconds; one that is missing or in the future becomes `now`. */
function timeOf(value: unknown, now: Date) {
  const seconds = Number(value)
  return seconds > 0 && seconds * 1_000 < now.getTime() ? new Date(seconds * 1_000) : now
}

/** Reads a status; undefined for one that the product does not know. */
function statusFrom(value: unknown, now: Date): Status | undefined {
  const state = STATUSES.find(one => one === fieldOf(value, 'status'))
  const messageId = idOf(fieldOf(value, 'id'))
  if (state === undefined || messageId === undefined) return undefined
  const ownId = idOf(fieldOf(value, 'biz_opaque_callback_data'))
  const error = state === 'failed' ? (metaErrorOf(listOf(fieldOf(value, 'errors'))[0]) ?? { code: 0, details: '' }) : null
  return {
    ...{
      id: ownId ?? messageId,
      isOwnId: ownId !== undefined,
      messageId,
      state,
      at: timeOf(fieldOf(value, 'timestamp'), now).toISOString(),
    },
    ...{ waId: idOf(fieldOf(value, 'recipient_id')) ?? null, userId: idOf(fieldOf(value, 'recipient_user_id')) ?? null },
    ...{ error, reason: error && reasonOf(error.code) },
  }
}

/** Reads the tap on a quick reply; undefined for any other message. */
function tapFrom(value: unknown, now: Date): Tap | undefined {
  const [id, payload] = [idOf(fieldOf(value, 'id')), textOf(fieldOf(fieldOf(value, 'button'), 'payload'))]
  if (fieldOf(value, 'type') !== 'button' || id === undefined || payload === undefined) return undefined
  return {
    ...{ id, payload, at: timeOf(fieldOf(value, 'timestamp'), now), phone: idOf(fieldOf(value, 'from')) },
    ...{ userId: idOf(fieldOf(value, 'from_user_id')), messageId: idOf(fieldOf(fieldOf(value, 'context'), 'id')) },
  }
}

function preferenceFrom(value: unknown): Preference | undefined {
  const wish = fieldOf(value, 'value')
  const who = [idOf(fieldOf(value, 'wa_id')), idOf(fieldOf(value, 'user_id'))].filter(one => one !== undefined)
  return (wish === 'stop' || wish === 'resume') && who.length > 0 ? { who, isStopped: wish === 'stop' } : undefined
}

/** The messages with which a person stops or resumes the office's messages, folded as `foldSpelling` does. */
const STOP_TEXTS = ['stop', 'unsubscribe', 'ايقاف', 'اوقف', 'اوقفوا', 'توقف', 'توقفوا', 'قف', 'الغاء الاشتراك'].map(foldSpelling)
const RESUME_TEXTS = ['start', 'ابدا', 'استئناف'].map(foldSpelling)

/** Reads a text that consists of a wish to stop or to resume; undefined for any other message. */
function wishFrom(value: unknown): Preference | undefined {
  const body = textOf(fieldOf(fieldOf(value, 'text'), 'body'))
  const messageId = idOf(fieldOf(value, 'id'))
  if (fieldOf(value, 'type') !== 'text' || messageId === undefined || body === undefined || body.length > MAX_WISH_LENGTH) return undefined
  const text = foldSpelling(body.toWellFormed().replace(/[^\p{L}\p{M}\s]/gu, ' '))
  const who = [idOf(fieldOf(value, 'from')), idOf(fieldOf(value, 'from_user_id'))].filter(one => one !== undefined)
  const isStopped = STOP_TEXTS.includes(text)
  return who.length > 0 && (isStopped || RESUME_TEXTS.includes(text)) ? { who, isStopped, messageId } : undefined
}

/** Reads the report that a person has another number or user id; undefined for any other message. */
function personChangeFrom(value: unknown): PersonChange | undefined {
  const system = fieldOf(value, 'system')
  const type = textOf(fieldOf(system, 'type'))
  if (fieldOf(value, 'type') !== 'system' || (type !== 'user_changed_number' && type !== 'user_changed_user_id')) return undefined
  return {
    from: { phone: idOf(fieldOf(value, 'from')), userId: idOf(fieldOf(system, 'previous_user_id')) },
    to: { phone: type === 'user_changed_number' ? idOf(fieldOf(system, 'wa_id')) : undefined, userId: idOf(fieldOf(system, 'user_id')) },
  }
}

/** The fields of webhooks that say that a template or the limit of people has changed. */
const CHANGED_FIELDS = [
  'template_category_update',
  'message_template_status_update',
  'message_template_components_update',
  'business_capability_update',
]

/** Reads a webhook of Meta. What it has of other numbers, and what the product does not know, is left out. */
function readWebhook(body: unknown, phoneId: string | undefined, now: Date) {
  const changes = listOf(fieldOf(body, 'entry')).flatMap(entry => listOf(fieldOf(entry, 'changes')))
  const values = changes.map(change => ({ field: fieldOf(change, 'field'), value: fieldOf(change, 'value') }))
  const own = values.filter(({ value }) => {
    const id = textOf(fieldOf(fieldOf(value, 'metadata'), 'phone_number_id'))
    return id === undefined || id === phoneId
  })
  const all = <Item>(name: string, read: (item: unknown) => Item | undefined) =>
    own.flatMap(({ value }) => listOf(fieldOf(value, name)).flatMap(item => read(item) ?? []))
  return {
    statuses: all('statuses', item => statusFrom(item, now)),
    taps: all('messages', item => tapFrom(item, now)),
    preferences: [...all('user_preferences', preferenceFrom), ...all('messages', wishFrom)],
    personChanges: all('messages', personChangeFrom),
    isAccountChanged: values.some(({ field }) => CHANGED_FIELDS.includes(String(field))),
  }
}

type WebhookDeps = Pick<Deps, 'db' | 'now' | 'timeZone'> & { phoneId: string | undefined; wake: () => void }

/** Returns a function that stores what a webhook reports. It may be called with the same report many times, and in any order. */
export function webhookReceiver({ db, now, timeZone, phoneId, wake }: WebhookDeps) {
  const settings = whatsappSettings(db)
  let seenAt = Number.NEGATIVE_INFINITY

  async function storeStatuses(statuses: readonly Status[]) {
    for (let n = 0; n < statuses.length; n += STATUSES_PER_WRITE) {
      const some = statuses.slice(n, n + STATUSES_PER_WRITE)
      await db.write(async trx => {
        const messages = whatsappIn(trx)
        const { known, byMessage } = await messages.idsOf(
          some.filter(({ isOwnId }) => isOwnId).map(({ id }) => id),
          some.map(({ messageId }) => messageId),
        )
        const changes = some.flatMap(status => {
          const id = status.isOwnId && known.has(status.id) ? status.id : byMessage.get(status.messageId)
          return id === undefined ? [] : [{ ...status, id }]
        })
        await messages.settle(changes, { now: now(), hasWebhook: true })
      })
    }
  }

  let collected: { statuses: Status[]; stored: Promise<void> } | undefined

  /** Stores statuses together with those of other webhooks that arrive soon, because a write for each of a thousand would take seconds. */
  function addStatuses(statuses: readonly Status[]) {
    if (!collected) {
      const own: Status[] = []
      const stored = wait(COLLECTING_MS).then(() => {
        collected = undefined
        return storeStatuses(own)
      })
      collected = { statuses: own, stored }
    }
    collected.statuses.push(...statuses)
    return collected.stored
  }

  /**
   * Stores the tap on a quick reply as the guest's answer, and asks a guest who comes with others for their number. It does nothing where the
   * tap was received before, does not come from the person to whom the message went, is older than the guest's answer, or where the page
   * would not take the answer either.
   */
  const storeTap = ({ id, payload, at: tappedAt, phone, userId, messageId }: Tap) =>
    db.write(async trx => {
      const given = parsePayload(payload)
      const at = now()
      const messages = whatsappIn(trx)
      if (!given || !(await messages.receive(id, at))) return
      const { byMessage } = await messages.idsOf([], messageId === undefined ? [] : [messageId])
      const ownId = messageId === undefined ? undefined : byMessage.get(messageId)
      // Where the answer to the request was lost, no message has this id yet.
      const message = ownId === undefined ? await messages.findByCode(given.code) : await messages.find(ownId)
      if (message?.code !== given.code || (ownId === undefined && message.message_id !== null && messageId !== undefined)) return
      const isOfGuest =
        phone === undefined
          ? userId !== undefined && (message.user_id === userId || (message.user_id === null && ownId !== undefined))
          : phone === message.phone || phone === message.wa_id
      if (!isOfGuest) return
      const read = {
        id: message.id,
        state: 'read',
        at: tappedAt.toISOString(),
        messageId: messageId ?? null,
        userId: userId ?? null,
      } as const
      await messages.settle([read], { now: at, hasWebhook: true })
      await answersIn(trx).lock(message.invitation_id)
      const found = await guestsIn(trx).find(message.invitation_id)
      const times = { now: at, timeZone }
      if (!found || !mayGuestAnswer(guestStateOf(found.invitation, given.code, times), found.event, times)) return
      const { invitation, event } = found
      if (invitation.answer && Date.parse(invitation.answer.at) >= tappedAt.getTime() + 1_000) return
      const before = presentAnswer(invitation)
      // The number of people that the guest has given on the page stays.
      if (given.attends && before && before.people > 0) return
      const answer = announcedAnswer({ attends: given.attends, people: invitation.maxScans }, invitation)
      if (hasAnswer(invitation, answer) || (await answersIn(trx).countOfGuest(invitation)) >= MAX_ANSWERS) return
      await answersIn(trx).add(invitation, { ...answer, userId: null, linkId: null, now: at, answeredAt: tappedAt })
      if (!given.attends || invitation.maxScans === 1 || event.answers === 'off') return
      await messages.add([{ invitation, kind: 'question', phone: message.phone, reason: null }], { byId: message.by_id, now: at })
    })

  return async function receive(body: unknown) {
    const { statuses, taps, preferences, personChanges, isAccountChanged } = readWebhook(body, phoneId, now())
    if (performance.now() - seenAt > SEEN_INTERVAL_MS) {
      seenAt = performance.now()
      await settings.saveWebhookAt(now())
    }
    if (statuses.length > 0) await addStatuses(statuses)
    if (personChanges.length > 0)
      await db.write(async trx => {
        for (const { from, to } of personChanges) await whatsappIn(trx).changePerson(from, to, now())
      })
    for (let n = 0; n < taps.length; n += ANSWERS_AT_ONCE) await Promise.all(taps.slice(n, n + ANSWERS_AT_ONCE).map(storeTap))
    if (preferences.length > 0)
      await db.write(async trx => {
        for (const { who, isStopped, messageId } of preferences)
          if (messageId === undefined || (await whatsappIn(trx).receive(messageId, now())))
            await whatsappIn(trx).setStopped(who, isStopped, now())
      })
    if (isAccountChanged) await settings.saveChangedAt(now())
    if (taps.length > 0 || isAccountChanged) wake()
  }
}
