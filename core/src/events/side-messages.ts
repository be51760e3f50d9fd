import * as z from 'zod/mini'
import { foldSpelling } from '../arabic.ts'
import { paragraph, textLine } from '../inputs.ts'
import * as texts from '../texts.ts'

/** The maximum number of sides for which an event has a text of its own, and the maximum length of a side, in characters. */
export const MAX_SIDE_MESSAGES = 6
const MAX_SIDE_LENGTH = 50

/** The text with which invitations of one side («أهل العروس») are sent, in place of the event's `message`. */
export const SideMessage = z.object({ side: z.string(), message: z.string() })
export type SideMessage = z.infer<typeof SideMessage>

/** Returns the schema of changed texts of sides. Those of other sides are unchanged; an empty text removes the one of its side. */
export const sideMessagesInput = (maxLength: number) =>
  z
    .array(z.object({ side: textLine(MAX_SIDE_LENGTH).check(z.minLength(1, texts.badInput)), message: paragraph(maxLength) }))
    .check(z.maxLength(MAX_SIDE_MESSAGES, texts.event.tooManySideMessages(MAX_SIDE_MESSAGES)))

const isSameSide = (one: string, other: string) => foldSpelling(one) === foldSpelling(other)

/** Returns the texts of sides after a change, the changed ones last. */
export function changedSideMessages(before: readonly SideMessage[], changes: readonly SideMessage[]): SideMessage[] {
  const changed = changes.filter(({ side }, index) => !changes.slice(index + 1).some(later => isSameSide(later.side, side)))
  const kept = before.filter(({ side }) => !changed.some(change => isSameSide(change.side, side)))
  return [...kept, ...changed.filter(({ message }) => message !== '')]
}

/** Returns the text for a guest of this side; undefined where the event has none. Spellings of a side count as one, as in the search. */
export function sideMessageOf(messages: readonly SideMessage[] | undefined, side: string | null | undefined) {
  return side ? messages?.find(message => isSameSide(message.side, side))?.message : undefined
}
