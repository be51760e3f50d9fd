import { useEffect, useState, useSyncExternalStore } from 'react'
import { useDevice } from '../../backend/hooks/use-device.ts'
import { appInstallation } from '../../device/shell.ts'
import { startIdleFetching } from '../../loading/idle.ts'

/**
 * The interval in milliseconds at which the app checks whether the replica is still being downloaded. When no download is pending, the app
 * is installed although there is no replica.
 */
const REPLICA_CHECK_INTERVAL_MS = 60_000

/**
 * Installs the app on this device when a user has signed in or a door link is open, but only after the replica is downloaded. The app has
 * 2.5 MB, so on a slow line the download of the replica would have to wait for it. Then also fetches scripts that may be needed next.
 * Returns the newer version that is ready to be activated, if any.
 */
export function useAppInstallation() {
  const newer = useSyncExternalStore(appInstallation.subscribe, appInstallation.get)
  const { status, isDownloadPending } = useDevice()
  const [hasWaited, setWaited] = useState(false)
  const mayStart = status.replica !== null || !status.canStoreData || hasWaited
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
