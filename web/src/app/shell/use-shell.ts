import { useEffect, useState, useSyncExternalStore } from 'react'
import { useDevice } from '../../backend/hooks/use-device.ts'
import { shell } from '../../device/shell.ts'

/** After this time (ms) the app is installed although the guests have not arrived. */
const LONGEST_WAIT_MS = 60_000

/**
 * Installs the app on this device: once a user has signed in, or at a door, and after the guests have arrived. The app has 2.5 MB, and on a
 * slow line the guests would wait for it. Returns the newer version that is ready, if any.
 */
export function useShell() {
  const newer = useSyncExternalStore(shell.subscribe, shell.get)
  const { replica, canKeep } = useDevice().status
  const [hasWaited, setWaited] = useState(false)
  const mayStart = replica !== null || !canKeep || hasWaited
  useEffect(() => {
    if (mayStart) return void shell.start()
    const timer = setTimeout(() => setWaited(true), LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [mayStart])
  return { newer }
}
