import { type Backend, type Contract, contract, mapContract, Unreachable } from '@hudur/core'
import { retrying } from '../loading/retry.ts'
import type { Device } from './store/device.ts'

const PAUSES_MS = [1_000, 3_000]

/**
 * Fetches the rules with which this device answers calls itself. The first view does not wait for them: they are a tenth of the script that
 * every screen loads, and are needed only when no server answers, or after an admission.
 */
export const loadLocal = retrying(() => import('./local/local-part.ts'), PAUSES_MS)

/** Returns the local part of a device. Throws `Unreachable` when it could not be fetched. */
export async function localPartOf(device: Device) {
  const { localPart } = await loadLocal().catch((cause: unknown) => {
    throw new Unreachable('the rules of this device could not be fetched', { cause })
  })
  return localPart(device)
}

type Calls = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

/** Returns the backend of a device, which fetches its rules at the first call. */
export const lateBackend = (device: Device) =>
  mapContract(contract, (_endpoint, noun, name) => async (input: unknown) => {
    const { backend } = await localPartOf(device)
    return (backend as unknown as Calls)[noun]![name]!(input)
  }) as unknown as Backend<Contract>
