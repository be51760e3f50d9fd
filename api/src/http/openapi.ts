import * as core from '@hudur/core'
import { type Access, API, type Contract, type Endpoint, type Resource, refusals } from '@hudur/core'
import * as z from 'zod/v4/core'
import { PICTURE_TYPES } from './answers.ts'
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from './sessions.ts'

type Json = { [key: string]: unknown }

const IN_COMPONENTS = '#/components/schemas/'
const REFUSAL = { $ref: `${IN_COMPONENTS}Refusal` }

const WHO: Record<Access, string> = { public: 'Anybody.', user: 'Anybody who is signed in.', admin: 'Administrators.' }

/** The one form of a moment: UTC, with milliseconds. */
const MOMENT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$'

const isCleaned = (schema: z.$ZodType) =>
  ((schema._zod.def as { checks?: z.$ZodCheck[] }).checks ?? []).some(({ _zod }) => _zod.def.check === 'overwrite')

/**
 * Leaves out what the format says already, and bounds that are only those of the language. A pattern that is asked of a text only after it was
 * cleaned is no condition of what may be sent.
 */
function shorten({ zodSchema, jsonSchema: schema }: { zodSchema: z.$ZodType; jsonSchema: z.JSONSchema.BaseSchema }) {
  if (schema.format === 'date') delete schema.pattern
  if (schema.format === 'date-time') schema.pattern = MOMENT
  if (schema.pattern !== undefined && isCleaned(zodSchema)) {
    schema.description = `Control characters are taken out and digits written as 0-9 first; then it must match \`${schema.pattern}\`.`
    delete schema.pattern
  }
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

/** A field in the address, by what is read from its text: a list travels as JSON. */
function parameterOf(name: string, field: z.$ZodType, required: boolean): Json {
  const { $schema: _schema, ...schema } = z.toJSONSchema(field, { io: 'output', metadata: z.registry(), override: shorten })
  const parameter = { name, in: 'query', required }
  return schema.type === 'array' ? { ...parameter, content: { 'application/json': { schema } } } : { ...parameter, schema }
}

/** How an input travels: some fields in the address, the others in the body. */
function inputOf({ input, query = [], raw }: Endpoint): Json {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', metadata: z.registry(), override: shorten })
  const fields = Object.entries(schema.properties ?? {})
  const required = schema.required ?? []
  const body = fields.filter(([name]) => !query.includes(name))
  const mustHave = required.filter(name => !query.includes(name))
  return {
    parameters: Object.entries<z.$ZodType>(input.shape)
      .filter(([name]) => query.includes(name))
      .map(([name, field]) => parameterOf(name, field, required.includes(name))),
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
function refusalsOf({ access, method, input, limit }: Endpoint) {
  const fields = Object.keys(input.shape)
  // What names a thing may name none. A door answers whatever it is shown.
  const mayMiss = (fields.includes('id') && !fields.includes('admit')) || fields.includes('admission')
  return [
    400,
    ...(access !== 'public' || limit === 'sign-in' ? [401] : []),
    ...(access === 'admin' || method !== 'GET' ? [403] : []),
    ...(mayMiss ? [404] : []),
    408,
    ...(method !== 'GET' ? [409, 413, 415] : []),
    ...[429, 431, 500, 503],
  ]
}

function answerOf({ media, paged, output }: Endpoint, names: ReturnType<typeof namesOfAnswers>): Json {
  if (media)
    return { description: 'The picture.', headers: { ETag: { required: true, schema: { type: 'string' } } }, content: { [media]: {} } }
  const total = { description: 'How many there are in all.', required: true, schema: { type: 'integer' } }
  return {
    description: 'The answer.',
    ...(paged && { headers: { 'X-Total-Count': total } }),
    content: { 'application/json': { schema: { $ref: IN_COMPONENTS + names.get(output)!.id } } },
  }
}

const refused = (description: string) => ({ description, content: { 'application/json': { schema: REFUSAL } } })

/** Each status a refusal may have, with its codes and what they say; last those of what cannot be read as a request of any call. */
const responses = {
  ...Object.fromEntries(
    Object.entries(Object.groupBy(Object.entries(refusals), ([, { status }]) => status)).map(([status, codes = []]) => [
      status,
      refused(codes.map(([code, { text }]) => `\`${code}\`: ${text}`).join('\n\n')),
    ]),
  ),
  408: refused(`\`bad-input\`: ${refusals['bad-input'].text} (the request did not come in time)`),
  431: refused(`\`too-large\`: ${refusals['too-large'].text} (the address or the headers)`),
}

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
        responses: {
          200: answerOf(endpoint, names),
          ...(endpoint.media && { 304: { description: 'The picture that `If-None-Match` names.' } }),
          ...Object.fromEntries(refused),
        },
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
