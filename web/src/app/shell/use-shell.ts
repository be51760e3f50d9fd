import { useEffect, useState, useSyncExternalStore } from 'react'
import { useDevice } from '../../backend/hooks/use-device.ts'
import { shell } from '../../device/shell.ts'
import { fetchWhenIdle } from '../../loading/idle.ts'

/** How often (ms) it is checked whether the replica is still being downloaded. When it is not, the app is installed without a replica. */
const CHECK_INTERVAL_MS = 60_000

/**
 * Installs the app on this device: once a user has signed in or a door link is open, and after the replica is downloaded. The app has 2.5 MB,
 * and on a slow line the download of the replica would wait for it. Parts of the product that may be needed next are fetched then too.
 * Returns the newer version that is ready, if any.
 */
export function useShell() {
  const newer = useSyncExternalStore(shell.subscribe, shell.get)
  const { status, isDownloadPending } = useDevice()
  const [hasWaited, setWaited] = useState(false)
  const mayStart = status.replica !== null || !status.canKeep || hasWaited
  useEffect(() => {
    if (mayStart) {
      fetchWhenIdle({ onSlowLines: true })
      return void shell.start()
    }
    const timer = setInterval(() => setWaited(!isDownloadPending()), CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [mayStart, isDownloadPending])
  return { newer }
}
