import { type Actor, scopeOfActor } from '@hudur/core/actor'
import { addDays, dayInTimeZone, momentOfHour } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import type { EventDetails } from '@hudur/core/events/contract'
import { hasBegun, isOver } from '@hudur/core/events/night'
import { groupBy } from '@hudur/core/group-by'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { toInternationalDigits } from '@hudur/core/phone'
import { Refusal } from '@hudur/core/refusals'
import {
  MAX_MESSAGES_OF_KIND,
  type Plan,
  type SendRefusal,
  type SendResult,
  type SentKind,
  type SetupStep,
} from '@hudur/core/whatsapp/contract'
import { estimateCosts } from '@hudur/core/whatsapp/prices'
import type { Kysely } from 'kysely'
import { editBudgetOf, editCountFor } from '../accounts/edit-budget.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { lockEvent } from '../events/writes.ts'
import { lockInvitations } from '../invitations/writes.ts'
import { type AccountState, LIMIT_FIELD, numberPath, parseLimit, templatePath, whatsappSettings } from './account.ts'
import { fieldOf, type GraphReply, graphClient, listOf, outcomeOf, textOf } from './graph.ts'
import { type NewMessage, whatsappIn } from './repository.ts'
import { REQUIRED_SETTINGS, type WhatsAppConfig, type WhatsAppService } from './settings.ts'
import { templateFrom } from './template.ts'

type WhatsAppDeps = Pick<Deps, 'db' | 'now' | 'timeZone'> & { whatsapp: WhatsAppService | undefined; callingCode: string }

/** The shortest and the longest number with its country code, in digits (E.164). */
const PHONE_DIGITS = /^[1-9]\d{7,14}$/

/** Returns the digits to which a message goes; undefined for a text that is no number. */
function phoneDigitsOf(phone: string | null, callingCode: string) {
  const digits = phone === null ? '' : toInternationalDigits(phone, callingCode)
  return PHONE_DIGITS.test(digits) ? digits : undefined
}

type Decision = { messages: NewMessage[]; refused: SendResult['refused'] }

/** Returns why an invitation gets no message of a kind, whatever was sent before; undefined where it may get one. */
function refusalOf(
  invitation: Invitation,
  kind: SentKind,
  event: EventDetails | undefined,
  { now, timeZone }: { now: Date; timeZone: string },
) {
  if (!event || invitation.state !== 'valid' || invitation.isPending) return 'not-sendable'
  if (kind === 'thanks') {
    if (!invitationRules.canBeThanked(invitation) || !hasBegun(event, now, timeZone)) return 'not-arrived'
    return invitation.thankedAt === null ? undefined : 'already-sent'
  }
  if (isOver(event, now, timeZone)) return 'over'
  return kind === 'reminder' && invitationRules.presentAnswer(invitation) !== undefined ? 'answered' : undefined
}

/** Decides which of the invitations get a message of a kind. */
export async function decideMessages(
  trx: Kysely<Tables>,
  invitations: readonly Invitation[],
  { kind, again = false }: { kind: SentKind; again?: boolean | undefined },
  { now, timeZone, callingCode }: { now: Date; timeZone: string; callingCode: string },
): Promise<Decision> {
  const events = await eventsIn(trx).findAll([...groupBy(invitations, ({ eventId }) => eventId ?? '').keys()], { userId: undefined })
  const eventById = new Map(events.map(event => [event.id, event]))
  const phones = new Map(invitations.map(one => [one.id, phoneDigitsOf(one.phone, callingCode)]))
  const stopped = await whatsappIn(trx).stoppedOf([...new Set(phones.values())].filter(phone => phone !== undefined))
  const earlier = await whatsappIn(trx).earlier(
    invitations.map(({ id }) => id),
    kind,
  )
  const decision: Decision = { messages: [], refused: [] }
  for (const invitation of invitations) {
    const { id, eventId } = invitation
    const phone = phones.get(id)
    const sent = earlier.get(id)
    const refuse = (reason: SendRefusal) => decision.refused.push({ id, reason })
    const reason = refusalOf(invitation, kind, eventById.get(eventId ?? ''), { now, timeZone })
    if (reason) refuse(reason)
    else if (phone === undefined) refuse('no-phone')
    else if (stopped.has(phone)) refuse('stopped')
    else if (sent && (sent.isWaiting || !again)) refuse('already-sent')
    else if (sent && sent.count >= MAX_MESSAGES_OF_KIND) refuse('too-often')
    else decision.messages.push({ invitation, kind, phone, reason: null })
  }
  return decision
}

/** Returns to how many of the people messages go today, by Meta's limit and the queue. */
async function peopleToday(trx: Kysely<Tables>, phones: readonly string[], state: AccountState | undefined, now: Date) {
  const limit = state ? state.people : parseLimit(undefined)
  if (limit === null) return phones.length
  const known = await whatsappIn(trx).lastTries(phones, now)
  const { people } = await whatsappIn(trx).contacted(now)
  const free = Math.max(0, limit - people - (await whatsappIn(trx).countWaitingPeople()))
  return Math.min(phones.length, known.size + free)
}

/** The calls of the office's WhatsApp number. Without one, they are refused. */
export function whatsappService({ db, now, timeZone, whatsapp, callingCode }: WhatsAppDeps): Services<typeof contract.whatsapp> {
  const settings = whatsappSettings(db)

  /** Throws `whatsapp-off` where no message of this kind can be sent. */
  function requireKind(kind: SentKind) {
    const account = whatsapp?.config.account
    if (!account?.templates[kind]) throw new Refusal('whatsapp-off')
    return account
  }

  async function send(actor: Actor, { ids, kind = 'invitation', again, isPreview }: EndpointInput<typeof contract.whatsapp.send>) {
    requireKind(kind)
    const [state, stop] = [await settings.account(), await settings.stop()]
    const result = await db.write(async trx => {
      const at = now()
      const { invitations } = await lockInvitations(trx, actor, ids, { now: at, timeZone })
      const { messages, refused } = await decideMessages(trx, invitations, { kind, again }, { now: at, timeZone, callingCode })
      const phones = [...new Set(messages.map(({ phone }) => phone))]
      const today = await peopleToday(trx, phones, state, at)
      const first = new Set(phones.slice(0, today))
      const later = messages.filter(({ phone }) => !first.has(phone))
      for (const message of later) message.reason = 'limit'
      if (!isPreview && messages.length > 0) {
        const edits = editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, at))
        await edits.refuseBeyond()
        await whatsappIn(trx).add(messages, { byId: actor.id, now: at })
        await edits.count(editCountFor(messages.length))
      }
      const category = state?.templates[kind]?.category ?? 'marketing'
      const costs = estimateCosts(
        messages.map(({ phone }) => phone),
        category,
      )
      return { queued: messages.length, refused, today: messages.length - later.length, later: later.length, costs, category }
    })
    if (!isPreview) whatsapp?.wake()
    const isStopped = stop && (stop.kinds === null || stop.kinds.includes(kind))
    return { ...result, stopped: isStopped ? stop.reason : null }
  }

  /** Returns the steps of the set-up. A step that needs an earlier one is `unknown` while that one is missing. */
  async function check(): Promise<SetupStep[]> {
    const { account, webhook, missing } = whatsapp?.config ?? { account: undefined, webhook: undefined, missing: REQUIRED_SETTINGS }
    const webhookAt = await settings.webhookAt()
    const steps: SetupStep[] = []
    const add = (step: SetupStep['step'], state: SetupStep['state'], value: string | null = null) => steps.push({ step, state, value })
    add('settings', missing.length === 0 ? 'fine' : 'missing', missing.join(' ') || null)
    if (account) {
      const graph = graphClient(account, 10_000)
      const number = await graph.get(numberPath(account))
      const isAnswered = typeof number !== 'string' && number.status === 200
      const outcome = outcomeOf(number)
      const error = 'error' in outcome ? outcome.error : null
      const isTokenWrong = outcome.is === 'stops' && outcome.reason === 'token'
      add('token', isTokenWrong ? 'missing' : typeof number === 'string' ? 'unknown' : 'fine', isTokenWrong ? String(error?.code) : null)
      const found = isAnswered ? number.body : undefined
      const status = textOf(fieldOf(found, 'status'))
      const name = [fieldOf(found, 'verified_name'), fieldOf(found, 'display_phone_number'), status].filter(Boolean).join(' · ')
      add(
        'number',
        isAnswered ? (status === 'CONNECTED' ? 'fine' : 'missing') : isTokenWrong || !error ? 'unknown' : 'missing',
        name || (isTokenWrong ? null : (error?.details ?? null)),
      )
      const tier = textOf(fieldOf(found, LIMIT_FIELD))
      add('limit', isAnswered ? (tier === 'TIER_250' || tier === undefined ? 'warning' : 'fine') : 'unknown', tier ?? null)
      await addTemplateSteps(add, async template => graph.get(templatePath(account, template)), account.templates, isAnswered)
    } else for (const step of ['token', 'number', 'limit', 'template', 'category'] as const) add(step, 'unknown')
    add('webhook', webhook ? (webhookAt === undefined ? 'warning' : 'fine') : 'missing', webhookAt ?? null)
    const stop = account && (await settings.stop())
    if (stop) steps.push({ step: 'sending', state: 'missing', value: String(stop.code), stopped: stop.reason })
    else add('sending', account ? 'fine' : 'unknown')
    return steps
  }

  async function addTemplateSteps(
    add: (step: SetupStep['step'], state: SetupStep['state'], value?: string | null) => void,
    read: (name: string) => Promise<GraphReply>,
    templates: NonNullable<WhatsAppConfig['account']>['templates'],
    isAnswered: boolean,
  ) {
    if (!isAnswered) {
      for (const step of ['template', 'category'] as const) add(step, 'unknown')
      return
    }
    const found = await Promise.all(
      Object.values(templates).map(async name => {
        const reply = await read(name.name)
        const template = typeof reply === 'string' ? undefined : templateFrom(reply.body, name)
        return { name: name.name, template, isListed: typeof reply !== 'string' && listOf(fieldOf(reply.body, 'data')).length > 0 }
      }),
    )
    const unready = found.filter(({ template }) => template?.status !== 'APPROVED')
    const statusOf = ({ name, template, isListed }: (typeof found)[number]) =>
      `${name}: ${template?.status ?? (isListed ? 'LANGUAGE' : 'NONE')}`
    add('template', unready.length === 0 ? 'fine' : 'missing', (unready.length > 0 ? unready : found).map(statusOf).join(' · '))
    const category = found[0]?.template?.category
    add('category', category === undefined ? 'unknown' : category === 'marketing' ? 'warning' : 'fine', category?.toUpperCase() ?? null)
  }

  /** Finds an event in scope. Throws `not-found`. */
  async function findEvent(reads: Kysely<Tables>, actor: Actor, eventId: string) {
    const event = await eventsIn(reads).find(eventId, scopeOfActor(actor))
    if (!event) throw new Refusal('not-found')
    return event
  }

  async function readPlan(reads: Kysely<Tables>, event: EventDetails): Promise<Plan> {
    const row = await whatsappIn(reads).plan(event.id)
    const times = plannedTimes(event, row, timeZone)
    const countOf = (kind: 'reminder' | 'thanks') => whatsappIn(reads).countPlanned(event.id, kind)
    return {
      remind: row?.remind_days == null || row.remind_at === null ? null : { days: row.remind_days, at: row.remind_at },
      thank: row?.thank_at == null ? null : { at: row.thank_at },
      reminder: times.reminder && { dueAt: times.reminder.toISOString(), guests: await countOf('reminder'), doneAt: row!.reminded_at },
      thanks: times.thanks && { dueAt: times.thanks.toISOString(), guests: await countOf('thanks'), doneAt: row!.thanked_at },
    }
  }

  return {
    send: ({ actor, input }) => send(actor, input),
    check,
    async plan({ actor, input: { eventId } }) {
      return readPlan(db.read, await findEvent(db.read, actor, eventId))
    },
    async savePlan({ actor, input: { eventId, remind, thank } }) {
      if (remind) requireKind('reminder')
      if (thank) requireKind('thanks')
      requireKind('invitation')
      return db.write(async trx => {
        const { event } = await lockEvent(trx, eventId, scopeOfActor(actor))
        await editBudgetOf(trx, actor.id, dayInTimeZone(timeZone, now())).take()
        await whatsappIn(trx).savePlan(event.id, { remind, thank, byId: actor.id, now: now() })
        return readPlan(trx, event)
      })
    },
  }
}

type PlanRow = { remind_days: number | null; remind_at: string | null; thank_at: string | null }

/** Returns when the guests of an event are reminded and thanked; null where they are not. */
export function plannedTimes({ date }: Pick<EventDetails, 'date'>, plan: PlanRow | undefined, timeZone: string) {
  const at = (day: string, time: string) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return momentOfHour(timeZone, day, hours + minutes / 60)
  }
  return {
    reminder: plan?.remind_days != null && plan.remind_at !== null ? at(addDays(date, -plan.remind_days), plan.remind_at) : null,
    thanks: plan?.thank_at != null ? at(addDays(date, 1), plan.thank_at) : null,
  }
}
