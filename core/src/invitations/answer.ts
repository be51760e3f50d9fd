import * as z from 'zod/mini'
import { textLine, uncheckedWholeNumber } from '../inputs.ts'
import * as texts from '../texts.ts'

/** The longest message that a guest sends to the hosts, in characters. */
export const MAX_ANSWER_NOTE_LENGTH = 200

/** Accepts yes or no also as text, because an HTML form without JavaScript sends only texts. */
const yesOrNoField = z.pipe(
  z.union([z.boolean(), z.enum(['yes', 'no'])], texts.guest.choose),
  z.transform(given => given === true || given === 'yes'),
)

/** The fields of a guest's answer. For a guest who does not come, the number of people is 0. */
export const AnswerFields = {
  attends: yesOrNoField,
  /**
   * How many people come: from 1, the default, to the persons of the invitation. Ignored without `attends`, because an HTML form sends it
   * anyway.
   */
  people: z.optional(uncheckedWholeNumber),
  /** How many of the people are children. Missing: the children of the invitation, at most all of the people. */
  children: z.optional(uncheckedWholeNumber),
  /** A message to the hosts. */
  note: z.optional(textLine(MAX_ANSWER_NOTE_LENGTH)),
}
