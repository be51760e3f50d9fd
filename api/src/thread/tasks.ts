import { contract, type Endpoint, type Resource } from '@hudur/core'
import { jsonInput } from '../http/json-input.ts'
import { cleanPicture } from '../invitations/picture-file.ts'

const endpoints = new Map<string, Endpoint>(
  Object.values<Resource>(contract).flatMap(resource => Object.values(resource).map(endpoint => [nameOf(endpoint), endpoint] as const)),
)

/** Names an endpoint of the contract. */
export function nameOf({ method, path }: Pick<Endpoint, 'method' | 'path'>) {
  return `${method} ${path}`
}

/** What takes long by the size of what a caller sent, and needs nothing but that. */
export const tasks = {
  jsonInput: (endpoint: string, address: Record<string, unknown>, body: Uint8Array): unknown =>
    jsonInput(endpoints.get(endpoint)!, address, body),
  cleanPicture,
}
