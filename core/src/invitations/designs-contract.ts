import * as z from 'zod/mini'
import { resource } from '../endpoint.ts'
import { Bytes, Done, day, line, Moment, Nonce, Reference, wholeInAddress } from '../fields.ts'
import { Id } from '../id.ts'
import { texts } from '../texts.ts'
import { EventFields, MAX_NAME } from './event.ts'
import { CardLook } from './look.ts'

/** The largest picture that is taken, in bytes: a browser scales what it sends to less. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024

/** How many pictures an owner may have. */
export const MAX_PICTURES = 50

/** How many events of an owner may have a design. */
export const MAX_DESIGNS = 1_000

/** An uploaded picture, its size in pixels. Its bytes never change for its id. */
export const CardPicture = z.object({ id: z.string(), width: z.int(), height: z.int() })
export type CardPicture = z.infer<typeof CardPicture>

/** What the cards of an event look like. An event has one. */
export const Design = z.object({
  id: z.string(),
  userId: z.string(),
  eventName: z.string(),
  eventDate: z.string(),
  look: CardLook,
  updatedAt: Moment,
})
export type Design = z.infer<typeof Design>

/** Whose it is, where an administrator acts for a user; what others say here is ignored. */
const Owner = { userId: z.optional(Reference) }

export const designs = resource({
  /**
   * Keeps a PNG, JPEG or WebP by its content, without what was written beside its pixels (place, camera, programs; also which way a camera
   * was held: whoever sends it turns it first). Goes after a day in which no design has used it.
   */
  uploadPicture: {
    method: 'POST',
    path: '/invitations/upload-picture.php',
    access: 'user',
    query: ['nonce', 'userId'],
    raw: 'picture',
    size: MAX_PICTURE_BYTES,
    timeoutMs: 120_000,
    input: z.object({
      picture: Bytes(texts.picture.problems.empty),
      /** The idempotency key: a repeated upload returns the same picture. */
      nonce: z.optional(Nonce),
      ...Owner,
    }),
    output: CardPicture,
    offline: 'refuse',
  },
  picture: {
    method: 'GET',
    path: '/invitations/picture.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: z.instanceof(Uint8Array),
    media: 'image/*',
    offline: 'refuse',
  },
  /** Those saved last first; of one event where both its name and its day are given. */
  designs: {
    method: 'GET',
    path: '/invitations/designs.php',
    access: 'user',
    query: ['userId', 'eventName', 'eventDate', 'limit', 'offset'],
    input: z.object({
      ...Owner,
      eventName: z.optional(line(MAX_NAME)),
      eventDate: z.optional(day(texts.generator.eventDate)),
      limit: z._default(wholeInAddress(1, 100), 100),
      offset: z._default(wholeInAddress(0), 0),
    }),
    output: z.array(Design),
    paged: true,
    offline: 'refuse',
  },
  /** Gives every invitation of the event this look. Its picture must be the owner's; one that no design uses any more goes. */
  saveDesign: {
    method: 'PUT',
    path: '/invitations/save-design.php',
    access: 'user',
    input: z.object({
      /** Names a new design; an event that has one keeps its id. */
      id: z.optional(Id),
      ...EventFields,
      look: CardLook,
      ...Owner,
    }),
    output: Design,
    offline: 'refuse',
  },
  /** Its invitations have none then, and its picture goes where no other design uses it. */
  removeDesign: {
    method: 'DELETE',
    path: '/invitations/delete-design.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: Done,
    offline: 'refuse',
  },
})
