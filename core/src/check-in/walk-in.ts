import * as z from 'zod/mini'
import { hasLetterOrDigit } from '../arabic.ts'
import { IdempotencyKey, MAX_NAME_LENGTH, Moment, Reference, textLine, wholeNumber } from '../inputs.ts'
import * as texts from '../texts.ts'

/** The longest note of a walk-in, in characters. */
export const MAX_WALK_IN_NOTE_LENGTH = 200

/** The maximum number of walk-ins of an event, without removed ones. */
export const MAX_EVENT_WALK_INS = 5_000

/** How many people one walk-in may be for. */
export const MAX_WALK_IN_PEOPLE = 1_000

/** The fields of an admission without a card, as people at a gate enter them. */
const WalkInFields = {
  /** Empty only when a device uploads again a walk-in whose name it no longer stores. */
  name: textLine(MAX_NAME_LENGTH, texts.walkIn.name),
  people: wholeNumber(1, MAX_WALK_IN_PEOPLE),
  /** A note such as who vouches for these people. */
  note: z.optional(z.nullable(textLine(MAX_WALK_IN_NOTE_LENGTH))),
}

/** Returns whether a walk-in has a name, or comes from a device that no longer stores the name. */
const isNamedOrForgotten = ({ name, scannedAt }: { name: string; scannedAt?: string | undefined }) =>
  hasLetterOrDigit(name) || (name === '' && scannedAt !== undefined)

export const WalkInInput = z
  .object({
    /** The event. Required from an account; a door link admits to its own event. */
    eventId: z.optional(Reference),
    ...WalkInFields,
    /** The idempotency key: a repeated walk-in counts once. */
    nonce: IdempotencyKey,
    /** The gate at which an account admits. For a door link, the name of the link is the gate. */
    gate: z.optional(textLine(100)),
    /**
     * The device's own clock at an admission that the device has decided without a server. Such a walk-in is never refused: what the link may
     * not admit becomes a conflict. Missing where the people still wait for the answer.
     */
    scannedAt: z.optional(Moment),
    /** By how many milliseconds the device's clock was measured to be behind the server's. */
    clockOffset: z.optional(z.int()),
  })
  .check(z.refine(isNamedOrForgotten, { error: texts.walkIn.name, path: ['name'] }))

/** The answer to a walk-in. `isCounted`: false for a conflict. `remaining`: how many more people the door link may admit; null: any number. */
export const WalkInAnswer = z.object({ success: z.literal(true), people: z.int(), isCounted: z.boolean(), remaining: z.nullable(z.int()) })
export type WalkInAnswer = z.infer<typeof WalkInAnswer>

/** People who were admitted without a card. `name` is empty after its retention. */
export const WalkIn = z.object({
  id: z.string(),
  eventId: z.string(),
  name: z.string(),
  people: z.int(),
  note: z.nullable(z.string()),
  gate: z.nullable(z.string()),
  at: Moment,
  /** Whether the figures include these people. Otherwise it is a conflict, until the owner accepts it. */
  isCounted: z.boolean(),
  /** Whether the owner has seen the conflict. */
  isSeen: z.boolean(),
})
export type WalkIn = z.infer<typeof WalkIn>
