import type { Endpoint } from '@hudur/core/endpoint'
import { anyCodePoint } from '@hudur/core/testing/code-points'
import { createJpeg, createPng, createWebp } from '@hudur/core/testing/pictures'
import { API_PREFIX } from '@hudur/core/wire'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { CONTENT_TYPES, EXTRA_FIELD_NAMES, INVALID_BODIES, INVALID_UTF8_BODIES, ODD_VALUES, QUERY_STRINGS } from './fuzz-odd.ts'
import { type FieldWords, validValues } from './fuzz-schema.ts'
import type { HttpRequest } from './http-lanes.ts'

/** A field of a body: its name, and its value as JSON text, which `JSON.stringify` need not be able to produce. */
type BodyField = { name: string; json: string }

/** Encodes a text for a query string. A lone surrogate becomes bytes that are not valid UTF-8. */
const encodeForQuery = (text: string) =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : Array.from(text, letter => (letter.isWellFormed() ? encodeURIComponent(letter) : '%ED%A0%80')).join('')

function toQueryText({ json }: BodyField): string {
  const text = json.slice(0, 9_000)
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

/** Builds a request: the fields in `query` go into the query string, all others into the body. */
function toRequest({ method, path, query = [] }: Endpoint, fields: BodyField[]): HttpRequest {
  const address = fields
    .filter(({ name }) => query.includes(name))
    .map(field => `${encodeForQuery(field.name)}=${encodeForQuery(toQueryText(field))}`)
  const body = fields.filter(({ name }) => !query.includes(name)).map(({ name, json }) => `${JSON.stringify(name)}:${json}`)
  const url = `${API_PREFIX}${path}${address.length ? `?${address.join('&')}` : ''}`
  return body.length ? { method, url, type: 'application/json', body: `{${body.join()}}` } : { method, url }
}

const PICTURES = [createPng(), createPng({ grey: 9 }), createJpeg(), createWebp(), createWebp({}, { flags: 0x0c })].map(bytes =>
  Buffer.from(bytes),
)

/** Generates pictures, truncated pictures, pictures with one changed byte, and other bytes. */
const fileBodies = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PICTURES) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...PICTURES), fc.nat(300)).map(([file, length]) => file.subarray(0, length)) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...PICTURES), fc.nat(300), fc.nat(255)).map(([file, at, value]) => {
      const changed = Buffer.from(file)
      changed[at % changed.length] = value
      return changed
    }),
  },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 2_000 }).map(bytes => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(Buffer.alloc(5 * 1024 * 1024 + 1), Buffer.alloc(0), ...INVALID_BODIES.map(text => Buffer.from(text))),
  },
)

/** Adds a body of bytes to a request, under a content type that is read as a file. */
const withFileBody = (request: fc.Arbitrary<HttpRequest>) =>
  fc
    .tuple(request, fileBodies, fc.constantFrom('application/octet-stream', 'image/png', 'image/jpeg', 'image/webp'))
    .map(([given, body, type]): HttpRequest => ({ ...given, type, body }))

const randomOddField = (names: readonly string[]) =>
  fc.record({
    name: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...names, 'id') },
      { weight: 1, arbitrary: fc.constantFrom(...EXTRA_FIELD_NAMES) },
    ),
    json: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...ODD_VALUES) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 2, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 300 }).map(text => JSON.stringify(text)) },
    ),
  })

const FAULT_KINDS = ['replace', 'add', 'twice', 'drop', 'list', 'inside'] as const

/**
 * Returns the fields with one fault: a replaced value, an added field, a field given twice, a missing field, a list in place of a value, or
 * an odd value inside a value.
 */
function applyFault(fields: BodyField[], fault: (typeof FAULT_KINDS)[number], odd: BodyField, at: number): BodyField[] {
  const chosen = fields[at % Math.max(1, fields.length)]
  if (!chosen || fault === 'add') return [...fields, odd]
  const others = fields.filter(field => field !== chosen)
  switch (fault) {
    case 'replace':
      return [...others, { name: chosen.name, json: odd.json }]
    case 'twice':
      return [...fields, { name: chosen.name, json: odd.json }, chosen]
    case 'drop':
      return others
    case 'list':
      return [...others, { name: chosen.name, json: `[${chosen.json},${odd.json}]` }]
    case 'inside': {
      const nestedValue = chosen.json.replace(/:(?:"[^"]*"|\d+|null|true|false)/, () => `:${odd.json}`)
      return [...others, { name: chosen.name, json: nestedValue }]
    }
  }
}

/**
 * Generates requests for an endpoint from its input schema. About a third have valid fields; the others have one to three faulty fields, or
 * another body, content type, query string or method.
 */
export function requestsFor(endpoint: Endpoint, words: FieldWords): fc.Arbitrary<HttpRequest> {
  const { [endpoint.raw ?? '']: _file, ...shape } = endpoint.input._zod.def.shape
  const fields = validValues(z.object(shape), words).map(input =>
    Object.entries(input as object).map(([name, value]): BodyField => ({ name, json: JSON.stringify(value) })),
  )
  const names = Object.keys(shape)
  const breaks = fc.array(fc.tuple(fc.constantFrom(...FAULT_KINDS), randomOddField(names), fc.nat(20)), { minLength: 1, maxLength: 3 })
  const sent = endpoint.raw === undefined ? (request: fc.Arbitrary<HttpRequest>) => request : withFileBody
  const validRequests = sent(fields.map(given => toRequest(endpoint, given)))
  const odd = fc.tuple(fields, breaks).map(([given, all]) =>
    toRequest(
      endpoint,
      all.reduce((now, [how, field, at]) => applyFault(now, how, field, at), given),
    ),
  )
  return fc.oneof(
    { weight: 8, arbitrary: validRequests },
    { weight: 8, arbitrary: sent(odd) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(validRequests, fc.constantFrom(...INVALID_BODIES))
        .map(([request, body]) => ({ type: 'application/json', ...request, body })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(validRequests, fc.constantFrom(...INVALID_UTF8_BODIES))
        .map(([request, bytes]) => ({ ...request, type: 'application/json', body: Buffer.from(bytes) })),
    },
    { weight: 1, arbitrary: fc.tuple(validRequests, fc.constantFrom(...CONTENT_TYPES)).map(([request, type]) => ({ ...request, type })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(validRequests, fc.constantFrom(...QUERY_STRINGS))
        .map(([request, query]) => ({ ...request, url: request.url.split('?')[0] + query })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(validRequests, fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'PATCH'))
        .map(([request, method]) => ({ ...request, method })),
    },
  )
}
