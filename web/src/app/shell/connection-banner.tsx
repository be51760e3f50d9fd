import { CloudOff } from 'lucide-react'
import { useConnection } from '../../backend/hooks/use-connection.ts'
import { useDeviceStatus } from '../../backend/hooks/use-device.ts'
import { text } from '../../text/ar.ts'

/** Says that the server cannot be reached. The live region is always in the page, so that screen readers announce its content. */
export function ConnectionBanner() {
  const { state } = useConnection()
  const canStoreData = useDeviceStatus(status => status.canStoreData)
  return (
    <div role="status">
      {state === 'disconnected' && (
        <p className="flex items-center justify-center gap-2.5 bg-warning-soft px-4 py-2.5 text-sm text-warning-soft-foreground">
          <CloudOff aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.7} />
          {canStoreData ? text.connection.lost : text.connection.lostUnkept}
        </p>
      )}
    </div>
  )
}
