import type { NewInvitation } from '@hudur/core/invitations/contract'
import type { GenerationType } from '@hudur/core/invitations/invitation'
import { invitationFieldsFor } from '../guest-lists/guest.ts'
import { readGuestList } from '../guest-lists/guest-list.ts'
import type { GeneratorValues } from './generator-values.ts'

/** An invitation to be created, without its id. The id is generated when the request is made. */
export type UnsavedInvitation = Omit<NewInvitation, 'id'>

const INVITATIONS_BY_KIND: Record<
  GenerationType,
  (values: GeneratorValues) => Omit<UnsavedInvitation, 'eventName' | 'eventDate' | 'userId'>[]
> = {
  names: ({ names, imported }) => readGuestList(names, imported).guests.map(invitationFieldsFor),
  count: ({ uses }) => [{ guestName: '', generationType: 'count', maxScans: uses }],
  custom: ({ guestName, scans }) => [{ guestName: guestName.trim(), generationType: 'custom', maxScans: scans }],
}

export function unsavedInvitationsOf(values: GeneratorValues): UnsavedInvitation[] {
  const { eventName, eventDate, owner } = values
  return INVITATIONS_BY_KIND[values.kind](values).map(invitation => ({
    ...invitation,
    eventName: eventName.trim(),
    eventDate,
    ...(owner && { userId: owner }),
  }))
}
