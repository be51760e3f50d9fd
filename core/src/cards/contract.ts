import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import { EventFilterFields, NewRowEventFields, requireEventFields } from '../events/inputs.ts'
import { Id } from '../id.ts'
import { EmptyResult, fileBytesField, IdempotencyKey, Moment, Reference, wholeNumberInQuery } from '../inputs.ts'
import * as texts from '../texts.ts'
import { CardLook } from './look.ts'

/** The maximum size of a background image, in bytes. The web app encodes an image with fewer bytes than this before the upload. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024

/** The maximum number of background images of an owner. An upload beyond it replaces the oldest image of a former look. */
export const MAX_PICTURES = 50

/** The maximum number of an owner's events that have a design. */
export const MAX_DESIGNS = 1_000

/** An uploaded background image and its size in pixels. The bytes under an id never change. */
export const CardPicture = z.object({ id: z.string(), width: z.int(), height: z.int() })
export type CardPicture = z.infer<typeof CardPicture>

/** The appearance of an event's cards. An event has at most one design. */
export const Design = z.object({
  id: z.string(),
  userId: z.string(),
  eventId: z.string(),
  eventName: z.string(),
  eventDate: z.string(),
  look: CardLook,
  updatedAt: Moment,
})
export type Design = z.infer<typeof Design>

/** The owner, where an administrator acts for a user; ignored for all other actors. */
const OwnerFields = { userId: z.optional(Reference) }

const designEndpointBase = { access: 'user', offline: 'refuse' } as const

export const designs = defineResource({
  /**
   * Stores a PNG, JPEG or WebP, recognised by its content. All metadata is removed (location, camera, programs, and the EXIF orientation,
   * so the client must rotate the image first). An image that no design has used for a day is deleted.
   */
  uploadPicture: {
    ...designEndpointBase,
    method: 'POST',
    path: '/invitations/upload-picture.php',
    query: ['nonce', 'userId'],
    raw: 'picture',
    size: MAX_PICTURE_BYTES,
    timeoutMs: 120_000,
    input: z.object({
      picture: fileBytesField(texts.emptyFile),
      /** The idempotency key: a repeated upload returns the same picture. */
      nonce: z.optional(IdempotencyKey),
      ...OwnerFields,
    }),
    output: CardPicture,
  },
  picture: {
    ...designEndpointBase,
    method: 'GET',
    path: '/invitations/picture.php',
    links: ['family'],
    query: ['id'],
    input: z.object({ id: Reference }),
    output: z.instanceof(Uint8Array),
    media: 'image/*',
  },
  /** Lists designs, the last saved first. With an event, it lists the design of that event only. */
  designs: {
    ...designEndpointBase,
    method: 'GET',
    path: '/invitations/designs.php',
    links: ['family'],
    query: ['userId', 'eventId', 'eventName', 'eventDate', 'limit', 'offset'],
    input: z.object({
      ...OwnerFields,
      ...EventFilterFields,
      limit: z._default(wholeNumberInQuery(1, 100), 100),
      offset: z._default(wholeNumberInQuery(0), 0),
    }),
    output: z.array(Design),
    paged: true,
  },
  /** Lists the looks that the cards of an event had with images that its design no longer uses, the last first. */
  formerLooks: {
    ...designEndpointBase,
    method: 'GET',
    path: '/invitations/former-looks.php',
    query: ['eventId'],
    input: z.object({ eventId: Reference }),
    output: z.array(CardLook),
  },
  /** Saves the design of an event with an image of its owner. An image that it no longer uses stays for a year, as a former look. */
  saveDesign: {
    ...designEndpointBase,
    method: 'PUT',
    path: '/invitations/save-design.php',
    input: requireEventFields(
      z.object({
        /** The id of a new design; an event that has a design keeps its id. */
        id: z.optional(Id),
        ...NewRowEventFields,
        look: CardLook,
        ...OwnerFields,
      }),
    ),
    output: Design,
  },
  /** Deletes a design, also from its event's invitations, and the present and former images of the event that no other design uses. */
  removeDesign: {
    ...designEndpointBase,
    method: 'DELETE',
    path: '/invitations/delete-design.php',
    query: ['id'],
    input: z.object({ id: Reference }),
    output: EmptyResult,
  },
})
