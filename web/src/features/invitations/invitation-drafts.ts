import type { GenerationType, NewInvitation } from '@hudur/core'
import type { GeneratorFields } from './generator-fields.ts'
import { readGuestList } from './guests/guest-list.ts'

/** An invitation to be made; its id is minted when it is sent. */
export type InvitationDraft = Omit<NewInvitation, 'id'>

const DRAFTS: Record<GenerationType, (fields: GeneratorFields) => Pick<InvitationDraft, 'guestName' | 'generationType' | 'maxScans'>[]> = {
  names: ({ names }) => readGuestList(names).names.map(guestName => ({ guestName, generationType: 'names', maxScans: 1 })),
  count: ({ uses }) => [{ guestName: '', generationType: 'count', maxScans: uses }],
  custom: ({ guestName, scans }) => [{ guestName: guestName.trim(), generationType: 'custom', maxScans: scans }],
}

/** The invitations that the form asks for, by its kind. */
export function draftsOf(fields: GeneratorFields): InvitationDraft[] {
  const { eventName, eventDate, owner } = fields
  return DRAFTS[fields.kind](fields).map(draft => ({
    ...draft,
    eventName: eventName.trim(),
    eventDate,
    ...(owner && { userId: owner }),
  }))
}
