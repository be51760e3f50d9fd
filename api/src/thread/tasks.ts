import { contract, type Endpoint, type Resource } from '@hudur/core'
import { readJsonInput } from '../http/json-input.ts'
import { cleanPicture } from '../invitations/picture-file.ts'

const endpoints = new Map<string, Endpoint>(
  Object.values<Resource>(contract).flatMap(resource =>
    Object.values(resource).map(endpoint => [endpointKeyOf(endpoint), endpoint] as const),
  ),
)

/** Returns an endpoint's method and path, which identify it in the contract. */
export function endpointKeyOf({ method, path }: Pick<Endpoint, 'method' | 'path'>) {
  return `${method} ${path}`
}

/** Tasks whose time grows with the content of a request, and which need no other data. */
export const tasks = {
  jsonInput: (endpoint: string, address: Record<string, unknown>, body: Uint8Array): unknown =>
    readJsonInput(endpoints.get(endpoint)!, address, body),
  cleanPicture,
}
