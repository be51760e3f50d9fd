import type { EventStats } from '@hudur/core/invitations/invitation'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'

/** Returns a text such as «وشخص واحد فوق العدد»: how many people entered beyond their invitations' limit. `arrived` omits them. */
export const exceedingText = ({ exceeding }: EventStats) => text.reports.exceeding(formatCountedNoun(exceeding, text.reports.personWord))
