import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnection } from '../../backend/hooks/use-connection.ts'
import { type DeviceStatus, useDevice, useDeviceStatus } from '../../backend/hooks/use-device.ts'
import { readReadiness } from '../../device/readiness.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatTimeAndDay } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ReadinessChecks } from './readiness-checks.tsx'
import { RejectedEntryList } from './rejected-list.tsx'

const words = text.device

type DeviceDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Renders the dialog «جاهز لليلة»: readiness of this device for scanning, age of its replica, and number of entries not uploaded. */
export function DeviceDialog({ isOpen, onOpenChange }: DeviceDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={text.connection.ready}>
      <DeviceState />
    </Dialog>
  )
}

function DeviceState() {
  const { state } = useConnection()
  const status = useDeviceStatus(status => status)
  const { sync } = useDevice()
  const [isBusy, setBusy] = useState(false)
  const { data: readiness } = useQuery({ queryKey: ['device', 'readiness'], queryFn: readReadiness, staleTime: 0 })
  const { replica, rejected } = status

  async function syncNow() {
    setBusy(true)
    await sync().finally(() => setBusy(false))
  }

  return (
    <div className="grid gap-6 pb-2">
      <p className="text-muted text-sm">{words.lead}</p>
      {readiness && <ReadinessChecks readiness={readiness} status={status} />}
      <section>
        <h3 className="font-semibold">{words.waitingTitle}</h3>
        <p className="mt-1 text-sm">
          {outboxText(status)}
          {' · '}
          {replica ? words.syncedAt(formatTimeAndDay(replica.at, new Date())) : words.neverSynced}
        </p>
        <Button className="mt-3" isDisabled={state === 'disconnected'} isPending={isBusy} onPress={() => void syncNow()} variant="outline">
          {words.sync}
        </Button>
      </section>
      {rejected.length > 0 && <RejectedEntryList rejected={rejected} />}
      <p className="text-muted text-sm">{words.limits}</p>
    </div>
  )
}

/**
 * Returns the text about the outbox: how many entries wait; if none, how many the server rejected; if none either, that everything was
 * uploaded.
 */
function outboxText({ waiting, rejected }: DeviceStatus) {
  if (waiting > 0) return text.connection.waiting(formatCountedNoun(waiting, words.actWord))
  return rejected.length > 0 ? words.rejected.some(formatCountedNoun(rejected.length, words.actWord)) : words.nothingWaits
}
