import * as core from '@hudur/core'
import { type Access, API, type Contract, type Endpoint, LINK_API, LINK_HEADER, type Resource, refusals } from '@hudur/core'
import * as z from 'zod/v4/core'
import { PICTURE_TYPES } from './answers.ts'
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from './sessions.ts'

type Json = { [key: string]: unknown }

const IN_COMPONENTS = '#/components/schemas/'
const REFUSAL = { $ref: `${IN_COMPONENTS}Refusal` }

const WHO: Record<Access, string> = {
  public: 'Anybody.',
  user: 'Anybody who is signed in.',
  admin: 'Administrators.',
  link: 'Devices with a link.',
}

/** The proof of access that an endpoint needs: none, the cookie of a session, or the header and the cookie of a link. */
const securityOf = ({ access }: Endpoint) => (access === 'public' ? [] : access === 'link' ? [{ link: [] }] : [{ session: [] }])

const whoCalls = ({ access, links, path }: Endpoint) =>
  links && access !== 'link' ? `${WHO[access]} Also devices with a link (${links.join(', ')}), at \`${LINK_API}${path}\`.` : WHO[access]

/** The only accepted form of a date-time: UTC with milliseconds. */
const DATE_TIME_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$'

const isCleaned = (schema: z.$ZodType) =>
  ((schema._zod.def as { checks?: z.$ZodCheck[] }).checks ?? []).some(({ _zod }) => _zod.def.check === 'overwrite')

/**
 * Removes patterns that the format already states, and bounds that are only those of JavaScript numbers. A pattern that is checked after
 * the text was cleaned does not restrict what may be sent; it moves into the description.
 */
function simplifySchema({ zodSchema, jsonSchema: schema }: { zodSchema: z.$ZodType; jsonSchema: z.JSONSchema.BaseSchema }) {
  if (schema.format === 'date') delete schema.pattern
  if (schema.format === 'date-time') schema.pattern = DATE_TIME_PATTERN
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

/** Returns the ids of the schemas to which `paths` refers, directly or through other schemas. */
function usedFrom(paths: unknown, schemas: Record<string, unknown>) {
  const usedIds = new Set<string>()
  const look = (at: unknown) => {
    const text = JSON.stringify(at)
    for (const id of Object.keys(schemas)) {
      if (usedIds.has(id) || !text.includes(`{"$ref":"${IN_COMPONENTS}${id}"}`)) continue
      usedIds.add(id)
      look(schemas[id])
    }
  }
  look(paths)
  return usedIds
}

/** Names the schema of every response: by its name in core when core exports it, otherwise by the operation. */
function namesOfAnswers(contract: Contract) {
  const names = z.registry<{ id: string }>()
  for (const [id, value] of Object.entries(core)) if (value instanceof z.$ZodType) names.add(value, { id })
  for (const { operationId, endpoint } of everyEndpoint(contract))
    if (!endpoint.media && !names.has(endpoint.output)) names.add(endpoint.output, { id: operationId })
  return names
}

/** Describes a field of the query string by the value that is read from its text. A list travels as JSON. */
function parameterOf(name: string, field: z.$ZodType, required: boolean): Json {
  const { $schema: _schema, ...schema } = z.toJSONSchema(field, { io: 'output', metadata: z.registry(), override: simplifySchema })
  const parameter = { name, in: 'query', required }
  return schema.type === 'array' ? { ...parameter, content: { 'application/json': { schema } } } : { ...parameter, schema }
}

/** Describes how an input travels: some fields in the query string, the others in the body. */
function inputOf({ input, query = [], raw }: Endpoint): Json {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', metadata: z.registry(), override: simplifySchema })
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

/** Returns the statuses of the refusals that a call may get; `responses` has their codes. */
function refusalsOf({ access, method, input, limit }: Endpoint) {
  const fields = Object.keys(input.shape)
  // An id or an admission may not exist. A scan, whose input has `admit`, answers any text with a verdict.
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

/** The response of each refusal status, with the codes and their texts. Requests that cannot be read get 408 and 431, whatever the call. */
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

/** Returns the contract as an OpenAPI 3.1 document. */
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
        description: whoCalls(endpoint),
        security: securityOf(endpoint),
        ...inputOf(endpoint),
        responses: {
          200: answerOf(endpoint, names),
          ...(endpoint.media && { 304: { description: 'The picture that `If-None-Match` names.' } }),
          ...Object.fromEntries(refused),
        },
      },
    }
  }
  const { schemas } = z.toJSONSchema(names, {
    io: 'output',
    unrepresentable: 'any',
    uri: id => IN_COMPONENTS + id,
    override: simplifySchema,
  })
  const usedIds = usedFrom(paths, schemas)
  const answers = Object.entries(schemas)
    .filter(([id]) => usedIds.has(id))
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
        link: {
          type: 'apiKey',
          in: 'header',
          name: LINK_HEADER,
          description:
            'The id of the link. The cookie of the same link must be sent too: `hudur_link_<id>`, over https `__Secure-hudur_link_<id>`.',
        },
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
