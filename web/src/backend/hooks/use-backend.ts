import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { createContext, use } from 'react'

export const BackendContext = createContext<Backend<Contract> | null>(null)

/** Returns the backend. The server or this device answers its calls, and screens need not know which. */
export function useBackend() {
  const backend = use(BackendContext)
  if (!backend) throw new Error('no backend: the tree is not under <App>')
  return backend
}
