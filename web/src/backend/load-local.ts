import { type Contract, contract } from '@hudur/core/contract'
import { type Backend, mapContract } from '@hudur/core/endpoint'
import { UnreachableError } from '@hudur/core/http-backend'
import { withRetries } from '../loading/retry.ts'
import type { Device } from './store/device.ts'

const RETRY_PAUSES_MS = [1_000, 3_000]

/** Downloads the code with which this device answers calls itself. The first screen does not wait for it: most calls do not need it. */
export const loadLocalPart = withRetries(() => import('./local/local-part.ts'), RETRY_PAUSES_MS)

/** Returns the functions by which this device answers calls itself. Throws `UnreachableError` when their code cannot be downloaded. */
export async function localPartOf(device: Device) {
  const { createLocalPart } = await loadLocalPart().catch((cause: unknown) => {
    throw new UnreachableError('the rules of this device could not be fetched', { cause })
  })
  return createLocalPart(device)
}

type CallsByNoun = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

/** Returns the backend of this device. Its code is downloaded at the first call. */
export const createLazyDeviceBackend = (device: Device) =>
  mapContract(contract, (_endpoint, noun, call) => async (input: unknown) => {
    const { backend } = await localPartOf(device)
    return (backend as unknown as CallsByNoun)[noun]![call]!(input)
  }) as unknown as Backend<Contract>
