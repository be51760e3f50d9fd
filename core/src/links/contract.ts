import * as z from 'zod/mini'
import type { LinkRole } from '../actor.ts'
import { defineResource } from '../endpoint.ts'
import { Id } from '../id.ts'
import { EmptyResult, Moment, Reference, requiredLine, textLine, wholeNumber } from '../inputs.ts'
import { doorGuestSchemas, guestValueSchemas } from '../invitations/guest-values.ts'
import { GuestAnswer, Invitation } from '../invitations/invitation.ts'
import * as texts from '../texts.ts'

/** The maximum allotment of a family link, in people. */
export const MAX_ALLOTMENT = 10_000

/** The maximum numbers of links of an event and of an owner, without revoked links, and of devices of a link. */
export const MAX_EVENT_LINKS = 50
export const MAX_OWNER_LINKS = 2_000
export const MAX_LINK_DEVICES = 50

const LinkRoleField: z.ZodMiniType<LinkRole, LinkRole> = z.enum(['door', 'live', 'family'])

/** A device that has opened a link. */
const LinkDevice = z.object({ id: z.string(), browser: z.nullable(z.string()), system: z.nullable(z.string()), seenAt: Moment })

/** A link: a URL with which people without an account may do one thing for one event. */
export const Link = z.object({
  id: z.string(),
  eventId: z.string(),
  role: LinkRoleField,
  name: z.string(),
  /** Whether people with the link see the names of guests; for the role `door`, only the names of guests whose codes they scan. */
  showsNames: z.boolean(),
  /** Whether devices with the role `door` may search guests by name. They then show names too, and store the names of all guests. */
  maySearch: z.boolean(),
  /** How many people were admitted with a link of the role `door`; 0 for other roles. */
  admitted: z.int(),
  createdAt: Moment,
  /** When the link expires: at the chosen time, otherwise at the end of the second day after the event. */
  endsAt: Moment,
  /** The chosen time; null where `endsAt` follows from the event's day. */
  expiresAt: z.nullable(Moment),
  /** How many people a family link may invite, and how many its invitations are for; null and 0 for other roles. */
  allotment: z.nullable(z.int()),
  used: z.int(),
  /** The devices that are signed in with the link, the last seen first. */
  devices: z.array(LinkDevice),
})
export type Link = z.infer<typeof Link>

/** A link with its URL, which only the responses of `create` and `reissue` have: the server stores only a hash of the token. */
export const LinkWithUrl = z.extend(Link, {
  /** The path of the page and the token after `#`, which browsers send to no server. */
  url: z.string(),
})
export type LinkWithUrl = z.infer<typeof LinkWithUrl>

/** The link of the calling device, and the link's event. */
export const CurrentLink = z.object({
  id: z.string(),
  role: LinkRoleField,
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
    timeWords: z.nullable(z.string()),
    place: z.nullable(z.string()),
    /** Whether no link shows names of guests, as for a women's hall. */
    hidesNames: z.boolean(),
    /** For a family link, the owner's text with which invitations are sent, and the picture of the link preview; for other roles null. */
    message: z.nullable(z.string()),
    pictureId: z.nullable(z.string()),
  }),
})
export type CurrentLink = z.infer<typeof CurrentLink>

/**
 * The fields of a guest that a device with the role `door` shows only when it scans the code, or where the link may search. `guestName` is
 * empty where the link shows no names. The answer is without the guest's message, which only the hosts may read.
 */
export const DoorGuest = z.object({
  ...doorGuestSchemas,
  answer: z.nullable(GuestAnswer),
  /** Where the link may search: the side that invited the guest, and the last three digits of the guest's telephone number. */
  side: guestValueSchemas.side,
  phone: guestValueSchemas.phone,
})
export type DoorGuest = z.infer<typeof DoorGuest>

/** An invitation in the replica of a device with the role `door`. */
export const DoorInvitation = z.object({
  /** `id` and `code`: the SHA-256 (hex) of the invitation's id, and of its code. The device learns the code only by scanning a card. */
  id: z.string(),
  code: z.string(),
  state: Invitation.shape.state,
  maxScans: z.int(),
  currentScans: z.int(),
  scannedAt: z.nullable(Moment),
  isPending: z.boolean(),
  /** The fields of the guest where the link may search guests; otherwise null. */
  guest: z.nullable(DoorGuest),
  /** The encrypted fields of the guest, which `openSealedGuest` decrypts with the code; null where the link may search guests. */
  sealed: z.nullable(z.string()),
})
export type DoorInvitation = z.infer<typeof DoorInvitation>

const linkNameField = requiredLine(60, texts.link.name)
const expiresAtField = z.optional(z.nullable(Moment))
const allotmentField = z.optional(wholeNumber(1, MAX_ALLOTMENT))
const ownerEndpointBase = { access: 'user', offline: 'refuse' } as const

export const links = defineResource({
  /**
   * Creates a link. The allotment of a family link takes one credit for each person from the owner's balance. An invitation returns all but
   * one of the credits of its people, and the end of the link those of the unused part. A repeated request with the same id gives the link another URL, because the client has not received the first URL.
   */
  create: {
    ...ownerEndpointBase,
    method: 'POST',
    path: '/links/create.php',
    input: z.object({
      /** Chosen by the client; the server generates one where it is missing. */
      id: z.optional(Id),
      eventId: Reference,
      role: LinkRoleField,
      name: linkNameField,
      showsNames: z.optional(z.boolean()),
      /** Only for the role `door`. The link then shows names too. */
      maySearch: z.optional(z.boolean()),
      /** Required for a family link; ignored for other roles. */
      allotment: allotmentField,
      expiresAt: expiresAtField,
    }),
    output: LinkWithUrl,
  },
  /** Lists the links of an event that are not revoked, the oldest first. */
  list: {
    ...ownerEndpointBase,
    method: 'GET',
    path: '/links/list.php',
    query: ['eventId'],
    input: z.object({ eventId: Reference }),
    output: z.array(Link),
  },
  update: {
    ...ownerEndpointBase,
    method: 'PUT',
    path: '/links/update.php',
    query: ['id'],
    input: z.object({
      id: Reference,
      name: z.optional(linkNameField),
      showsNames: z.optional(z.boolean()),
      maySearch: z.optional(z.boolean()),
      allotment: allotmentField,
      expiresAt: expiresAtField,
    }),
    output: Link,
  },
  /** Gives a link another URL. Devices that opened the former URL are signed out within a second. */
  reissue: {
    ...ownerEndpointBase,
    method: 'POST',
    path: '/links/reissue.php',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: LinkWithUrl,
  },
  /** Ends a link. Its devices are signed out within a second. */
  revoke: {
    ...ownerEndpointBase,
    method: 'POST',
    path: '/links/revoke.php',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: EmptyResult,
  },
  /** Exchanges the token of a link for a cookie that belongs to this link alone. Refuses `link-ended` for an unknown or ended link. */
  enter: {
    method: 'POST',
    path: '/link/enter.php',
    access: 'public',
    limit: 'link',
    input: z.object({ token: textLine(100) }),
    output: CurrentLink,
    offline: 'refuse',
  },
  /** Returns the link of the calling device. */
  me: {
    method: 'GET',
    path: '/link/me.php',
    access: 'link',
    links: ['door', 'live', 'family'],
    input: z.object({}),
    output: CurrentLink,
    offline: 'refuse',
  },
  /**
   * Returns the data with which a device with the role `door` decides on scans without a server: the invitations of its event, without
   * codes. With the cursor (`mark`) of an earlier response as `since`, and its `epoch`, the response has only the changes after the cursor;
   * for another epoch (after a restore) it has everything.
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
      /** The SHA-256 (hex) of the ids of the event's deleted invitations after `since`, or of the latest 2,000. */
      deleted: z.array(z.string()),
      /** The link's admissions after `since` that have an idempotency key, in the order of their arrival; the counts include them. */
      admissions: z.array(z.object({ nonce: z.string(), invitationId: z.string(), people: z.int() })),
      /** The idempotency keys of undos after `since`, as for the admissions. */
      undos: z.array(z.string()),
    }),
    offline: 'refuse',
  },
})
