import type { NewInvitation } from '@hudur/core/invitations/contract'
import type { GenerationType } from '@hudur/core/invitations/invitation'
import { invitationFieldsFor } from '../guest-lists/guest.ts'
import { readGuestList } from '../guest-lists/guest-list.ts'
import type { GeneratorFields } from './generator-fields.ts'

/** An invitation to be created, without its id. The id is generated when the request is made. */
export type InvitationDraft = Omit<NewInvitation, 'id'>

const DRAFT_BUILDERS_BY_KIND: Record<
  GenerationType,
  (fields: GeneratorFields) => Omit<InvitationDraft, 'eventName' | 'eventDate' | 'userId'>[]
> = {
  names: ({ names, imported }) => readGuestList(names, imported).guests.map(invitationFieldsFor),
  count: ({ uses }) => [{ guestName: '', generationType: 'count', maxScans: uses }],
  custom: ({ guestName, scans }) => [{ guestName: guestName.trim(), generationType: 'custom', maxScans: scans }],
}

/** Returns the invitations that the form describes, by its kind. */
export function invitationDraftsOf(fields: GeneratorFields): InvitationDraft[] {
  const { eventName, eventDate, owner } = fields
  return DRAFT_BUILDERS_BY_KIND[fields.kind](fields).map(draft => ({
    ...draft,
    eventName: eventName.trim(),
    eventDate,
    ...(owner && { userId: owner }),
  }))
}
