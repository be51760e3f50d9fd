import type { EventStats } from '@hudur/core/invitations/invitation'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'

/**
 * Returns how many people entered beyond the persons of their invitations, as in «وشخص واحد فوق العدد». `arrived` does not include them.
 */
export const exceedingText = ({ exceeding }: EventStats) => text.reports.exceeding(formatCountedNoun(exceeding, text.reports.personWord))
