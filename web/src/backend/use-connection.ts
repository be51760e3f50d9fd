import { createContext, use, useSyncExternalStore } from 'react'
import type { Connection } from './connection.ts'

export const ConnectionContext = createContext<Connection | null>(null)

/** Whether the server can be reached, and the way to ask again. Only the shell shows it; screens never ask. */
export function useConnection() {
  const connection = use(ConnectionContext)
  if (!connection) throw new Error('no connection: the tree is not under <App>')
  const state = useSyncExternalStore(connection.subscribe, connection.get)
  return { state, retest: connection.retest }
}
