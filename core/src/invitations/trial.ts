import type { EventDetails } from '../events/contract.ts'
import * as texts from '../texts.ts'
import type { Invitation } from './invitation.ts'
import { BLANK_INVITATION } from './views.ts'

/** For how many persons a trial card is. */
const TRIAL_PERSONS = 2

/** Returns the invitation of an event's trial card, which is stored nowhere. */
export const trialInvitationOf = (
  { id, userId, name, date, createdAt }: Pick<EventDetails, 'id' | 'name' | 'date'> & Partial<Pick<EventDetails, 'userId' | 'createdAt'>>,
  code: string,
): Invitation => ({
  ...BLANK_INVITATION,
  ...{ id: code, code, eventId: id, eventName: name, eventDate: date },
  ...(userId !== undefined && { userId }),
  ...(createdAt !== undefined && { createdAt }),
  ...{ guestName: texts.trial.guest, maxScans: TRIAL_PERSONS },
})
