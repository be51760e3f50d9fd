import { contract } from '@hudur/core/contract'
import type { Endpoint, Resource } from '@hudur/core/endpoint'
import { refusals } from '@hudur/core/refusals'
import { API_PREFIX } from '@hudur/core/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDatabase } from '../../../testing/engines.ts'
import { addAccount, PASSWORD, startServer } from '../../../testing/server.ts'
import type { Database } from '../../database/database.ts'
import { createOpenApiDocument } from './openapi.ts'

type Schema = { type?: string; maxLength?: number; enum?: unknown[]; const?: unknown; format?: string; pattern?: string; anyOf?: Schema[] }
type Parameter = { name: string; in: string; required: boolean; schema?: Schema; content?: Record<string, { schema: Schema }> }
type Operation = {
  operationId: string
  security: object[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: { properties: object; required?: string[] } }> }
  responses: Record<string, { $ref?: string; headers?: object; content?: Record<string, { schema?: object }> }>
}

const document = JSON.parse(JSON.stringify(createOpenApiDocument(contract))) as ReturnType<typeof createOpenApiDocument>
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
)
const endpoints = Object.entries<Resource>(contract).flatMap(([noun, list]) =>
  Object.entries(list).map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint]),
)

/** Returns the targets of all `$ref` in a JSON value. */
const refsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)))

const resolve = (ref: string) =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)

describe('the OpenAPI document', () => {
  test('the OpenAPI document has version 3.1.0 and the URL of the API', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' }, servers: [{ url: API_PREFIX }] })
  })

  test('the OpenAPI document contains every endpoint exactly once', () => {
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(endpoints.map(([id]) => id).sort())
    expect(operations).toHaveLength(endpoints.length)
  })

  test('the OpenAPI document has every referenced schema, and no other', () => {
    const all = refsIn(document)
    expect(all.length).toBeGreaterThan(100)
    for (const ref of all) expect(resolve(ref), ref).toBeTypeOf('object')
    for (const name of Object.keys(document.components.schemas)) expect(all).toContain(`#/components/schemas/${name}`)
  })

  test.each(endpoints)('the OpenAPI document describes endpoint %s', (id, endpoint) => {
    const { path, method, operation } = operations.find(({ operation: { operationId } }) => operationId === id)!
    expect([path, method]).toEqual([endpoint.path, endpoint.method.toLowerCase()])
    const proof = { public: [], user: [{ session: [] }], admin: [{ session: [] }], link: [{ link: [] }] }
    expect(operation.security).toEqual(proof[endpoint.access])

    const body = operation.requestBody?.content['application/json']?.schema
    expect(operation.parameters.map(({ name }) => name).sort()).toEqual([...(endpoint.query ?? [])].sort())
    const { raw } = endpoint
    const inputNames = [...Object.keys(body?.properties ?? {}), ...(endpoint.query ?? []), ...(raw === undefined ? [] : [raw])]
    expect(inputNames.sort()).toEqual(Object.keys(endpoint.input.shape).sort())
    const types = ['application/octet-stream', 'image/png', 'image/jpeg', 'image/webp']
    if (raw !== undefined) expect(Object.keys(operation.requestBody!.content)).toEqual(types)
    for (const { schema, content, ...parameter } of operation.parameters)
      expect([parameter.in, schema ?? content]).toEqual(['query', expect.any(Object)])

    const { 200: answer, ...refused } = operation.responses
    expect(Object.keys(answer!.content!)).toEqual([endpoint.media ?? 'application/json'])
    expect(answer!.headers !== undefined).toBe(endpoint.paged === true || endpoint.media !== undefined)
    expect('304' in refused).toBe(endpoint.media !== undefined)
    const statuses = new Set(['304', '408', '431', ...Object.values(refusals).map(({ status }) => String(status))])
    for (const status of Object.keys(refused)) expect(statuses).toContain(status)
    expect('401' in refused).toBe(endpoint.access !== 'public' || id === 'accounts.login')
    expect(Object.keys(refused)).toEqual(expect.arrayContaining(['400', '408', '429', '431', '500', '503']))
    if (endpoint.method !== 'GET') expect(Object.keys(refused)).toEqual(expect.arrayContaining(['403', '409', '413', '415']))
  })

  test('the OpenAPI document has 404 only for calls that name one row', () => {
    const missing = operations.filter(({ operation }) => '404' in operation.responses).map(({ operation }) => operation.operationId)
    expect(missing).toEqual(expect.arrayContaining(['checkIn.undo', 'checkIn.settleConflict', 'invitations.qr', 'accounts.approve']))
    expect(missing).not.toContain('checkIn.scan')
    expect(missing).not.toContain('invitations.list')
  })

  test('the OpenAPI document limits every input text and page parameter', () => {
    const unbounded: string[] = []
    const collectUnboundedTexts = (at: unknown, where: string) => {
      if (typeof at !== 'object' || at === null) return
      const { type, maxLength, enum: values, const: value, format, pattern } = at as Schema
      const isBounded = [maxLength, values, value, format, pattern].some(bound => bound !== undefined)
      if (type === 'string' && !isBounded) unbounded.push(where)
      for (const [key, inner] of Object.entries(at)) collectUnboundedTexts(inner, `${where}.${key}`)
    }
    for (const { operation } of operations) {
      collectUnboundedTexts(operation.parameters, operation.operationId)
      collectUnboundedTexts(operation.requestBody?.content['application/json']?.schema, operation.operationId)
    }
    expect(unbounded).toEqual([])
    const inAddress = operations.flatMap(({ operation }) => operation.parameters)
    const numbers = inAddress.filter(({ name }) => ['limit', 'offset', 'page'].includes(name))
    expect(numbers.length).toBeGreaterThan(10)
    for (const { name, schema } of numbers) {
      const [minimum, maximum] = [name === 'offset' ? 0 : 1, name === 'limit' ? expect.toBeOneOf([100, 200, 1000]) : 2_147_483_647]
      expect(schema, name).toMatchObject({ type: 'integer', minimum, maximum })
    }
  })

  test('the OpenAPI document has a pattern for date-time parameters', () => {
    const { parameters } = operations.find(({ operation }) => operation.operationId === 'invitations.changes')!.operation
    const pattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$'
    expect(parameters.find(({ name }) => name === 'since')?.schema).toEqual({ type: 'string', format: 'date-time', pattern })
    expect('2026-11-20T18:00:00.000Z').toMatch(new RegExp(pattern))
    const opened = parameters.find(({ name }) => name === 'opened')
    expect(opened?.content?.['application/json']?.schema).toMatchObject({ type: 'array', maxItems: 5 })
  })

  test('the pattern of a normalised phone number is only in its description', () => {
    const { requestBody } = operations.find(({ operation }) => operation.operationId === 'requests.order')!.operation
    const { phone } = requestBody!.content['application/json']!.schema.properties as { phone: Schema }
    expect(phone).toMatchObject({ maxLength: 30, description: expect.stringContaining('must match') })
    expect(phone).not.toHaveProperty('pattern')
  })

  test('the OpenAPI document lists only the required fields as required', () => {
    const { requestBody } = operations.find(({ operation }) => operation.operationId === 'requests.order')!.operation
    expect(requestBody?.content['application/json']?.schema).toMatchObject({
      properties: { invitationCount: { type: 'integer', minimum: 1, maximum: 1000, default: 1 }, eventDate: { format: 'date' } },
      required: ['eventName', 'eventDate', 'eventType', 'phone'],
    })
    expect(document.components.schemas).toMatchObject({ Invitation: { properties: { scannedAt: { anyOf: expect.any(Array) } } } })
  })
})

describe('the OpenAPI document over HTTP', () => {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    db = await startDatabase('sqlite')
    server = await startServer(db)
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const signInCaller = async (username: string, isAdmin: boolean) => {
    await addAccount(db, { username, isAdmin })
    const { fetch, backend } = server.caller()
    await backend.accounts.login({ username, password: PASSWORD })
    return (path: string, init?: RequestInit) => fetch(server.base + path, init)
  }

  const DOCUMENTATION_PATHS = [
    '/api/openapi.json',
    '/api/docs',
    '/api/docs/',
    '/api/docs/json',
    '/api/docs/yaml',
    '/api/docs/static/swagger-ui.css',
    '/api/docs/static/swagger-ui-bundle.js',
    '/api/docs/static/swagger-initializer.js',
    '/api/docs/static/index.html',
    '/api/docs/static/nothing.js',
    '/api/docs/static/..%2findex.js',
    '/api/api/docs/json',
    '/api/docs//json',
  ]

  test('the API documentation is for administrators only', async () => {
    const [user, admin] = [await signInCaller('user', false), await signInCaller('admin', true)]
    for (const place of DOCUMENTATION_PATHS) {
      for (const method of ['GET', 'HEAD']) {
        const strange = place.includes('//')
        expect([place, method, (await fetch(server.base + place, { method })).status]).toEqual([place, method, strange ? 404 : 401])
        expect([place, method, (await user(place, { method })).status]).toEqual([place, method, strange ? 404 : 403])
      }
      expect([place, (await admin(place)).status]).toEqual([place, place.includes('nothing') || /\.\.|\/\//.test(place) ? 404 : 200])
    }
    expect(await (await admin('/api/openapi.json')).json()).toEqual(document)
    expect(await (await admin('/api/docs/json')).json()).toEqual(document)
  })

  test('the API documentation is sent with Cache-Control: no-store', async () => {
    const admin = await signInCaller('browser', true)
    for (const place of DOCUMENTATION_PATHS) expect([place, (await admin(place)).headers.get('cache-control')]).toEqual([place, 'no-store'])
  })

  test('the page of the API documentation loads nothing from other hosts', async () => {
    const admin = await signInCaller('reader', true)
    const page = await admin('/api/docs/')
    const html = await page.text()
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style| on\w+=/)
    expect(page.headers.get('content-security-policy')).toBe(
      (await fetch(`${server.base}/api/test-connection.php`)).headers.get('content-security-policy'),
    )
  })
})
