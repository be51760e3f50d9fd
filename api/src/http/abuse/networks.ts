import { isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { RateLimit } from './attempts.ts'

/** The prefixes of the wider networks in which an IPv6 address is counted, and how many times the limit of its /64 each allows. */
const WIDER_NETWORKS = [
  [56, 4],
  [48, 16],
] as const

export type Network = { name: string; factor: number }

/** Returns the networks in which an IP address is counted, the smallest first. One line may have 65,536 networks /64, which are a /48. */
export function networksOf(ip: string): Network[] {
  const address = normalizeIP(ip)
  const wider = isIPv6(address) ? WIDER_NETWORKS.map(([bits, factor]) => ({ name: `${normalizeIP(ip, bits)}/${bits}`, factor })) : []
  return [{ name: address, factor: 1 }, ...wider]
}

/**
 * Returns the widest network of an IP address, as which visitors without a session are one caller where work is shared among callers. An
 * IPv4 address is a network of its own.
 */
export const widestNetworkOf = (ip: string) => networksOf(ip).at(-1)!.name

/**
 * Counts an attempt in each network of an IP address, and returns how long (ms) the first limit that refuses it lasts, otherwise 0. A wider
 * network allows more. `take` counts one attempt as `AttemptCounter.take` does.
 */
export async function takeInNetworks(
  take: (key: readonly string[], limit: RateLimit) => Promise<number>,
  kind: string,
  ip: string,
  { max, window }: RateLimit,
) {
  for (const { name, factor } of networksOf(ip)) {
    const waitMs = await take([kind, name], { max: max * factor, window })
    if (waitMs > 0) return waitMs
  }
  return 0
}
