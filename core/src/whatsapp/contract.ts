import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import { boundedList, Moment, Reference, wholeNumber, wordOfAnswer } from '../inputs.ts'
import * as texts from '../texts.ts'

/** The kinds of messages that hosts send. */
const SentKind = z.enum(['invitation', 'reminder', 'thanks'])
export type SentKind = z.infer<typeof SentKind>

/** The kinds of messages. `question`: the question to a guest who comes, how many people come. */
export type WhatsAppKind = SentKind | 'question'

/**
 * Why a message was not sent, or not delivered. `limit`: it waits until Meta allows more people. `lost`: Meta's answer was lost. `changed`: the
 * invitation was reissued or cancelled before. `over`: its event was over before. `unreachable`: the number has no WhatsApp. `capped` and `experiment`: Meta does not
 * deliver it. `stopped`: the person stopped the office's messages. `window`: the person wrote more than 24 hours ago. `busy`: Meta was
 * overloaded for hours. `text`: Meta does not take a name in the message. `country`: offices may not write to this country. The reasons from
 * `token` on stop the sending until the office mends them, or until Meta has prepared a new template (`preparing`).
 */
export type WhatsAppReason =
  | ('limit' | 'lost' | 'changed' | 'over' | 'unreachable' | 'capped' | 'experiment' | 'stopped' | 'window' | 'busy')
  | ('picture' | 'text' | 'country' | 'other')
  | ('token' | 'number' | 'payment' | 'account' | 'template' | 'paused' | 'preparing')

/** Why a message is not added to the queue. */
export type SendRefusal = 'no-phone' | 'not-sendable' | 'already-sent' | 'too-often' | 'stopped' | 'over' | 'answered' | 'not-arrived'

/** The maximum number of invitations to which one call sends. */
const MAX_WHATSAPP_PER_CALL = 10_000

/** How many messages of one kind an invitation gets at most. */
export const MAX_MESSAGES_OF_KIND = 5

/** The categories in which Meta sorts templates, and by which it charges. */
export type TemplateCategory = 'marketing' | 'utility'

/** What a call sends, or would send. */
const SendResult = z.object({
  queued: z.int(),
  refused: z.array(z.object({ id: z.string(), reason: wordOfAnswer<SendRefusal>() })),
  /** How many of the messages go out within Meta's limit of people now, and how many on later days. */
  today: z.int(),
  later: z.int(),
  /** An estimate in USD by Meta's prices of the day `at`. `unpriced`: the messages to countries without a known price. */
  costs: z.object({ usd: z.number(), unpriced: z.int(), at: z.string() }),
  category: wordOfAnswer<TemplateCategory>(),
  /** Why nothing is sent until the office mends it; null where messages are sent. */
  stopped: z.nullable(wordOfAnswer<WhatsAppReason>()),
})
export type SendResult = z.infer<typeof SendResult>

/** The steps of the set-up, in the order in which they are done. */
type SetupStepName = 'settings' | 'token' | 'number' | 'limit' | 'template' | 'category' | 'webhook' | 'sending'
const SetupStep = z.object({
  step: wordOfAnswer<SetupStepName>(),
  state: wordOfAnswer<'fine' | 'warning' | 'missing' | 'unknown'>(),
  /** What was found or is missing, as Meta names it: names of settings, a number, a limit, the status of a template, the code of a refusal. */
  value: z.nullable(z.string()),
  /** Why nothing is sent until the office mends it. */
  stopped: z.optional(wordOfAnswer<WhatsAppReason>()),
})
export type SetupStep = z.infer<typeof SetupStep>

/** A time of the day, such as 18:00. */
const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, texts.badInput))

/** The earliest and the latest day before an event on which its guests are reminded. */
const REMINDER_DAYS = { min: 1, max: 30 }

/** When guests are reminded, and thanked on the day after the event; null where they are not. */
const PlanFields = {
  remind: z.nullable(z.object({ days: wholeNumber(REMINDER_DAYS.min, REMINDER_DAYS.max), at: TimeOfDay })),
  thank: z.nullable(z.object({ at: TimeOfDay })),
}

/** A planned message: when it is sent, how many guests it would reach now, and when it was sent. */
const PlannedMessage = z.object({ dueAt: Moment, guests: z.int(), doneAt: z.nullable(Moment) })
const Plan = z.object({ ...PlanFields, reminder: z.nullable(PlannedMessage), thanks: z.nullable(PlannedMessage) })
export type Plan = z.infer<typeof Plan>

export const whatsapp = defineResource({
  /**
   * Queues a message to the guest of each invitation, once for each kind; with `again` also where one was sent before, or may have been. With
   * `isPreview` it only returns what it would do. Invitations that are not in scope are left out; throws `not-found` when none is in scope, and
   * `whatsapp-off` where the installation has no WhatsApp number or no template of this kind.
   */
  send: {
    method: 'POST',
    path: '/whatsapp/send.php',
    access: 'user',
    size: 1024 * 1024,
    input: z.object({
      ids: boundedList(
        z.array(Reference, texts.badInput).check(z.minLength(1, texts.badInput)),
        MAX_WHATSAPP_PER_CALL,
        texts.tooMany(MAX_WHATSAPP_PER_CALL),
      ),
      kind: z._default(SentKind, 'invitation'),
      again: z.optional(z.boolean()),
      isPreview: z.optional(z.boolean()),
    }),
    output: SendResult,
    offline: 'refuse',
    changesReplica: true,
  },
  /** Returns the steps of the set-up, as the settings and Meta show them now. Asks Meta, for at most 10 s. */
  check: {
    method: 'GET',
    path: '/whatsapp/check.php',
    access: 'admin',
    input: z.object({}),
    output: z.array(SetupStep),
    offline: 'refuse',
  },
  /** Returns when the guests of an event are reminded and thanked by themselves. Throws `not-found`. */
  plan: {
    method: 'GET',
    path: '/whatsapp/plan.php',
    access: 'user',
    query: ['eventId'],
    input: z.object({ eventId: Reference }),
    output: Plan,
    offline: 'refuse',
  },
  /** Sets when the guests of an event are reminded and thanked; null stops it. Throws `not-found` and `whatsapp-off`. */
  savePlan: {
    method: 'PUT',
    path: '/whatsapp/save-plan.php',
    access: 'user',
    input: z.object({ eventId: Reference, ...PlanFields }),
    output: Plan,
    offline: 'refuse',
  },
})
