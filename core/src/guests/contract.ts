import * as z from 'zod/mini'
import { CardLook } from '../cards/look.ts'
import { defineResource } from '../endpoint.ts'
import { EmptyResult, textLine } from '../inputs.ts'
import { AnswerFields } from '../invitations/answer.ts'
import { Invitation } from '../invitations/invitation.ts'

/** How often a guest may answer: the first answer and its changes. */
export const MAX_ANSWERS = 20

/** The schema of a code in a request. Its maximum of 64 characters is longer than any code. */
const InvitationCodeField = textLine(64)

/** The properties of all guest endpoints. The code is in the body, so that no server log and no browser history contains it. */
const guestEndpointBase = { method: 'POST', access: 'public', limit: 'code', offline: 'refuse' } as const

/** Calls of guests, who prove who they are by the code of their invitation alone. */
export const guests = defineResource({
  /** Records that the guest has opened the page of the invitation. Ignored in a browser that is signed in. */
  opened: { ...guestEndpointBase, path: '/i/opened.php', input: z.object({ code: InvitationCodeField }), output: EmptyResult },
  /**
   * Returns the data from which the guest's browser draws the same card as the host's browser. `look` is that of the first template where no design was saved.
   * Throws `not-found` where the invitation is replaced, cancelled or pending, or its event is over.
   */
  design: {
    ...guestEndpointBase,
    path: '/i/design.php',
    input: z.object({ code: InvitationCodeField }),
    output: z.object({ invitation: Invitation, look: CardLook }),
  },
  /** Returns the uploaded picture of the card's design. */
  picture: {
    ...guestEndpointBase,
    path: '/i/picture.php',
    input: z.object({ code: InvitationCodeField }),
    output: z.instanceof(Uint8Array),
    media: 'image/*',
  },
  /**
   * Records the guest's answer, which replaces an earlier one. Throws `answers-ended` after the last day for answers, where the event takes
   * no answers, and for a cancelled, replaced or pending invitation. Throws `answers-used` after 20 answers. An HTML form is redirected to
   * the page of the invitation.
   */
  answer: {
    ...guestEndpointBase,
    path: '/i/answer.php',
    acceptsForms: true,
    input: z.object({ code: InvitationCodeField, ...AnswerFields }),
    output: EmptyResult,
  },
})
