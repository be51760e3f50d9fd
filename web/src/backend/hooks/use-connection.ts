import { createContext, use, useSyncExternalStore } from 'react'
import type { Connection } from '../connection/connection.ts'

export const ConnectionContext = createContext<Connection | null>(null)

/** Returns whether the server is unreachable, so that only this device answers calls. */
export const useIsOffline = () => useConnection().state === 'disconnected'

/** Returns the connection state, and `retest`, which sends a probe. Screens that need only the state use `useIsOffline`. */
export function useConnection() {
  const connection = use(ConnectionContext)
  if (!connection) throw new Error('no connection: the tree is not under <App>')
  const state = useSyncExternalStore(connection.subscribe, connection.get)
  return { state, retest: connection.retest }
}
