import { invitationFieldsFor } from '@hudur/core/guest-lists/guest'
import type { NewInvitation } from '@hudur/core/invitations/contract'
import type { GenerationType } from '@hudur/core/invitations/invitation'
import type { TypedGuestToCompare } from '../guest-lists/compare-typed.ts'
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
  custom: ({ guestName, guestPhone, scans, children }) => [
    {
      ...{ guestName: guestName.trim(), generationType: 'custom', maxScans: scans },
      ...(children > 0 && { children }),
      ...(guestPhone.trim() && { phone: guestPhone.trim() }),
    },
  ],
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

/** Returns the guests who were typed, which are the first of `unsavedInvitationsOf`. Those of imported lists were compared in their review. */
export function typedGuestsOf(values: GeneratorValues): TypedGuestToCompare[] {
  if (values.kind === 'names') return readGuestList(values.names).guests.map(({ name, phone }) => ({ name, phone }))
  return values.kind === 'custom' ? [{ name: values.guestName.trim(), phone: values.guestPhone.trim() || null }] : []
}
