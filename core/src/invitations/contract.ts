import * as z from 'zod/mini'
import { resource } from '../endpoint.ts'
import { day, line, Moment, requiredLine, whole, wholeInAddress } from '../fields.ts'
import { Id } from '../id.ts'
import { texts } from '../texts.ts'

/** names: one guest, one entry. count: nobody in particular, many entries. custom: one guest, a chosen number. */
export const GenerationType = z.enum(['names', 'count', 'custom'])
export type GenerationType = z.infer<typeof GenerationType>

/** How many invitations one call may make. */
export const MAX_AT_ONCE = 10_000

export const Invitation = z.object({
  id: z.string(),
  userId: z.string(),
  eventName: z.string(),
  eventDate: z.string(),
  guestName: z.string(),
  /** The address of this invitation's code as a picture. */
  qrCode: z.string(),
  generationType: GenerationType,
  maxScans: z.int(),
  currentScans: z.int(),
  /** True from the first admission on. */
  isScanned: z.boolean(),
  scannedAt: z.nullable(Moment),
  createdAt: Moment,
})
export type Invitation = z.infer<typeof Invitation>

export const NewInvitation = z.pipe(
  z.object({
    /** Minted by whoever makes the invitation; the server mints one where it is missing. */
    id: z.optional(Id),
    eventName: requiredLine(200, texts.generator.eventName),
    eventDate: day(texts.generator.eventDate),
    guestName: z._default(line(200), ''),
    generationType: z._default(GenerationType, 'names'),
    maxScans: z._default(whole(1, 1000), 1),
    /** The owner, where an administrator makes invitations for a user. */
    userId: z.optional(z.string()),
  }),
  z.transform((given, context) => {
    const refuse = (field: string, message: string) => context.issues.push({ code: 'custom', message, path: [field], input: given })
    if (given.generationType !== 'count' && !given.guestName)
      refuse('guestName', given.generationType === 'names' ? texts.generator.names : texts.generator.guest)
    if (given.generationType !== 'count' && given.maxScans > 100) refuse('maxScans', texts.badNumber(1, 100))
    return given
  }),
)
export type NewInvitation = z.output<typeof NewInvitation>

export const Stats = z.object({
  total: z.int(),
  scanned: z.int(),
  unscanned: z.int(),
  /** Made in the last 7 days. */
  recentGenerated: z.int(),
  /** Different event names among the invitations made in the last 30 days. */
  activeEvents: z.int(),
  /** People let in, and people who may come: Σ min(currentScans, maxScans) and Σ maxScans. */
  arrived: z.int(),
  invited: z.int(),
})
export type Stats = z.infer<typeof Stats>

const Reach = { userId: z.optional(z.string()) }

export const invitations = resource({
  create: {
    method: 'POST',
    path: '/invitations/create.php',
    access: 'user',
    size: 8 * 1024 * 1024,
    input: z.object({
      invitations: z
        .array(NewInvitation, texts.badInput)
        .check(z.minLength(1, texts.generator.names), z.maxLength(MAX_AT_ONCE, texts.tooMany(MAX_AT_ONCE))),
      /** Names this act: the same nonce again answers what the first time made, and makes nothing. */
      nonce: z.optional(requiredLine(64, texts.badInput)),
    }),
    output: z.array(Invitation),
    offline: 'answer',
  },
  list: {
    method: 'GET',
    path: '/invitations/list.php',
    access: 'user',
    query: ['userId', 'search', 'filter', 'limit', 'offset'],
    input: z.object({
      ...Reach,
      /** Part of a guest's or an event's name. */
      search: z.optional(line(200)),
      filter: z.optional(z.enum(['all', 'scanned', 'unscanned', 'names', 'count', 'custom'])),
      limit: z.optional(wholeInAddress(1, 1000)),
      offset: z.optional(wholeInAddress(0)),
    }),
    output: z.array(Invitation),
    paged: true,
    offline: 'answer',
  },
  stats: {
    method: 'GET',
    path: '/invitations/stats.php',
    access: 'user',
    query: ['userId'],
    input: z.object(Reach),
    output: Stats,
    offline: 'answer',
  },
  /** The code as a picture: 300 pixels square, one bit a pixel. It never changes for an id. */
  qr: {
    method: 'GET',
    path: '/invitations/qr.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: z.string() }),
    output: z.instanceof(Uint8Array),
    media: 'image/png',
    offline: 'refuse',
  },
})
