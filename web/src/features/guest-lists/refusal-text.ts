import type { TableRefusal } from '@hudur/core/guest-lists/guest-table'
import { MAX_INVITATIONS_PER_CALL } from '@hudur/core/invitations/contract'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'

const words = text.guestReview

/** Returns the sentence that says why a file is no list that can be read. */
export const refusalText = (refusal: TableRefusal) =>
  refusal.reason === 'too-many'
    ? words.tooMany(formatCountedNoun(refusal.count, words.rowWord), formatCountedNoun(MAX_INVITATIONS_PER_CALL, text.guests.guestWord))
    : words.refusals[refusal.reason]
