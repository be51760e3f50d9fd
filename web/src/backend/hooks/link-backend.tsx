import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, use, useMemo, useState } from 'react'
import { BackendContext } from './use-backend.ts'
import { DeviceContext } from './use-device.ts'
import { LiveContext } from './use-live.ts'

/**
 * Calls the server as a device with a link, for everything inside it. It has a cache of its own, so that nothing that an account has read is
 * shown.
 */
export function LinkBackend({ linkId, children }: { linkId: string; children: ReactNode }) {
  const device = use(DeviceContext)
  if (!device) throw new Error('no device: the tree is not under <App>')
  const { backend, live } = useMemo(() => device.withLink(linkId), [device, linkId])
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } }))
  return (
    <QueryClientProvider client={queries}>
      <BackendContext value={backend}>
        <LiveContext value={live}>{children}</LiveContext>
      </BackendContext>
    </QueryClientProvider>
  )
}
