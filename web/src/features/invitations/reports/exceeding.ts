import type { EventStats } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { counted } from '../../../text/format.ts'

/** Returns «وشخص واحد فوق العدد»: the entries beyond the places of their invitations, which no other figure counts. */
export const exceedingIn = ({ exceeding }: EventStats) => text.reports.exceeding(counted(exceeding, text.reports.personWord))
