import { useEffect, useSyncExternalStore } from 'react'
import { shell } from '../../device/shell.ts'

/** Keeps the product on this device while somebody works here; tells when a newer one lies ready. */
export function useShell() {
  const newer = useSyncExternalStore(shell.subscribe, shell.get)
  useEffect(() => void shell.start(), [])
  return { newer }
}
