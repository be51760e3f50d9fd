import * as z from 'zod/mini'
import type { LinkRole } from '../actor.ts'
import { toWesternDigits } from '../arabic.ts'
import { defineResource } from '../endpoint.ts'
import { House } from '../events/house.ts'
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

/** The maximum number of people whom a door link may admit without a card. */
export const MAX_WALK_INS = 10_000

const LinkRoleField: z.ZodMiniType<LinkRole, LinkRole> = z.enum(['door', 'live', 'family'])

/** A device that has opened a link. `browser` and `system` are null where they are unknown. */
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
  /** When the link expires: at the chosen time, but at most 90 days after the event; otherwise at the end of the second day after it. */
  endsAt: Moment,
  /** The chosen time; null where `endsAt` follows from the event's day. */
  expiresAt: z.nullable(Moment),
  /** How many people a family link may invite, and how many its invitations are for; null and 0 for other roles. */
  allotment: z.nullable(z.int()),
  used: z.int(),
  /** Whether a device needs a PIN to open the link. */
  hasPin: z.boolean(),
  /** How many devices may have the link open, the first ones; null: `MAX_LINK_DEVICES`. */
  maxDevices: z.nullable(z.int()),
  /** How many people a link of the role `door` may admit without a card, and how many it has admitted; 0 for other roles. */
  walkIns: z.int(),
  walkInsUsed: z.int(),
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
  hasPin: z.boolean(),
  walkIns: z.int(),
  walkInsUsed: z.int(),
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
    /** For a family link, whether guests are asked for their children, and the words of the house; for other roles missing. */
    asksChildren: z.optional(z.boolean()),
    house: z.optional(House),
    /** For a door and a live link. */
    countsExits: z.optional(z.boolean()),
    capacity: z.optional(z.nullable(z.int())),
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
  /** Set where the link may search: the side that invited the guest, and the last three digits of the guest's telephone number. */
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
  outside: z.optional(z.int()),
  scannedAt: z.nullable(Moment),
  isPending: z.boolean(),
  /** The fields of the guest where the link may search guests; otherwise null. */
  guest: z.nullable(DoorGuest),
  /** The encrypted fields of the guest, which `openSealedGuest` decrypts with the code; null where the link may search guests. */
  sealed: z.nullable(z.string()),
})
export type DoorInvitation = z.infer<typeof DoorInvitation>

const linkNameField = requiredLine(60, texts.link.name)
/** The time at which the link expires, at most the end of the 90th day after the event. */
const expiresAtField = z.optional(z.nullable(Moment))
const isPin = (text: string) => /^\d{4,6}$/.test(text)

/** A PIN: 4 to 6 digits. Arabic digits become 0-9. */
const Pin = textLine(20).check(z.overwrite(toWesternDigits), z.refine(isPin, texts.link.badPin))

const accessFields = {
  /** The PIN that a device needs to open the link; null: none. */
  pin: z.optional(z.nullable(Pin)),
  maxDevices: z.optional(z.nullable(wholeNumber(1, MAX_LINK_DEVICES))),
  /** How many people the link may admit without a card; only for the role `door`. */
  walkIns: z.optional(wholeNumber(0, MAX_WALK_INS)),
}
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
      /** Whether the link may search guests by name; only for the role `door`. The link then shows names too. */
      maySearch: z.optional(z.boolean()),
      /** How many people the link may invite. Required for a family link; ignored for other roles. */
      allotment: allotmentField,
      ...accessFields,
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
  /** Counts the open links of the caller's events; an administrator may count those of another account's events. */
  count: {
    ...ownerEndpointBase,
    method: 'GET',
    path: '/links/count.php',
    query: ['userId'],
    input: z.object({ userId: z.optional(Reference) }),
    output: z.object({ open: z.int() }),
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
      /** Another PIN, or fewer devices, do not sign out the devices that have the link open. */
      ...accessFields,
      expiresAt: expiresAtField,
    }),
    output: Link,
  },
  /** Signs out one device, by the `id` that the list of links has. It may upload its offline scans for seven days. */
  signOutDevice: {
    ...ownerEndpointBase,
    method: 'POST',
    path: '/links/sign-out-device.php',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: EmptyResult,
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
  /**
   * Exchanges the token of a link for a cookie that belongs to this link alone. Refuses `link-ended` for an unknown or ended link,
   * `pin-required` and `wrong-pin` for a link with a PIN, and `busy` for 15 minutes after five wrong PINs from one IP address.
   */
  enter: {
    method: 'POST',
    path: '/link/enter.php',
    access: 'public',
    limit: 'link',
    input: z.object({ token: textLine(100), pin: z.optional(Pin) }),
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
    longList: 'invitations',
    links: ['door'],
    query: ['since', 'epoch'],
    input: z.object({ since: z.optional(Moment), epoch: z.optional(Reference) }),
    output: z.object({
      epoch: z.string(),
      /** The cursor: the time up to which this response has the changes. The next request sends it as `since`. */
      mark: Moment,
      /** Whether `invitations` is complete. The device then deletes its invitations that are not in it. */
      isFull: z.boolean(),
      event: z.object({
        id: z.string(),
        name: z.string(),
        date: z.string(),
        hidesNames: z.boolean(),
        countsExits: z.optional(z.boolean()),
        capacity: z.optional(z.nullable(z.int())),
      }),
      invitations: z.array(DoorInvitation),
      /** The former codes of these invitations that are not their ids. All codes and ids are SHA-256 (hex). */
      formerCodes: z.array(z.object({ code: z.string(), invitationId: z.string() })),
      /** The SHA-256 (hex) of the ids of the event's deleted invitations after `since`, or of the latest 2,000. */
      deleted: z.array(z.string()),
      /** The SHA-256 (hex) of the ids of the invitations that were moved to another event after `since`. */
      moved: z.optional(z.array(z.string())),
      /** The link's admissions after `since` that have an idempotency key, in the order of their arrival; the counts include them. */
      admissions: z.array(z.object({ nonce: z.string(), invitationId: z.string(), people: z.int() })),
      /** The idempotency keys of undos after `since`, as for the admissions. */
      undos: z.array(z.string()),
    }),
    offline: 'refuse',
  },
})
