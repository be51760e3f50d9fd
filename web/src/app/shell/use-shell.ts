import { useEffect, useSyncExternalStore } from 'react'
import { shell } from '../../device/shell.ts'

/** Installs the app on this device: once a user has signed in, or at a door. Returns the newer version that is ready, if any. */
export function useShell() {
  const newer = useSyncExternalStore(shell.subscribe, shell.get)
  useEffect(() => void shell.start(), [])
  return { newer }
}
