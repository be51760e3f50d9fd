import { API, type Endpoint } from '@hudur/core'
import fc from 'fast-check'
import { valid, type Words } from './fuzz-schema.ts'
import type { HttpRequest } from './http-lanes.ts'

/** A field as it travels in a body: its name and JSON text, which may say what no value of ours could. */
type Field = { name: string; json: string }

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

/** JSON texts that nobody means. */
const ODD = [
  ...['null', 'true', '[]', '{}', '""', '" "', '[1]', '["x"]', '{"id":"x"}', '{"toString":1}', '{"length":3}', '[null]', '[{}]'],
  ...[
    '0',
    '-0',
    '-1',
    '1.5',
    '1e308',
    '1e999',
    '-1e999',
    '1e-7',
    '2147483648',
    '-2147483649',
    '9007199254740992',
    '123456789012345678901234567890',
  ],
  ...['"NaN"', '"Infinity"', '"1e308"', '"0x10"', '" 1 "', '"١٢"', '"true"', '"null"', '"undefined"', '"[object Object]"', '"1,2"'],
  ...[
    '"\\u0000"',
    '"ا\\u0000ب"',
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\u202eabc"',
    '"\\u2066\\u2069"',
    '"\\u200b"',
    '"\\ufeff"',
    '"\\uffff"',
    '"\\u001b[2J"',
  ],
  ...[
    '"%"',
    '"_"',
    '"\\\\"',
    '"\'; drop table users; --"',
    '"%00"',
    '"../../etc/passwd"',
    '"<script>"',
    '"{{7*7}}"',
    '"=1+1"',
    '"\\r\\nset-cookie: a=b"',
  ],
  ...['"ﷺﷺﷺ"', '"👨‍👩‍👧‍👦"', '"e\\u0301"', '"ـــــ"', '"ًٌٍ"', '"\\u0344"', '"İ"', '"ß"', '"ﬃ"', '"𝔸𝔹"'],
  ...[
    '"2027-02-30"',
    '"0000-00-00"',
    '"2027-13-01"',
    '"+275760-09-13"',
    '"2026-11-20T18:00:00.000Z"',
    '"2026-11-20T25:00:00.000Z"',
    '"9999-12-31"',
  ],
  ...[
    '"__proto__"',
    '"constructor"',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '"{\\"id\\":{}}"',
    `"{\\"id\\":${nested('[', ']', 2000)}}"`,
  ],
  JSON.stringify('ع'.repeat(5_000)),
  JSON.stringify('x'.repeat(60_000)),
  JSON.stringify('x'.repeat(150_000)),
  JSON.stringify('\u0651'.repeat(9_000)),
  JSON.stringify('عبد ال'.repeat(2_000)),
  JSON.stringify(' '.repeat(20_000)),
  nested('[', ']', 10_000),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `[${Array(5_000).fill('{}').join()}]`,
]

const EXTRA = [
  '__proto__',
  'constructor',
  'isAdmin',
  'is_admin',
  'userId',
  'user_id',
  'id',
  'adminId',
  'usedGenerations',
  'toString',
  '',
  'ا',
  '\ud800',
  'x'.repeat(3_000),
]

/** Whole bodies that are no input at all. */
const BODIES = [
  ...[
    '',
    ' ',
    '{',
    '}',
    '[',
    'null',
    'true',
    '0',
    '-0',
    '"x"',
    '[]',
    '[{}]',
    '[[]]',
    '{}',
    '{"a"}',
    "{'a':1}",
    '{"a":1,}',
    '{"a":1}{"b":2}',
    '\ufeff{}',
  ],
  ...[
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{}}}',
    '{"a":{"__proto__":null}}',
    'undefined',
    'NaN',
    'id=1&id=2',
    '<a/>',
    '\0',
    '{"a":"\0"}',
  ],
  nested('[', ']', 10_000),
  nested('{"a":', '}', 10_000),
  `${'{"invitations":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  ' '.repeat(70_000),
  `{"a":${'9'.repeat(20_000)}}`,
]
/** Not even text. */
const BYTES = [
  [0xff, 0xfe, 0x00],
  [0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d],
  [0xed, 0xa0, 0x80],
  [0x1f, 0x8b, 0x08, 0x00],
]

const TYPES = [
  ...[
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=utf-16',
    'application/json; charset="',
    'application/jsonx',
  ],
  ...[
    'application/vnd.api+json',
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
  ],
  ...['image/png', '*/*', '/', ';', 'x', 'application/octet-stream', '"', 'application/json, text/plain'],
]

const QUERIES = [
  '?id',
  '?id=',
  '?=&=',
  '?&&&',
  '?id=%',
  '?id=%E0%A4%A',
  '?id=%00',
  '?id=%ED%A0%80',
  '?__proto__=1',
  '?id[__proto__]=1',
  '?limit=1e3&limit=2',
  '?id=a%26id%3Db',
  '?#',
]

/** A text inside an address; what is no text of Unicode travels as its bytes. */
const inAddress = (text: string) => Array.from(text, letter => (letter.isWellFormed() ? encodeURIComponent(letter) : '%ED%A0%80')).join('')

function addressText({ json }: Field): string {
  const text = json.slice(0, 9_000)
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

/** Fields of `query` in the address, all others in the body. */
function travel({ method, path, query = [] }: Endpoint, fields: Field[]): HttpRequest {
  const address = fields
    .filter(({ name }) => query.includes(name))
    .map(field => `${inAddress(field.name)}=${inAddress(addressText(field))}`)
  const body = fields.filter(({ name }) => !query.includes(name)).map(({ name, json }) => `${JSON.stringify(name)}:${json}`)
  const url = `${API}${path}${address.length ? `?${address.join('&')}` : ''}`
  return body.length ? { method, url, type: 'application/json', body: `{${body.join()}}` } : { method, url }
}

const oddField = (names: readonly string[]) =>
  fc.record({
    name: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names, 'id') }, { weight: 1, arbitrary: fc.constantFrom(...EXTRA) }),
    json: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...ODD) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }).map(text => JSON.stringify(text)) },
    ),
  })

const HOW = ['replace', 'add', 'twice', 'drop', 'list', 'inside'] as const

/** The same fields, one of them broken: another value, an extra field, one given twice, none, a list of it, something odd deep in it. */
function broken(fields: Field[], how: (typeof HOW)[number], odd: Field, at: number): Field[] {
  const chosen = fields[at % Math.max(1, fields.length)]
  if (!chosen || how === 'add') return [...fields, odd]
  const others = fields.filter(field => field !== chosen)
  switch (how) {
    case 'replace':
      return [...others, { name: chosen.name, json: odd.json }]
    case 'twice':
      return [...fields, { name: chosen.name, json: odd.json }, chosen]
    case 'drop':
      return others
    case 'list':
      return [...others, { name: chosen.name, json: `[${chosen.json},${odd.json}]` }]
    case 'inside': {
      const inside = chosen.json.replace(/:(?:"[^"]*"|\d+|null|true|false)/, () => `:${odd.json}`)
      return [...others, { name: chosen.name, json: inside }]
    }
  }
}

/** Requests for one endpoint, made from its schema: half as it wants them, the others broken in one way or several. */
export function requestsFor(endpoint: Endpoint, words: Words): fc.Arbitrary<HttpRequest> {
  const fields = valid(endpoint.input, words).map(input =>
    Object.entries(input as object).map(([name, value]): Field => ({ name, json: JSON.stringify(value) })),
  )
  const names = Object.keys(endpoint.input._zod.def.shape)
  const breaks = fc.array(fc.tuple(fc.constantFrom(...HOW), oddField(names), fc.nat(20)), { minLength: 1, maxLength: 3 })
  const wanted = fields.map(given => travel(endpoint, given))
  const odd = fc.tuple(fields, breaks).map(([given, all]) =>
    travel(
      endpoint,
      all.reduce((now, [how, field, at]) => broken(now, how, field, at), given),
    ),
  )
  return fc.oneof(
    { weight: 8, arbitrary: wanted },
    { weight: 8, arbitrary: odd },
    {
      weight: 2,
      arbitrary: fc.tuple(wanted, fc.constantFrom(...BODIES)).map(([request, body]) => ({ type: 'application/json', ...request, body })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(wanted, fc.constantFrom(...BYTES))
        .map(([request, bytes]) => ({ ...request, type: 'application/json', body: Buffer.from(bytes) })),
    },
    { weight: 1, arbitrary: fc.tuple(wanted, fc.constantFrom(...TYPES)).map(([request, type]) => ({ ...request, type })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(wanted, fc.constantFrom(...QUERIES))
        .map(([request, query]) => ({ ...request, url: request.url.split('?')[0] + query })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(wanted, fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'PATCH'))
        .map(([request, method]) => ({ ...request, method })),
    },
  )
}
