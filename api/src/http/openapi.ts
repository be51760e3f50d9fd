import * as core from '@hudur/core'
import { type Access, API, type Contract, type Endpoint, type Resource, refusals } from '@hudur/core'
import * as z from 'zod/v4/core'
import { PICTURE_TYPES } from './answers.ts'
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from './sessions.ts'

type Json = { [key: string]: unknown }

const IN_COMPONENTS = '#/components/schemas/'
const REFUSAL = { $ref: `${IN_COMPONENTS}Refusal` }

const WHO: Record<Access, string> = { public: 'Anybody.', user: 'Anybody who is signed in.', admin: 'Administrators.' }

/** Leaves out what the format says already, and bounds that are only those of the language. */
function shorten({ jsonSchema: schema }: { jsonSchema: z.JSONSchema.BaseSchema }) {
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

const everyEndpoint = (contract: Contract) =>
  Object.entries<Resource>(contract).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ noun, operationId: `${noun}.${name}`, endpoint })),
  )

/** The names that something refers to, and those that these refer to. */
function usedFrom(paths: unknown, schemas: Record<string, unknown>) {
  const used = new Set<string>()
  const look = (at: unknown) => {
    const text = JSON.stringify(at)
    for (const id of Object.keys(schemas)) {
      if (used.has(id) || !text.includes(`{"$ref":"${IN_COMPONENTS}${id}"}`)) continue
      used.add(id)
      look(schemas[id])
    }
  }
  look(paths)
  return used
}

/** Every answer by name: the entity's where core names it, else the operation's. */
function namesOfAnswers(contract: Contract) {
  const names = z.registry<{ id: string }>()
  for (const [id, value] of Object.entries(core)) if (value instanceof z.$ZodType) names.add(value, { id })
  for (const { operationId, endpoint } of everyEndpoint(contract))
    if (!endpoint.media && !names.has(endpoint.output)) names.add(endpoint.output, { id: operationId })
  return names
}

/** How an input travels: some fields in the address, the others in the body. */
function inputOf({ input, query = [], raw }: Endpoint): Json {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', metadata: z.registry(), override: shorten })
  const fields = Object.entries(schema.properties ?? {})
  const required = schema.required ?? []
  const body = fields.filter(([name]) => !query.includes(name))
  const mustHave = required.filter(name => !query.includes(name))
  return {
    parameters: fields
      .filter(([name]) => query.includes(name))
      .map(([name, field]) => ({ name, in: 'query', required: required.includes(name), schema: field })),
    ...(raw !== undefined && { requestBody: { required: true, content: Object.fromEntries(PICTURE_TYPES.map(type => [type, {}])) } }),
    ...(raw === undefined &&
      body.length && {
        requestBody: {
          required: mustHave.length > 0,
          content: {
            'application/json': {
              schema: { type: 'object', properties: Object.fromEntries(body), ...(mustHave.length && { required: mustHave }) },
            },
          },
        },
      }),
  }
}

/** The statuses of the refusals a call may meet, by what it is; the table of refusals tells their codes. */
function refusalsOf({ access, method, input, query = [] }: Endpoint) {
  const fields = Object.keys(input.shape)
  return [
    ...(fields.length ? [400] : []),
    ...(access !== 'public' ? [401] : []),
    ...(access === 'admin' || method !== 'GET' ? [403] : []),
    ...(fields.includes('id') ? [404] : []),
    ...(method !== 'GET' ? [409] : []),
    ...(fields.some(name => !query.includes(name)) ? [413, 415] : []),
    ...[429, 500, 503],
  ]
}

function answerOf({ media, paged, output }: Endpoint, names: ReturnType<typeof namesOfAnswers>): Json {
  if (media) return { description: 'The picture.', content: { [media]: {} } }
  const total = { description: 'How many there are in all.', required: true, schema: { type: 'integer' } }
  return {
    description: 'The answer.',
    ...(paged && { headers: { 'X-Total-Count': total } }),
    content: { 'application/json': { schema: { $ref: IN_COMPONENTS + names.get(output)!.id } } },
  }
}

/** Each status a refusal may have, with its codes and what they say. */
const responses = Object.fromEntries(
  Object.entries(Object.groupBy(Object.entries(refusals), ([, { status }]) => status)).map(([status, codes = []]) => [
    status,
    {
      description: codes.map(([code, { text }]) => `\`${code}\`: ${text}`).join('\n\n'),
      content: { 'application/json': { schema: REFUSAL } },
    },
  ]),
)

const Refusal = {
  type: 'object',
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'What people read.' },
    code: { enum: Object.keys(refusals), description: 'What programs look at.' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'What is wrong with which field.' },
  },
  required: ['success', 'error', 'code'],
}

/** The contract as an OpenAPI 3.1 document. */
export function openApi(contract: Contract) {
  const names = namesOfAnswers(contract)
  const paths: Record<string, Json> = {}
  for (const { noun, operationId, endpoint } of everyEndpoint(contract)) {
    const refused = refusalsOf(endpoint).map(status => [status, { $ref: `#/components/responses/${status}` }])
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: {
        operationId,
        tags: [noun],
        summary: operationId,
        description: WHO[endpoint.access],
        security: endpoint.access === 'public' ? [] : [{ session: [] }],
        ...inputOf(endpoint),
        responses: { 200: answerOf(endpoint, names), ...Object.fromEntries(refused) },
      },
    }
  }
  const { schemas } = z.toJSONSchema(names, { io: 'output', unrepresentable: 'any', uri: id => IN_COMPONENTS + id, override: shorten })
  const used = usedFrom(paths, schemas)
  const answers = Object.entries(schemas)
    .filter(([id]) => used.has(id))
    .map(([id, { $id: _id, $schema: _schema, ...schema }]) => [id, schema])
  return {
    openapi: '3.1.0',
    info: { title: 'حُضور · Hudur', version: '1.0.0', description: 'Invitations with a code each, and the door that admits their guests.' },
    servers: [{ url: API }],
    tags: Object.keys(contract).map(name => ({ name })),
    paths,
    components: {
      schemas: { ...Object.fromEntries(answers), Refusal },
      responses,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: `Over https the cookie is named \`${SECURE_SESSION_COOKIE}\`.`,
        },
      },
    },
  }
}
