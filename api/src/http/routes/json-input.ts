import { contract } from '@hudur/core/contract'
import type { Endpoint, Resource } from '@hudur/core/endpoint'
import { readInput } from '@hudur/core/read-input'
import { Refusal } from '@hudur/core/refusals'
import { inputFromRequest } from '@hudur/core/wire'
import { parse } from 'secure-json-parse'

type Fields = Record<string, unknown>

/** Parses the fields of a JSON body; returns undefined without a body. Throws `bad-input` when the body is not one JSON object. */
function parseFields(body: Uint8Array | undefined): Fields | undefined {
  if (body === undefined) return undefined
  let fields: unknown
  try {
    fields = parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch (cause) {
    throw new Refusal('bad-input', { cause })
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new Refusal('bad-input')
  return fields as Fields
}

/** Reads and checks the input of a call: the fields of its query string and of its JSON body in UTF-8. Throws `bad-input`. */
export const readJsonInput = (endpoint: Endpoint, query: Fields, body: Uint8Array | undefined) =>
  readInput(endpoint, inputFromRequest(endpoint, query, parseFields(body)))

/**
 * Does the same as `readJsonInput` in a worker thread. It finds the endpoint by its method and path, because schemas cannot be sent to a
 * thread.
 */
export function readJsonInputOf({ method, path }: Pick<Endpoint, 'method' | 'path'>, query: Fields, body: Uint8Array) {
  const endpoints = Object.values<Resource>(contract).flatMap(resource => Object.values(resource))
  return readJsonInput(endpoints.find(endpoint => endpoint.method === method && endpoint.path === path)!, query, body)
}
