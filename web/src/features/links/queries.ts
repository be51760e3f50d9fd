import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { ID_BYTES, idFromBytes } from '@hudur/core/id'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useDevice } from '../../backend/hooks/use-device.ts'
import { useIdempotentRequest } from '../../backend/hooks/use-idempotent-request.ts'
import { balanceKeys, invitationsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'

const linksKey = ['links']

const DEVICES_REFRESH_INTERVAL_MS = 20_000

export function useLinks(eventId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...linksKey, 'event', eventId],
    queryFn: () => backend.links.list({ eventId }),
    refetchInterval: DEVICES_REFRESH_INTERVAL_MS,
  })
}

type NewLink = Omit<EndpointInput<typeof contract.links.create>, 'id'>

/** Creates a link to an event. A repeated request has the same id, so that the link is created once. */
export function useCreateLink() {
  const backend = useBackend()
  const sendOnce = useIdempotentRequest<{ id: string }>()
  return useMutation({
    mutationFn: (link: NewLink) =>
      sendOnce(
        JSON.stringify(link),
        () => ({ id: idFromBytes(crypto.getRandomValues(new Uint8Array(ID_BYTES))) }),
        ({ id }) => backend.links.create({ id, ...link }),
      ),
    onSettled: useRefresh(linksKey, ...balanceKeys),
  })
}

/** Changes a link. A larger allotment is charged to the owner's balance; a smaller one returns the difference. */
export function useUpdateLink() {
  const backend = useBackend()
  return useMutation({
    mutationFn: (link: EndpointInput<typeof contract.links.update>) => backend.links.update(link),
    onSettled: useRefresh(linksKey, ...balanceKeys),
  })
}

export function useReissueLink() {
  const backend = useBackend()
  return useMutation({ mutationFn: (id: string) => backend.links.reissue({ id }), onSettled: useRefresh(linksKey) })
}

export function useRevokeLink() {
  const backend = useBackend()
  return useMutation({
    mutationFn: (id: string) => backend.links.revoke({ id }),
    onSettled: useRefresh(linksKey, ...balanceKeys),
  })
}

/** Opens a link with its token. The token is not cached, and is sent again only if the user retries. */
export function useEnterLink() {
  const { enterLink } = useDevice()
  return useMutation({ mutationFn: enterLink, gcTime: 0 })
}

/** The interval at which a device reads its door link, in milliseconds. An offline device notices the end of the link by its clock. */
const DOOR_LINK_REFRESH_INTERVAL_MS = 30_000

/** The interval at which an ended link is read, in milliseconds. The owner may extend the link, or a user may open its new URL. */
const ENDED_LINK_REFRESH_INTERVAL_MS = 30_000

/**
 * Reads the link that this device has opened. Its key begins with `invitations`, so that their changes reload the used allotment. A door
 * link has a key of its own, because every scan changes invitations.
 */
export function useLink({ isDoor }: { isDoor: boolean }) {
  const backend = useBackend()
  return useQuery({
    queryKey: isDoor ? ['door'] : [...invitationsKey, 'link'],
    queryFn: () => backend.links.me({}),
    refetchInterval: ({ state }) => (isDoor ? DOOR_LINK_REFRESH_INTERVAL_MS : state.error ? ENDED_LINK_REFRESH_INTERVAL_MS : false),
  })
}
