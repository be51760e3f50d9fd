import type { Actor } from '../actor.ts'
import { VIEWERS, type Viewer } from './guest-fields.ts'
import { doorGuestSchemas, EMPTY_GUEST, type GuestField, type GuestFieldSeenBy, guestFieldEntries } from './guest-values.ts'
import type { GuestAnswer, Invitation, SentInvitation } from './invitation.ts'

/** The viewers of the fields that the server sets, and not the host. The viewers of the other fields are in `guest-fields.ts`. */
const recordFields = {
  id: ['family'],
  code: ['family', 'guest', 'card'],
  state: ['family', 'doorReplica', 'doorScan', 'guest', 'card'],
  userId: ['family'],
  eventId: ['family', 'doorScan'],
  eventName: ['family', 'doorScan', 'doorSearch', 'guest', 'card'],
  eventDate: ['family', 'doorScan', 'doorSearch', 'guest', 'card'],
  qrCode: ['family'],
  generationType: ['family', 'doorScan', 'guest', 'card'],
  currentScans: ['family', 'doorReplica', 'doorScan', 'doorSearch', 'guest'],
  outside: ['doorReplica', 'doorScan'],
  isScanned: ['family', 'doorScan'],
  scannedAt: ['family', 'doorReplica', 'doorScan'],
  createdAt: ['family', 'doorScan', 'guest', 'card'],
  designId: ['family'],
  isPending: ['family', 'doorReplica', 'doorScan', 'guest', 'card'],
  sentAt: ['family'],
  sentVia: ['family'],
  thankedAt: [],
  skippedIn: ['family'],
  openedAt: ['family'],
  answer: ['family', 'doorScan', 'guest'],
  isOutdated: ['family'],
  told: ['family'],
  whatsapp: [],
} as const satisfies Record<Exclude<keyof Invitation, GuestField>, readonly Viewer[]>

/** Those who see the whole answer of a guest. */
const ANSWER_VIEWERS: readonly Viewer[] = ['family', 'guest']

/** The name of a field of an invitation that the server sets. */
export type RecordField = keyof typeof recordFields
export const RECORD_FIELDS = Object.keys(recordFields) as RecordField[]

type RecordFieldSeenBy<V extends Viewer> = { [F in RecordField]: V extends (typeof recordFields)[F][number] ? F : never }[RecordField]

/** The fields of an invitation that a viewer sees. */
export type View<V extends Viewer> = Pick<Invitation, GuestFieldSeenBy<V> | RecordFieldSeenBy<V>>

const viewersByField = [
  ...Object.entries<readonly Viewer[]>(recordFields),
  ...guestFieldEntries.map(([name, { seenBy }]) => [name, seenBy as readonly Viewer[]] as const),
] as readonly (readonly [keyof Invitation, readonly Viewer[]])[]

const fieldsSeenBy = Object.fromEntries(
  VIEWERS.map(viewer => [viewer, viewersByField.filter(([, viewers]) => viewers.includes(viewer)).map(([field]) => field)]),
) as Record<Viewer, (keyof Invitation)[]>

/** Returns what the people at a gate see of an answer: not the guest's message to the hosts. */
const answerForGate = ({ attends, people, children, at }: GuestAnswer): GuestAnswer => ({
  ...{ attends, people, children, at },
  ...{ note: null, announced: null, isForFormerDay: false },
})

/**
 * Returns the fields of an invitation that a viewer sees, and no others. For everybody but the owner and the administrators, an invitation
 * leaves the server only in this way. `guestName` is empty without `showsNames`.
 */
export function viewOf<V extends Viewer>(viewer: V, invitation: Invitation, { showsNames = true } = {}): View<V> {
  const view: Partial<Record<keyof Invitation, unknown>> = {}
  for (const field of fieldsSeenBy[viewer]) view[field] = invitation[field]
  if ('guestName' in view && !showsNames) view.guestName = ''
  if (invitation.answer && 'answer' in view && !ANSWER_VIEWERS.includes(viewer)) view.answer = answerForGate(invitation.answer)
  return view as View<V>
}

const DOOR_GUEST_FIELDS = [...Object.keys(doorGuestSchemas), 'answer'] as (keyof View<'doorScan'>)[]

/** Returns the part of a gate's view that is encrypted in its replica. */
export const doorGuestOf = (view: View<'doorScan'>) =>
  Object.fromEntries(DOOR_GUEST_FIELDS.map(field => [field, view[field]])) as Pick<
    View<'doorScan'>,
    keyof typeof doorGuestSchemas | 'answer'
  >

/**
 * The values of the fields that a viewer does not see, where a device expects a whole invitation: devices of 0.9 require all of these. The
 * list does not grow: the schema of a new field has a default.
 */
const UNSEEN_VALUES = {
  id: '',
  code: '',
  state: 'valid',
  userId: '',
  eventId: null,
  eventName: '',
  eventDate: '',
  guestName: '',
  qrCode: '',
  generationType: 'custom',
  maxScans: 1,
  currentScans: 0,
  isScanned: false,
  scannedAt: null,
  createdAt: '1970-01-01T00:00:00.000Z',
  phone: null,
  designId: null,
  table: null,
  note: null,
  isVip: false,
  side: null,
  isPending: false,
  sentAt: null,
  sentVia: null,
  openedAt: null,
  answer: null,
} as const satisfies SentInvitation

/** An invitation without values, in which a device fills in what it knows. */
export const BLANK_INVITATION: Invitation = {
  ...EMPTY_GUEST,
  ...UNSEEN_VALUES,
  thankedAt: null,
  skippedIn: null,
  isOutdated: false,
  told: null,
  whatsapp: null,
}

/** Returns a view in the form of an invitation. Fields outside the view are empty or, since version 1.0, missing. */
export const asInvitation = (view: Partial<Invitation>): SentInvitation => ({ ...UNSEEN_VALUES, ...view })

/** Returns an invitation as its editor sees it: an account sees all of it, a family link its view. */
export const asVisibleTo = ({ link }: Actor, invitation: Invitation): SentInvitation =>
  link ? asInvitation(viewOf('family', invitation)) : invitation
