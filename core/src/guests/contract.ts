import * as z from 'zod/mini'
import { resource } from '../endpoint.ts'
import { Done, line, uncheckedWhole } from '../fields.ts'
import { Invitation } from '../invitations/invitation.ts'
import { CardLook } from '../invitations/look.ts'
import { texts } from '../texts.ts'

/** The longest message that a guest sends to the hosts, in characters. */
export const MAX_ANSWER_NOTE = 200

/** How often a guest may answer: the first answer and its changes. */
export const MAX_ANSWERS = 20

/** Longer than any code, in characters. */
const Code = line(64)

/** A form of a browser without script sends texts only. */
const isYes = z.pipe(
  z.union([z.boolean(), z.enum(['yes', 'no'])], texts.guest.choose),
  z.transform(given => given === true || given === 'yes'),
)
/** What a guest answers. A guest who does not come counts as no people. */
export const AnswerFields = {
  attends: isYes,
  /** How many people come: from 1, the default, to the places of the invitation. Of no effect where nobody comes: a form sends it anyway. */
  people: z.optional(uncheckedWhole),
  /** A message to the hosts. */
  note: z.optional(line(MAX_ANSWER_NOTE)),
}

/** What the calls have in common. The code is in the body, so that no log and no history of a browser has it. */
const byCode = { method: 'POST', access: 'public', limit: 'code', offline: 'refuse' } as const

/** Calls of guests, who prove who they are by the code of their invitation alone. */
export const guests = resource({
  /** Records that the guest has opened the page of the invitation. Ignored in a browser that is signed in. */
  opened: { ...byCode, path: '/i/opened.php', input: z.object({ code: Code }), output: Done },
  /**
   * Returns what the guest's browser draws the card from, as the host's does; `look` is null where no design was saved. Throws `not-found` for
   * a card that is not valid.
   */
  design: {
    ...byCode,
    path: '/i/design.php',
    input: z.object({ code: Code }),
    output: z.object({ invitation: Invitation, look: z.nullable(CardLook) }),
  },
  /** Returns the uploaded picture of the card's design. */
  picture: {
    ...byCode,
    path: '/i/picture.php',
    input: z.object({ code: Code }),
    output: z.instanceof(Uint8Array),
    media: 'image/*',
  },
  /**
   * Records the guest's answer. The last one counts. Throws `answers-ended` after the last day for answers, for a cancelled or replaced
   * card, and `answers-used` after 20 answers. A form is redirected to the page of the invitation.
   */
  answer: {
    ...byCode,
    path: '/i/answer.php',
    acceptsForms: true,
    input: z.object({ code: Code, ...AnswerFields }),
    output: Done,
  },
})
