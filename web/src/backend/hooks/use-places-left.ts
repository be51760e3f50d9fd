import type { Invitation } from '@hudur/core/invitations/invitation'
import { remainingPlaces } from '@hudur/core/invitations/rules'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { localPartOf } from '../load-local.ts'
import { DeviceContext, useDeviceStatus } from './use-device.ts'

/**
 * Returns how many more people a scanned invitation admits. That is the number in the answer to the scan, or fewer after a download has
 * brought admissions at other gates; 0 after it has brought a cancellation or a reissue.
 */
export function usePlacesLeft(invitation: Invitation | null) {
  const services = use(DeviceContext)
  const downloadedAt = useDeviceStatus(({ replica }) => replica?.at)
  const answered = invitation ? remainingPlaces(invitation) : 0
  const [present, setPresent] = useState(answered)

  const readPresent = useEffectEvent(async () => {
    const device = invitation && answered > 0 ? await services?.device() : undefined
    if (!device || !invitation) return
    try {
      const { readPlacesLeft } = await localPartOf(device)
      const left = await readPlacesLeft(device, invitation)
      if (left !== undefined) setPresent(left)
    } catch {
      // The storage of the browser has failed, or the code for reading it could not be downloaded. The number in the answer stays.
    }
  })

  useEffect(() => {
    if (downloadedAt !== undefined) void readPresent()
  }, [downloadedAt])

  return { answered, present: Math.min(answered, present) }
}
