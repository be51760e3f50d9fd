import type { EventStats } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { counted } from '../../../text/format.ts'

/** «وشخص واحد فوق العدد»: the entries of an event that no figure counts, because they exceed the places of their invitations. */
export const exceedingIn = ({ exceeding }: EventStats) => text.reports.exceeding(counted(exceeding, text.reports.personWord))
