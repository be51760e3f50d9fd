import { useEffect, useState, useSyncExternalStore } from 'react'
import { useDevice, useDeviceStatus } from '../../backend/hooks/use-device.ts'
import { appInstallation } from '../../device/app-updates.ts'
import { startIdleFetching } from '../../loading/idle.ts'

/** The interval (ms) at which a device without a replica checks whether to install the app, because no download is pending. */
const REPLICA_CHECK_INTERVAL_MS = 60_000

/**
 * Installs the app when a user has signed in or a door link is open, but only after the replica is downloaded: on a slow line, it would
 * have to wait for the 2.5 MB of the app. Then also fetches scripts that may be needed next. Returns the newer version that is ready to be
 * activated, if any.
 */
export function useAppInstallation() {
  const newer = useSyncExternalStore(appInstallation.subscribe, appInstallation.get)
  const { isDownloadPending } = useDevice()
  const isReady = useDeviceStatus(({ replica, canStoreData }) => replica !== null || !canStoreData)
  const [hasWaited, setWaited] = useState(false)
  const mayStart = isReady || hasWaited
  useEffect(() => {
    if (mayStart) {
      startIdleFetching({ onSlowLines: true })
      return void appInstallation.start()
    }
    const timer = setInterval(() => setWaited(!isDownloadPending()), REPLICA_CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [mayStart, isDownloadPending])
  return { newer }
}
