import type { User } from '../accounts/contract.ts'
import type { EventDetails } from '../events/contract.ts'
import { houseLines } from '../events/house-lines.ts'
import { guestFieldEntries } from '../invitations/guest-values.ts'
import type { Invitation } from '../invitations/invitation.ts'
import type { Link } from '../links/contract.ts'
import type { Order } from '../requests/contract.ts'
import type { Money } from '../sales/currency.ts'
import { formatAmount } from '../sales/money.ts'
import type { TrailChange, TrailSubject, TrailValue } from './contract.ts'

/** The longest stored value of a changed field, in characters. The rest of a longer text is cut. */
export const MAX_TRAIL_VALUE_LENGTH = 300

/** The most entries of one subject. A further entry deletes the oldest one. */
export const MAX_TRAIL_ENTRIES = 100

/** How many days an entry is stored, as long as an entry of the activity log. */
export const TRAIL_DAYS = 365

/** What the trail reads of a subject. Secrets, as `pinHash`, are only compared. */
export type TrailRows = {
  invitation: Invitation
  event: EventDetails & { partners?: string }
  user: User
  link: Pick<
    Link,
    'id' | 'eventId' | 'role' | 'name' | 'showsNames' | 'maySearch' | 'expiresAt' | 'allotment' | 'maxDevices' | 'walkIns'
  > & {
    userId: string
    pinHash: string | null
    tokenHash?: string
  }
  order: { id: string; agreed?: Money | null; account?: string } & Partial<Omit<Order, 'id' | 'userId'>>
}

/**
 * How a field is shown: as it is, as yes or no, as a day, as a moment, or as one of the words of its choice. `secret`: only that it has changed; no
 * value of it is ever stored.
 */
type TrailFieldKind = 'text' | 'number' | 'mark' | 'day' | 'moment' | 'choice' | 'secret'

type TrailField<Row = never> = { kind: TrailFieldKind; read: (row: Row) => unknown }

const field = <Row>(kind: TrailFieldKind, read: (row: Row) => unknown): TrailField<Row> => ({ kind, read })

const GUEST_KINDS = { name: 'text', persons: 'number', children: 'number', phone: 'text', line: 'text', mark: 'mark' } as const

const guestFields = Object.fromEntries(
  guestFieldEntries.map(([name, { kind }]) => [name, field<Invitation>(GUEST_KINDS[kind], invitation => invitation[name])]),
)

type TrailFields = { [About in TrailSubject]: Record<string, TrailField<TrailRows[About]>> }

/** The fields that a trail has, by subject. It is a positive list: of other fields nothing is stored. */
export const trailFields: TrailFields = {
  invitation: {
    ...guestFields,
    eventName: field('text', ({ eventName }) => eventName),
    eventDate: field('day', ({ eventDate }) => eventDate),
    state: field('choice', ({ state }) => state),
    code: field('secret', ({ code }) => code),
    answerPeople: field('number', ({ answer }) => answer && (answer.announced ?? answer.people)),
    answerChildren: field('number', ({ answer }) => answer?.children),
    answerNote: field('text', ({ answer }) => answer?.note),
  },
  event: {
    name: field('text', ({ name }) => name),
    date: field('day', ({ date }) => date),
    startsAt: field('text', ({ startsAt }) => startsAt),
    timeWords: field('text', ({ timeWords }) => timeWords),
    place: field('text', ({ place }) => place),
    mapUrl: field('text', ({ mapUrl }) => mapUrl),
    hosts: field('text', ({ hosts }) => hosts),
    note: field('text', ({ note }) => note),
    phone: field('text', ({ phone }) => phone),
    message: field('text', ({ message }) => message),
    sideMessages: field('text', ({ sideMessages }) => sideMessages.map(({ side, message }) => `${side}: ${message}`).join('\n')),
    thanksMessage: field('text', ({ thanksMessage }) => thanksMessage),
    house: field('text', ({ house }) => houseLines(house).join('\n')),
    hidesNames: field('mark', ({ hidesNames }) => hidesNames),
    answers: field('choice', ({ answers }) => answers),
    answersUntil: field('day', ({ answersUntil }) => answersUntil),
    asksChildren: field('mark', ({ asksChildren }) => asksChildren),
    countsExits: field('mark', ({ countsExits }) => countsExits),
    capacity: field('number', ({ capacity }) => capacity),
    partners: field('text', ({ partners }) => partners),
  },
  user: {
    fullName: field('text', ({ fullName }) => fullName),
    username: field('text', ({ username }) => username),
    phone: field('text', ({ phone }) => phone),
    email: field('text', ({ email }) => email),
    generationLimit: field('number', ({ generationLimit }) => generationLimit),
    isAdmin: field('mark', ({ isAdmin }) => isAdmin),
    password: field('secret', ({ passwordChangedAt }) => passwordChangedAt),
  },
  link: {
    name: field('text', ({ name }) => name),
    role: field('choice', ({ role }) => role),
    showsNames: field('mark', ({ showsNames }) => showsNames),
    maySearch: field('mark', ({ maySearch }) => maySearch),
    expiresAt: field('moment', ({ expiresAt }) => expiresAt),
    allotment: field('number', ({ allotment }) => allotment),
    maxDevices: field('number', ({ maxDevices }) => maxDevices),
    walkIns: field('number', ({ walkIns }) => walkIns),
    pin: field('secret', ({ pinHash }) => pinHash),
    url: field('secret', ({ tokenHash }) => tokenHash),
  },
  order: {
    eventName: field('text', ({ eventName }) => eventName),
    eventDate: field('day', ({ eventDate }) => eventDate),
    eventType: field('choice', ({ eventType }) => eventType),
    customerName: field('text', ({ customerName }) => customerName),
    phone: field('text', ({ phone }) => phone),
    invitationCount: field('number', ({ invitationCount }) => invitationCount),
    status: field('choice', ({ status }) => status),
    customerNotes: field('text', ({ customerNotes }) => customerNotes),
    officeNotes: field('text', ({ officeNotes }) => officeNotes),
    agreed: field('text', ({ agreed }) => agreed && formatAmount(agreed)),
    account: field('text', ({ account }) => account),
  },
}

/** The changed fields with their values before and after; of a secret field without values. */
export type TrailChanges = Record<string, readonly [before: TrailValue, after: TrailValue] | readonly []>

/** Returns a value of a field; null for an empty text. */
const plainValue = (value: unknown): TrailValue =>
  value === undefined || value === ''
    ? null
    : typeof value === 'number' || typeof value === 'boolean' || value === null
      ? value
      : String(value)

/** Returns a value in the form in which it is stored. Long texts are cut. */
function cutValue(value: TrailValue): TrailValue {
  const characters = typeof value === 'string' ? Array.from(value) : []
  return characters.length <= MAX_TRAIL_VALUE_LENGTH ? value : `${characters.slice(0, MAX_TRAIL_VALUE_LENGTH - 1).join('')}…`
}

/**
 * Returns the changes between two states of a subject, in the order of its fields. Without `before` it was created, and without `after` deleted:
 * then the fields with a value other than no and 0.
 */
export function trailChangesOf<About extends TrailSubject>(
  about: About,
  { before, after }: { before?: TrailRows[About] | undefined; after?: TrailRows[About] | undefined },
): TrailChanges {
  const changes: Record<string, TrailChanges[string]> = {}
  for (const [name, { kind, read }] of Object.entries(trailFields[about])) {
    const from = plainValue(before && read(before))
    const to = plainValue(after && read(after))
    const isChanged = before && after ? from !== to : Boolean(from ?? to)
    if (kind !== 'secret' && isChanged) changes[name] = [cutValue(from), cutValue(to)]
    if (kind === 'secret' && isChanged && before && after) changes[name] = []
  }
  return changes
}

/** Returns the field of an entry with its values, as a caller gets it. */
export const toTrailChange = ([name, values]: [string, TrailChanges[string]]): TrailChange => {
  const [before, after] = values
  return before === undefined || after === undefined
    ? { field: name, before: null, after: null, isHidden: true }
    : { field: name, before, after }
}
