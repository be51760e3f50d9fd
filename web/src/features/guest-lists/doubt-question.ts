import type { ReviewRow, RowDoubt } from '@hudur/core/guest-lists/assess-table'
import { MAX_NAME_LENGTH } from '@hudur/core/inputs'
import { guestFields } from '@hudur/core/invitations/guest-fields'
import * as invitationRules from '@hudur/core/invitations/rules'
import * as texts from '@hudur/core/texts'
import { text } from '../../text/ar.ts'
import { guestGenderOf } from '../../text/form-of-guest.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'

const words = text.guestReview

/** Returns the sentence of a question about a row. */
export function doubtQuestion(doubt: RowDoubt, { name }: ReviewRow, rowsByNumber: ReadonlyMap<number, ReviewRow>) {
  const say = words.doubts
  switch (doubt.about) {
    case 'count':
      return doubt.all === 1 ? say.one : say.count(formatWholeNumber(doubt.all), say.whom[guestGenderOf(name)])
    case 'same': {
      const other = rowsByNumber.get(doubt.line)
      return say.same(formatWholeNumber(doubt.line), other?.name ?? name, formatCountedNoun(other?.persons ?? 1, words.seatWord))
    }
    case 'persons':
      return say.persons(doubt.written)
    case 'many':
      return say.many(formatWholeNumber(invitationRules.maxPersonsFor('custom')))
    case 'long':
      return say.long(formatCountedNoun(MAX_NAME_LENGTH, texts.letterWord))
    case 'second-phone':
      return say.secondPhone(doubt.written)
    case 'phone-remark':
      return say.phoneRemark(doubt.written)
    case 'leftover':
      return say.leftover(doubt.part)
    case 'phone':
    case 'family':
    case 'message':
    case 'letters':
    case 'several':
      return say[doubt.about]
    default:
      return 'written' in doubt
        ? text.guestFields[doubt.about].question(doubt.written)
        : text.guestFields[doubt.about].tooLong(formatCountedNoun(guestFields[doubt.about].maxLength, texts.letterWord))
  }
}
