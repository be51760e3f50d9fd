import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import type { ExistingGuest } from '@hudur/core/guest-lists/existing-guests'
import * as invitationRules from '@hudur/core/invitations/rules'
import { readAllPages } from '../../backend/hooks/read-pages.ts'

/** The event for which guests are added. Without an id it is found by name, day and owner; an empty `owner` is the signed-in user. */
export type EventOfList = { eventId?: string | undefined; eventName: string; eventDate: string; owner: string }

const PAGE_SIZE = 1000

/** Returns the filter of an event in a list of invitations. `userId` is the id of the signed-in user, undefined with a link. */
export const eventFilterOf = ({ eventId, eventName, eventDate, owner }: EventOfList, signedInUserId: string | undefined) => {
  const userId = owner || signedInUserId
  return eventId ? { eventId } : { eventName: eventName.trim(), eventDate, ...(userId && { userId }) }
}

/** Reads the guests of an event without cancelled ones; with `search` at least those who match it. With a link, the guests of this link. */
export const readExistingGuests = async (backend: Backend<Contract>, event: ReturnType<typeof eventFilterOf>, search?: string) =>
  invitationRules
    .filterValidInvitations(
      await readAllPages(PAGE_SIZE, page => backend.invitations.list({ ...event, ...page, ...(search !== undefined && { search }) })),
    )
    .flatMap(({ guestName, phone }): ExistingGuest[] => (guestName === '' ? [] : [{ name: guestName, phone }]))
