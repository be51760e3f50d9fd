import * as z from 'zod/mini'
import { designs } from '../cards/contract.ts'
import { defineResource } from '../endpoint.ts'
import { EventDetails } from '../events/contract.ts'
import { EventFilterFields, NewRowEventFields, requireEventFields } from '../events/inputs.ts'
import { Id, isTrialCode } from '../id.ts'
import {
  boundedList,
  IdempotencyKey,
  listInQuery,
  MAX_NAME_LENGTH,
  Moment,
  PageFields,
  phoneOrEmpty,
  Reference,
  requiredLine,
  selectionFields,
  textLine,
} from '../inputs.ts'
import * as texts from '../texts.ts'
import { API_PREFIX } from '../wire.ts'
import { AnswerFields } from './answer.ts'
import { changedGuestSchemas, newGuestSchemas } from './guest-values.ts'
import { GenerationType, HistoryEntry, Invitation, InvitationStats, SendingChannel, SendingGroup } from './invitation.ts'
import { hasRequiredGuestName, MAX_OPENED_EVENTS, maxPersonsFor } from './rules.ts'

/** The maximum number of invitations that one call creates. */
export const MAX_INVITATIONS_PER_CALL = 10_000

const { guestName, maxScans, phone, ...detailSchemas } = newGuestSchemas

export const NewInvitation = z.pipe(
  requireEventFields(
    z.object({
      /** Chosen by the client; the server generates one where it is missing. */
      id: z.optional(Id.check(z.refine(id => !isTrialCode(id)))),
      ...NewRowEventFields,
      // The order of these fields is part of the fingerprint of a request that a device repeats after an update of the server.
      guestName,
      generationType: z._default(GenerationType, 'names'),
      maxScans,
      /** The owner, where an administrator creates invitations for a user. */
      userId: z.optional(Reference),
      phone,
      designId: z.optional(z.nullable(Id)),
      ...detailSchemas,
    }),
  ),
  z.transform((given, context) => {
    const addIssue = (field: string, message: string) => context.issues.push({ code: 'custom', message, path: [field], input: given })
    if (!hasRequiredGuestName(given))
      addIssue('guestName', given.generationType === 'names' ? texts.generator.names : texts.generator.guest)
    const most = maxPersonsFor(given.generationType)
    if (given.maxScans > most) addIssue('maxScans', texts.badNumber(1, most))
    else if ((given.children ?? 0) > given.maxScans) addIssue('children', texts.generator.tooManyChildren(given.maxScans))
    return given
  }),
)
export type NewInvitation = z.output<typeof NewInvitation>

/** The tombstone of a deleted invitation. */
export const DeletedInvitation = z.object({
  id: z.string(),
  userId: z.string(),
  eventId: z.nullable(z.string()),
  guestName: z.string(),
  eventName: z.string(),
  eventDate: z.string(),
})
export type DeletedInvitation = z.infer<typeof DeletedInvitation>

/** The maximum number of tombstones in a replica. If there are more, the replica has the latest ones. */
export const MAX_TOMBSTONES = 2000

/**
 * The filters of a list of invitations. `all`, `scanned`, its synonym `arrived` and the kinds include cancelled invitations, the others do
 * not. `unsent`, `outdated`, `unopened` and `unanswered` also exclude those with which somebody has arrived, `unsent` and `outdated` exclude
 * pending ones, `unsent` those of guests who declined, and `unopened` and `unanswered` those that are not marked as sent. Answers for an
 * earlier day of the event are none. `outdated`: the guest was told something that has changed since. `duplicates`: another invitation of
 * the same event, which the caller may see, has the same name in any spelling or the same telephone number. `without-phone`: the guest has
 * no telephone number.
 */
const INVITATION_LIST_FILTERS = [
  'all',
  'scanned',
  'unscanned',
  'names',
  'count',
  'custom',
  'unsent',
  'unopened',
  'unanswered',
  'attending',
  'declined',
  'outdated',
  'without-phone',
  'arrived',
  'duplicates',
] as const

/** The maximum number of invitations that `updateMany` changes. */
export const MAX_UPDATED_INVITATIONS = 10_000

/** The maximum number of invitations that one call marks as sent or as skipped. */
const MAX_SENT_PER_CALL = 1000

/** The common fields of the calls that change one invitation. */
const invitationChangeBase = {
  method: 'POST',
  access: 'user',
  links: ['family'],
  query: ['id'],
  input: z.object({ id: Reference }),
  output: Invitation,
  offline: 'refuse',
  changesReplica: true,
} as const

const userScopeFields = { userId: z.optional(Reference) }

/** The filters of a list of invitations. */
const listFilterFields = {
  ...userScopeFields,
  /**
   * Restricts the list to invitations with these words in the name or telephone number of the guest, or in the name of the event. In
   * the list of one event, only the guests are searched.
   */
  search: z.optional(textLine(MAX_NAME_LENGTH)),
  filter: z.optional(z.enum(INVITATION_LIST_FILTERS)),
  /** Restricts the list to one event. */
  ...EventFilterFields,
}

/** The common fields of the calls that change selected invitations. */
const selectedInvitationsBase = { access: 'user', size: 1024 * 1024, offline: 'refuse', changesReplica: true } as const

export const invitations = defineResource({
  create: {
    method: 'POST',
    path: '/invitations/create.php',
    access: 'user',
    links: ['family'],
    size: 8 * 1024 * 1024,
    input: z.object({
      invitations: boundedList(
        z.array(NewInvitation, texts.badInput).check(z.minLength(1, texts.generator.names)),
        MAX_INVITATIONS_PER_CALL,
        texts.tooMany(MAX_INVITATIONS_PER_CALL),
      ),
      /** The idempotency key: a repeated request creates nothing and returns the invitations of the first. */
      nonce: z.optional(IdempotencyKey),
      /** Whether a device created the invitations without a server. Those beyond the balance become pending and are not refused. */
      happened: z._default(z.boolean(), false),
    }),
    output: z.array(Invitation),
    offline: 'answer',
    changesReplica: true,
  },
  list: {
    method: 'GET',
    path: '/invitations/list.php',
    access: 'user',
    links: ['family'],
    query: ['userId', 'search', 'filter', 'eventId', 'eventName', 'eventDate', 'limit', 'offset'],
    input: z.object({ ...listFilterFields, ...PageFields }),
    output: z.array(Invitation),
    paged: true,
    offline: 'answer',
  },
  update: {
    ...invitationChangeBase,
    method: 'PUT',
    path: '/data/update.php',
    input: z.object({
      id: Reference,
      /** Moves the invitation to the event of this name on its day, which is created where there is none. */
      eventName: z.optional(requiredLine(MAX_NAME_LENGTH, texts.generator.eventName)),
      ...changedGuestSchemas,
      designId: z.optional(z.nullable(Id)),
    }),
  },
  /**
   * Sets the given fields in selected invitations, in one transaction; `eventId` moves them to another event of their owner. `changed` is the
   * number of those that had another value. Of `ids`, invitations that are not in scope are left out; throws `not-found` when none is in
   * scope, and `count-changed` when another number than `all.count` matches. Counts as one edit, and one more for each 100 changed.
   */
  updateMany: {
    ...selectedInvitationsBase,
    method: 'PUT',
    path: '/invitations/update-many.php',
    input: z.object({
      ...selectionFields(listFilterFields, MAX_UPDATED_INVITATIONS),
      side: changedGuestSchemas.side,
      table: changedGuestSchemas.table,
      isVip: changedGuestSchemas.isVip,
      maxScans: changedGuestSchemas.maxScans,
      eventId: z.optional(Reference),
    }),
    output: z.object({ changed: z.int() }),
  },
  /**
   * Deletes selected invitations in one transaction, as `remove` deletes each. `refunded`: how many credits were returned. Throws `not-found`
   * and `count-changed` as `updateMany`.
   */
  removeMany: {
    ...selectedInvitationsBase,
    method: 'DELETE',
    path: '/data/delete-many.php',
    input: z.object(selectionFields(listFilterFields)),
    output: z.object({ removed: z.int(), refunded: z.int() }),
  },
  /**
   * Deletes an invitation; its code is refused from then on. `refunded`: the credit was returned to the owner's balance, because the
   * invitation had admitted nobody and was created at most an hour ago.
   */
  remove: {
    ...invitationChangeBase,
    method: 'DELETE',
    path: '/data/delete.php',
    output: z.object({ success: z.literal(true), refunded: z.boolean() }),
  },
  /** Gives an invitation another code. The gate refuses the former one, so the guest needs the new card. */
  reissue: { ...invitationChangeBase, path: '/invitations/reissue.php' },
  /**
   * Gives the invitation of a guest who has declined to another guest, with a new code; the gate refuses the former one. Nothing is charged.
   * The number of persons, the table and the side stay. Throws `not-declined`.
   */
  giveAway: {
    ...invitationChangeBase,
    path: '/invitations/give-away.php',
    input: z.object({
      id: Reference,
      guestName: requiredLine(MAX_NAME_LENGTH, texts.generator.guest),
      phone: z.optional(z.nullable(phoneOrEmpty)),
    }),
  },
  /** Cancels an invitation: it stays in the list, and the gate refuses it until it is restored. */
  cancel: { ...invitationChangeBase, path: '/invitations/cancel.php' },
  /** Makes a cancelled invitation valid again. */
  restore: { ...invitationChangeBase, path: '/invitations/restore.php' },
  /** Records an answer that the guest gave in another way, such as by telephone. */
  answer: {
    ...invitationChangeBase,
    path: '/invitations/answer.php',
    input: z.object({ id: Reference, ...AnswerFields }),
  },
  /**
   * Marks invitations as sent, or with `undo` deletes the last sent mark of each. Cancelled and pending invitations are not marked, and a
   * repeated mark with the same `via` within a minute changes nothing. With `isThanks` it marks guests as thanked, each once: only those who
   * have arrived, and not before the event has begun. Returns all given invitations that are in scope, also unchanged
   * ones; throws `not-found` when none is in scope.
   */
  sent: {
    method: 'POST',
    path: '/invitations/sent.php',
    access: 'user',
    links: ['family'],
    input: z.object({
      ids: z.array(Reference).check(z.minLength(1, texts.badInput), z.maxLength(MAX_SENT_PER_CALL, texts.badInput)),
      via: SendingChannel,
      undo: z.optional(z.boolean()),
      /** The code of the sent card. An invitation that has another code, because of a reissue, is not marked. */
      code: z.optional(Reference),
      /** Whether the marks are for thanks to guests who came. Only accounts may set them. */
      isThanks: z.optional(z.boolean()),
    }),
    output: z.array(Invitation),
    outlivesPage: true,
    offline: 'refuse',
    changesReplica: true,
  },
  /**
   * Notes that guests are skipped in the sending to a group, or with `undo` that they are not. On every device they come after the others
   * until they are sent to. Returns all given invitations that are in scope; throws `not-found` when none is in scope.
   */
  skip: {
    method: 'POST',
    path: '/invitations/skip.php',
    access: 'user',
    links: ['family'],
    input: z.object({
      ids: z.array(Reference).check(z.minLength(1, texts.badInput), z.maxLength(MAX_SENT_PER_CALL, texts.badInput)),
      group: SendingGroup,
      undo: z.optional(z.boolean()),
    }),
    output: z.array(Invitation),
    outlivesPage: true,
    offline: 'refuse',
    changesReplica: true,
  },
  /** Lists an invitation's card changes, sent marks, answers and admissions, the latest first; at most 100 of each kind. */
  history: {
    method: 'GET',
    path: '/invitations/history.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: z.array(HistoryEntry),
    offline: 'refuse',
  },
  /**
   * Returns the data with which a device decides on scans without a server: the caller's events from 2 days ago to 30 days ahead, and the
   * events that were opened on the device, on any day. With the cursor (`mark`) of an earlier response as `since`, and its `epoch`, the
   * response has only the changes after the cursor; for another epoch (after a restore) it has everything.
   */
  changes: {
    method: 'GET',
    path: '/invitations/changes.php',
    access: 'user',
    longList: 'invitations',
    query: ['since', 'epoch', 'opened'],
    input: z.object({
      since: z.optional(Moment),
      epoch: z.optional(Reference),
      /** The events that were opened on the device. */
      opened: z.optional(
        listInQuery(
          z.object({ eventId: z.optional(Reference), eventName: textLine(MAX_NAME_LENGTH), eventDate: z.iso.date() }),
          MAX_OPENED_EVENTS,
        ),
      ),
    }),
    output: z.object({
      epoch: z.string(),
      /** The cursor: the time up to which this response has the changes. The next request sends it as `since`. */
      mark: Moment,
      /** Whether `invitations` is complete. The device then deletes its invitations that are not in it. */
      isFull: z.boolean(),
      invitations: z.array(Invitation),
      removed: z.array(z.string()),
      /** All former codes of these invitations that are not their ids. */
      formerCodes: z.array(z.object({ code: z.string(), invitationId: z.string() })),
      /** The events of the replica that changed after `since`, or all of them, and the ids of those that were deleted. */
      events: z.array(EventDetails),
      removedEvents: z.array(z.string()),
      /** Tombstones of the replica's events after `since`, or all of them; at most 2,000, the latest first. */
      deleted: z.array(DeletedInvitation),
      /** The account's admissions after `since` that have an idempotency key, in the order of their arrival; the counts include them. */
      admissions: z.array(z.object({ nonce: z.string(), invitationId: z.string(), people: z.int() })),
      /** The idempotency keys of undos after `since`, as for the admissions. */
      undos: z.array(z.string()),
    }),
    offline: 'refuse',
  },
  stats: {
    method: 'GET',
    path: '/invitations/stats.php',
    access: 'user',
    query: ['userId'],
    input: z.object(userScopeFields),
    output: InvitationStats,
    offline: 'answer',
    atGate: true,
  },
  /** Returns the invitation's QR code as a PNG of 300 × 300 px. It changes when the invitation is edited or reissued. */
  qr: {
    method: 'GET',
    path: '/invitations/qr.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: z.instanceof(Uint8Array),
    media: 'image/png',
    offline: 'refuse',
  },
  ...designs,
})

/** Returns the path from which the image of an invitation's QR code is loaded. */
export const qrImagePath = (id: string) => `${API_PREFIX}${invitations.qr.path}?id=${id}`
