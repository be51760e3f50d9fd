import * as z from 'zod/mini'
import { type LinkRole, resource } from '../endpoint.ts'
import { Done, line, Moment, Reference, requiredLine, whole } from '../fields.ts'
import { Id } from '../id.ts'
import { Answer, Invitation } from '../invitations/invitation.ts'
import { texts } from '../texts.ts'

/** The most invitations of a family link's allotment. */
export const MAX_ALLOTMENT = 10_000

/** The most links of an event and of an owner that are not revoked, and the most devices of a link. */
export const MAX_LINKS = 50
export const MAX_OWNER_LINKS = 2_000
export const MAX_LINK_DEVICES = 50

const Role: z.ZodMiniType<LinkRole, LinkRole> = z.enum(['door', 'live', 'family'])

/** A device that has opened a link. */
const LinkDevice = z.object({ id: z.string(), browser: z.nullable(z.string()), system: z.nullable(z.string()), seenAt: Moment })

/** A link: an address by which people without an account may do one thing for one event. */
export const Link = z.object({
  id: z.string(),
  eventId: z.string(),
  role: Role,
  name: z.string(),
  /** Whether its people see the names of guests; for a door, the names of the guests whose codes it scans. */
  showsNames: z.boolean(),
  /** Whether a door finds guests by their names; it then shows names too, and its devices store the names of all guests. */
  maySearch: z.boolean(),
  /** How many people a door has admitted; 0 for other roles. */
  admitted: z.int(),
  createdAt: Moment,
  /** Until when the link works: the chosen moment, otherwise the end of the second day after the event. */
  endsAt: Moment,
  /** The chosen moment; null when the end follows the event's day. */
  expiresAt: z.nullable(Moment),
  /** How many invitations a family link may make, and how many it has made; null and 0 for other roles. */
  allotment: z.nullable(z.int()),
  used: z.int(),
  /** The devices that have opened the link, the last seen first. */
  devices: z.array(LinkDevice),
})
export type Link = z.infer<typeof Link>

/** A link with its address, which only the response to its creation and reissue contains: the server stores a hash of the token. */
export const LinkWithUrl = z.extend(Link, {
  /** The path of the page and the token after `#`, which browsers send to no server. */
  url: z.string(),
})
export type LinkWithUrl = z.infer<typeof LinkWithUrl>

/** What a device with a link knows of itself and of its event. */
export const LinkSelf = z.object({
  id: z.string(),
  role: Role,
  name: z.string(),
  showsNames: z.boolean(),
  maySearch: z.boolean(),
  endsAt: Moment,
  allotment: z.nullable(z.int()),
  used: z.int(),
  event: z.object({
    id: z.string(),
    name: z.string(),
    date: z.string(),
    startsAt: z.nullable(z.string()),
    place: z.nullable(z.string()),
    /** Whether no link shows names (a women's hall). */
    hidesNames: z.boolean(),
    /** The owner's text with which invitations are sent, and the picture of the link's preview: for a family link, otherwise null. */
    message: z._default(z.nullable(z.string()), null),
    pictureId: z._default(z.nullable(z.string()), null),
  }),
})
export type LinkSelf = z.infer<typeof LinkSelf>

/** The fields of a guest that a device at a door shows. `guestName` is empty where the link shows no names. */
export const DoorGuest = z.object({
  guestName: z.string(),
  table: z.nullable(z.string()),
  note: z.nullable(z.string()),
  isVip: z.boolean(),
  /** Without what the guest wrote, which is for the hosts. Missing in what a device stored before. */
  answer: z._default(z.nullable(Answer), null),
})
export type DoorGuest = z.infer<typeof DoorGuest>

/** An invitation in the replica of a door. */
export const DoorInvitation = z.object({
  /** The SHA-256 (hex) of its id and of its code: a door learns a code only from the card in front of it. */
  id: z.string(),
  code: z.string(),
  state: Invitation.shape.state,
  maxScans: z.int(),
  currentScans: z.int(),
  scannedAt: z.nullable(Moment),
  isPending: z.boolean(),
  /** The guest, for a door that may search; otherwise null. */
  guest: z.nullable(DoorGuest),
  /** The guest as `openSealed` reads it with the code; null for a door that may search. */
  sealed: z.nullable(z.string()),
})
export type DoorInvitation = z.infer<typeof DoorInvitation>

const name = requiredLine(60, texts.link.name)
const expiresAt = z.optional(z.nullable(Moment))
const allotment = z.optional(whole(1, MAX_ALLOTMENT))
const own = { access: 'user', offline: 'refuse' } as const

export const links = resource({
  /**
   * Creates a link. The allotment of a family link is taken from the owner's balance; what is unused comes back when the link ends. A
   * repeated request with the same id gives the link another address, because no response with the first one has arrived.
   */
  create: {
    ...own,
    method: 'POST',
    path: '/links/create.php',
    input: z.object({
      /** Chosen by the client; the server generates one where it is missing. */
      id: z.optional(Id),
      eventId: Reference,
      role: Role,
      name,
      showsNames: z.optional(z.boolean()),
      /** Only for a door. It then shows names too. */
      maySearch: z.optional(z.boolean()),
      /** Required for a family link; ignored for other roles. */
      allotment,
      expiresAt,
    }),
    output: LinkWithUrl,
  },
  /** Lists the links of an event that are not revoked, the oldest first. */
  list: {
    ...own,
    method: 'GET',
    path: '/links/list.php',
    query: ['eventId'],
    input: z.object({ eventId: Reference }),
    output: z.array(Link),
  },
  update: {
    ...own,
    method: 'PUT',
    path: '/links/update.php',
    query: ['id'],
    input: z.object({
      id: Reference,
      name: z.optional(name),
      showsNames: z.optional(z.boolean()),
      maySearch: z.optional(z.boolean()),
      allotment,
      expiresAt,
    }),
    output: Link,
  },
  /** Gives a link another address. The devices that opened the old one are signed out within a second. */
  reissue: {
    ...own,
    method: 'POST',
    path: '/links/reissue.php',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: LinkWithUrl,
  },
  /** Ends a link. Its devices are signed out within a second. */
  revoke: {
    ...own,
    method: 'POST',
    path: '/links/revoke.php',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: Done,
  },
  /** Exchanges the token of a link for a cookie that belongs to this link alone. Refuses `link-ended` for an unknown or ended link. */
  enter: {
    method: 'POST',
    path: '/link/enter.php',
    access: 'public',
    limit: 'link',
    input: z.object({ token: line(100) }),
    output: LinkSelf,
    offline: 'refuse',
  },
  /** Returns the link of the call. */
  me: {
    method: 'GET',
    path: '/link/me.php',
    access: 'link',
    links: ['door', 'live', 'family'],
    input: z.object({}),
    output: LinkSelf,
    offline: 'refuse',
  },
  /**
   * Returns the data with which a door scans without a server: the invitations of its event, without codes. With the cursor (`mark`) of an
   * earlier response as `since`, and its `epoch`, the response has only the changes after it; another epoch (after a restore) returns
   * everything.
   */
  replica: {
    method: 'GET',
    path: '/link/replica.php',
    access: 'link',
    links: ['door'],
    query: ['since', 'epoch'],
    input: z.object({ since: z.optional(Moment), epoch: z.optional(Reference) }),
    output: z.object({
      epoch: z.string(),
      /** The cursor: the time up to which this response has the changes. The next request sends it as `since`. */
      mark: Moment,
      /** Whether `invitations` is complete. The device then deletes its invitations that are not in it. */
      isFull: z.boolean(),
      event: z.object({ id: z.string(), name: z.string(), date: z.string(), hidesNames: z.boolean() }),
      invitations: z.array(DoorInvitation),
      /** The former codes of these invitations that are not their ids. All codes and ids are SHA-256 (hex). */
      formerCodes: z.array(z.object({ code: z.string(), invitationId: z.string() })),
      /**
       * The deleted invitations of the event by the SHA-256 of their codes, after `since` or all of them; at most 2,000, the latest first.
       */
      deleted: z.array(z.string()),
      /**
       * The link's admissions after `since` that have an idempotency key, in the order of their arrival; the counts include all of these.
       */
      admissions: z.array(z.object({ nonce: z.string(), invitationId: z.string(), people: z.int() })),
      /** The idempotency keys of undos after `since`, as for the admissions. */
      undos: z._default(z.array(z.string()), []),
    }),
    offline: 'refuse',
  },
})
