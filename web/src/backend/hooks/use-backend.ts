import type { Contract } from '@hudur/core/contract'
import type { Backend, ServerBackend } from '@hudur/core/endpoint'
import { createContext, use } from 'react'

/** A backend whose search in everything ends a request by a signal. */
type ScreenBackend = Omit<Backend<Contract>, 'find'> & Pick<ServerBackend<Contract>, 'find'>

export const BackendContext = createContext<ScreenBackend | null>(null)

/** Returns the backend. The server or this device answers its calls, and screens need not know which. */
export function useBackend() {
  const backend = use(BackendContext)
  if (!backend) throw new Error('no backend: the tree is not under <App>')
  return backend
}
