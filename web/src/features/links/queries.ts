import { useCall, useIdempotentCall, useRead } from '../../backend/hooks/use-call.ts'
import { arrivalsKey, arrivalTimesKey, balanceKeys, conflictsKey, invitationsKey } from '../../backend/hooks/use-refresh.ts'
import { newId } from '../../device/new-id.ts'

const linksKey = ['links']

const DEVICES_REFRESH_INTERVAL_MS = 20_000

export const useLinks = (eventId: string) =>
  useRead([...linksKey, 'event', eventId], ({ links }) => links.list({ eventId }), { refetchInterval: DEVICES_REFRESH_INTERVAL_MS })

/** Creates a link to an event. */
export const useCreateLink = () =>
  useIdempotentCall(
    () => ({ id: newId() }),
    ({ links }) => links.create,
    linksKey,
    ...balanceKeys,
  )

/** Changes a link. A larger allotment is charged to the owner's balance; a smaller one returns the difference. */
export const useUpdateLink = () => useCall(({ links }) => links.update, linksKey, ...balanceKeys)

export const useReissueLink = () => useCall(({ links }) => links.reissue, linksKey)

export const useRevokeLink = () => useCall(({ links }) => links.revoke, linksKey, ...balanceKeys)

/** Signs out one device of a link. */
export const useSignOutDevice = () => useCall(({ links }) => links.signOutDevice, linksKey)

/** Counts admissions from a file of a door link. */
export const useCountSaved = () =>
  useCall(({ checkIn }) => checkIn.countSaved, linksKey, invitationsKey, arrivalsKey, arrivalTimesKey, conflictsKey)

/** The interval at which a device reads its door link, in milliseconds. An offline device notices the end of the link by its clock. */
const DOOR_LINK_REFRESH_INTERVAL_MS = 30_000

/** The interval at which an ended link is read, in milliseconds. The owner may extend the link, or a user may open its new URL. */
const ENDED_LINK_REFRESH_INTERVAL_MS = 30_000

/**
 * Reads the link that this device has opened. Its key begins with `invitations`, so that their changes reload the used allotment. A door
 * link has a key of its own, because every scan changes invitations.
 */
export const useLink = ({ isDoor }: { isDoor: boolean }) =>
  useRead(isDoor ? ['door'] : [...invitationsKey, 'link'], ({ links }) => links.me({}), {
    refetchInterval: ({ state }) => (isDoor ? DOOR_LINK_REFRESH_INTERVAL_MS : state.error ? ENDED_LINK_REFRESH_INTERVAL_MS : false),
  })
