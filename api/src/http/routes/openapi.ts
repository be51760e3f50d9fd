import * as accounts from '@hudur/core/accounts/contract'
import * as activity from '@hudur/core/activity/contract'
import * as cards from '@hudur/core/cards/contract'
import * as cardLook from '@hudur/core/cards/look'
import * as checkIn from '@hudur/core/check-in/contract'
import type { Contract } from '@hudur/core/contract'
import type { AccessLevel, Endpoint, Resource } from '@hudur/core/endpoint'
import * as events from '@hudur/core/events/contract'
import { LINK_ID_HEADER } from '@hudur/core/http-backend'
import * as id from '@hudur/core/id'
import * as installation from '@hudur/core/installation/contract'
import * as invitations from '@hudur/core/invitations/contract'
import * as invitation from '@hudur/core/invitations/invitation'
import * as links from '@hudur/core/links/contract'
import * as messages from '@hudur/core/messages/contract'
import { refusals } from '@hudur/core/refusals'
import * as requests from '@hudur/core/requests/contract'
import * as site from '@hudur/core/site/content'
import { API_PREFIX, LINK_API_PREFIX } from '@hudur/core/wire'
import * as z from 'zod/v4/core'
import { PICTURE_TYPES } from '../errors-and-bodies.ts'
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '../sessions/sessions.ts'

type Json = { [key: string]: unknown }

const SCHEMAS_PREFIX = '#/components/schemas/'
const REFUSAL_REFERENCE = { $ref: `${SCHEMAS_PREFIX}Refusal` }

const ACCESS_DESCRIPTIONS: Record<AccessLevel, string> = {
  public: 'Anybody.',
  user: 'Anybody who is signed in.',
  admin: 'Administrators.',
  link: 'Devices with a link.',
}

/** Returns the proof of access that an endpoint needs: none, the cookie of a session, or the header and the cookie of a link. */
const securityOf = ({ access }: Endpoint) => (access === 'public' ? [] : access === 'link' ? [{ link: [] }] : [{ session: [] }])

const describeAccess = ({ access, links, path }: Endpoint) =>
  links && access !== 'link'
    ? `${ACCESS_DESCRIPTIONS[access]} Also devices with a link (${links.join(', ')}), at \`${LINK_API_PREFIX}${path}\`.`
    : ACCESS_DESCRIPTIONS[access]

/** The only accepted form of a date-time: UTC with milliseconds. */
const DATE_TIME_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$'

const isNormalised = (schema: z.$ZodType) =>
  ((schema._zod.def as { checks?: z.$ZodCheck[] }).checks ?? []).some(({ _zod }) => _zod.def.check === 'overwrite')

/**
 * Simplifies the JSON schema of a field: removes patterns that `format` states, and the bounds of JavaScript numbers. A pattern that is
 * checked after the text was normalised does not restrict what may be sent, so it moves into the description.
 */
function simplifySchema({ zodSchema, jsonSchema: schema }: { zodSchema: z.$ZodType; jsonSchema: z.JSONSchema.BaseSchema }) {
  if (schema.format === 'date') delete schema.pattern
  if (schema.format === 'date-time') schema.pattern = DATE_TIME_PATTERN
  if (schema.pattern !== undefined && isNormalised(zodSchema)) {
    schema.description = `Control characters are taken out and digits written as 0-9 first; then it must match \`${schema.pattern}\`.`
    delete schema.pattern
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

const listEndpoints = (contract: Contract) =>
  Object.entries<Resource>(contract).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ noun, operationId: `${noun}.${name}`, endpoint })),
  )

/** Returns the ids of the schemas that `paths` uses, directly or through other schemas. */
function referencedSchemaIds(paths: unknown, schemas: Record<string, unknown>) {
  const usedIds = new Set<string>()
  const collectUsedIds = (at: unknown) => {
    const text = JSON.stringify(at)
    for (const id of Object.keys(schemas)) {
      if (usedIds.has(id) || !text.includes(`{"$ref":"${SCHEMAS_PREFIX}${id}"}`)) continue
      usedIds.add(id)
      collectUsedIds(schemas[id])
    }
  }
  collectUsedIds(paths)
  return usedIds
}

/** The modules of core whose exported schemas have their names in the document. */
const SCHEMA_MODULES = [
  id,
  accounts,
  activity,
  cards,
  cardLook,
  checkIn,
  events,
  installation,
  invitations,
  invitation,
  links,
  messages,
  requests,
  site,
]

/** Names the schema of every response: by its name in core when core exports it, otherwise by its operation. */
function responseSchemaNames(contract: Contract) {
  const names = z.registry<{ id: string }>()
  for (const module of SCHEMA_MODULES)
    for (const [id, value] of Object.entries(module)) if (value instanceof z.$ZodType) names.add(value, { id })
  for (const { operationId, endpoint } of listEndpoints(contract))
    if (!endpoint.media && !names.has(endpoint.output)) names.add(endpoint.output, { id: operationId })
  return names
}

/** Describes a parameter of the query string by the value that is read from its text. A list is sent as JSON. */
function describeParameter(name: string, field: z.$ZodType, required: boolean): Json {
  const { $schema: _schema, ...schema } = z.toJSONSchema(field, { io: 'output', metadata: z.registry(), override: simplifySchema })
  const parameter = { name, in: 'query', required }
  return schema.type === 'array' ? { ...parameter, content: { 'application/json': { schema } } } : { ...parameter, schema }
}

/** Describes how an input is sent: some fields in the query string, the others in the body. */
function describeInput({ input, query = [], raw }: Endpoint): Json {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', metadata: z.registry(), override: simplifySchema })
  const fields = Object.entries(schema.properties ?? {})
  const required = schema.required ?? []
  const body = fields.filter(([name]) => !query.includes(name))
  const mustHave = required.filter(name => !query.includes(name))
  return {
    parameters: Object.entries<z.$ZodType>(input.shape)
      .filter(([name]) => query.includes(name))
      .map(([name, field]) => describeParameter(name, field, required.includes(name))),
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

/** Returns the statuses of the refusals that a call may get; `refusalResponses` has their codes. */
function refusalStatuses({ access, method, input, limit }: Endpoint) {
  const fields = Object.keys(input.shape)
  // An id or an admission may not exist. A scan (its input has `admit`) answers any text with a verdict.
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

function describeResponse({ media, paged, output }: Endpoint, names: ReturnType<typeof responseSchemaNames>): Json {
  if (media)
    return { description: 'The picture.', headers: { ETag: { required: true, schema: { type: 'string' } } }, content: { [media]: {} } }
  const total = { description: 'How many there are in all.', required: true, schema: { type: 'integer' } }
  return {
    description: 'The answer.',
    ...(paged && { headers: { 'X-Total-Count': total } }),
    content: { 'application/json': { schema: { $ref: SCHEMAS_PREFIX + names.get(output)!.id } } },
  }
}

const refusalResponse = (description: string) => ({ description, content: { 'application/json': { schema: REFUSAL_REFERENCE } } })

/** The responses of refusals by status. A request that cannot be parsed gets 408 or 431 whatever the endpoint. */
const refusalResponses = {
  ...Object.fromEntries(
    Object.entries(Object.groupBy(Object.entries(refusals), ([, { status }]) => status)).map(([status, codes = []]) => [
      status,
      refusalResponse(codes.map(([code, { text }]) => `\`${code}\`: ${text}`).join('\n\n')),
    ]),
  ),
  408: refusalResponse(`\`bad-input\`: ${refusals['bad-input'].text} (the request did not come in time)`),
  431: refusalResponse(`\`too-large\`: ${refusals['too-large'].text} (the address or the headers)`),
}

const refusalSchema = {
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
export function createOpenApiDocument(contract: Contract) {
  const names = responseSchemaNames(contract)
  const paths: Record<string, Json> = {}
  for (const { noun, operationId, endpoint } of listEndpoints(contract)) {
    const refused = refusalStatuses(endpoint).map(status => [status, { $ref: `#/components/responses/${status}` }])
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: {
        operationId,
        tags: [noun],
        summary: operationId,
        description: describeAccess(endpoint),
        security: securityOf(endpoint),
        ...describeInput(endpoint),
        responses: {
          200: describeResponse(endpoint, names),
          ...(endpoint.media && { 304: { description: 'The picture that `If-None-Match` names.' } }),
          ...Object.fromEntries(refused),
        },
      },
    }
  }
  const { schemas } = z.toJSONSchema(names, {
    io: 'output',
    unrepresentable: 'any',
    uri: id => SCHEMAS_PREFIX + id,
    override: simplifySchema,
  })
  const usedIds = referencedSchemaIds(paths, schemas)
  const answers = Object.entries(schemas)
    .filter(([id]) => usedIds.has(id))
    .map(([id, { $id: _id, $schema: _schema, ...schema }]) => [id, schema])
  return {
    openapi: '3.1.0',
    info: { title: 'حُضور · Hudur', version: '1.0.0', description: 'Invitations with a code each, and the door that admits their guests.' },
    servers: [{ url: API_PREFIX }],
    tags: Object.keys(contract).map(name => ({ name })),
    paths,
    components: {
      schemas: { ...Object.fromEntries(answers), Refusal: refusalSchema },
      responses: refusalResponses,
      securitySchemes: {
        link: {
          type: 'apiKey',
          in: 'header',
          name: LINK_ID_HEADER,
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
