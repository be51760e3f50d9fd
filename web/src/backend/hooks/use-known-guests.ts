import { use, useEffect, useEffectEvent } from 'react'
import { findGuestByCode } from '../local/known-guest.ts'
import { DeviceContext, useDeviceStatus } from './use-device.ts'

type UnknownScan = { nonce: string; code: string }
export type KnownGuest = NonNullable<Awaited<ReturnType<typeof findGuestByCode>>>

/** Calls `onKnown` after a download has brought invitations whose codes this device scanned without knowing them. */
export function useKnownGuests(scans: readonly UnknownScan[], onKnown: (guests: readonly { nonce: string; guest: KnownGuest }[]) => void) {
  const services = use(DeviceContext)
  const downloadedAt = useDeviceStatus(({ replica }) => replica?.at)

  const findGuests = useEffectEvent(async () => {
    const device = scans.length > 0 ? await services?.device() : undefined
    if (!device) return
    const guests = await Promise.all(
      // The storage of the browser may fail. The scans then stay unknown.
      scans.map(async ({ nonce, code }) => ({ nonce, guest: await findGuestByCode(device, code).catch(() => undefined) })),
    )
    const known = guests.flatMap(({ nonce, guest }) => (guest ? [{ nonce, guest }] : []))
    if (known.length > 0) onKnown(known)
  })

  useEffect(() => {
    if (downloadedAt !== undefined) void findGuests()
  }, [downloadedAt])
}
