import { expect, test } from 'vitest'
import { META } from '../../testing/whatsapp-server.ts'
import { readConfig } from '../config.ts'
import { parseLimit } from './account.ts'
import { outcomeOf } from './graph.ts'
import { advances } from './message-state.ts'
import { templateFrom, templateMessage } from './template.ts'

const replyWith = (status: number, error: object | undefined) => ({ status, body: error && { error }, retryAfterMs: undefined })

test.each([
  ['a lost response', 'lost', { is: 'unsure' }],
  ['a connection that was never opened', 'unsent', { is: 'later', slows: true }],
  ['a success without an id', { status: 200, body: {}, retryAfterMs: undefined }, { is: 'unsure' }],
  ['a 503 without an error of Meta', replyWith(503, undefined), { is: 'unsure' }],
  ['a 503 with an error of Meta', replyWith(503, { code: 131016 }), { is: 'later', slows: false }],
  ['too many messages', { ...replyWith(429, { code: 130429 }), retryAfterMs: 7_000 }, { is: 'later', slows: true, waitMs: 7_000 }],
  ['the same person too soon', replyWith(400, { code: 131056 }), { is: 'later', slows: false, waitMs: 6_000 }],
  ['a token without a right', replyWith(403, { code: 200 }), { is: 'stops', reason: 'token' }],
  ['a wrong number of variables', replyWith(400, { code: 132000 }), { is: 'stops', reason: 'template' }],
  ['a text that is too long for the template', replyWith(400, { code: 132005 }), { is: 'failed', reason: 'text' }],
  ['a text that the template does not take', replyWith(400, { code: 132018 }), { is: 'failed', reason: 'text' }],
  ['a country that offices may not write to', replyWith(403, { code: 130497 }), { is: 'failed', reason: 'country' }],
  ['a number that was deleted', replyWith(400, { code: 33 }), { is: 'stops', reason: 'number' }],
  ['a banned account', replyWith(400, { code: 141014 }), { is: 'stops', reason: 'account' }],
  ['an account in maintenance', replyWith(500, { code: 131057 }), { is: 'later', slows: false }],
  [
    'a template that Meta prepares',
    replyWith(400, { code: 131009, error_data: { details: 'Template is syncing. Please try again in 10 minutes' } }),
    { is: 'stops', reason: 'preparing' },
  ],
  ['another wrong parameter', replyWith(400, { code: 131009, error_data: { details: 'to' } }), { is: 'failed', reason: 'other' }],
  ['a person who stopped', replyWith(400, { code: 131050, error_data: { details: 'stop' } }), { is: 'failed', reason: 'stopped' }],
  ['a 404 without an error of Meta', replyWith(404, undefined), { is: 'failed', reason: 'other' }],
] as const)('outcome of %s', (_title, reply, expected) => {
  expect(outcomeOf(reply)).toMatchObject(expected)
})

test('the state of a message follows statuses in any order', () => {
  const follow = (states: readonly Parameters<typeof advances>[1][]) =>
    states.reduce<Parameters<typeof advances>[0]>((from, to) => (advances(from, to) ? to : from), 'sending')
  expect(follow(['unsure', 'read', 'delivered', 'accepted'])).toBe('read')
  expect(follow(['accepted', 'failed', 'sent'])).toBe('failed')
  expect(follow(['failed', 'delivered'])).toBe('delivered')
  expect(follow(['delivered', 'failed'])).toBe('delivered')
  expect(follow(['unsure', 'queued'])).toBe('unsure')
})

test.each([
  [undefined, 250],
  ['TIER_250', 250],
  ['TIER_2K', 2_000],
  ['TIER_100K', 100_000],
  ['TIER_UNLIMITED', null],
])('parseLimit(%s) returns %s', (tier, people) => {
  expect(parseLimit(tier)).toBe(people)
})

test('a template in another shape than the product fills in is not approved', () => {
  const withBody = (text: string, language = 'ar') => ({
    data: [{ name: 'n', language, status: 'APPROVED', category: 'UTILITY', components: [{ type: 'BODY', text }] }],
  })
  const find = (body: object) => templateFrom(body, { name: 'n', language: 'ar' })
  expect(find(withBody('{{1}} {{2}} {{3}}'))).toMatchObject({
    status: 'APPROVED',
    category: 'utility',
    variables: 3,
    link: null,
    replies: null,
  })
  expect(find(withBody('{{1}} {{2}} {{3}} {{4}}'))?.status).toBe('SHAPE')
  expect(find(withBody('x', 'ar_EG'))).toBe(undefined)
})

test('names fit into a template whatever hosts have typed', () => {
  const name = { name: 'n', language: 'ar' }
  const text = `{{1}}${'ن'.repeat(800)}{{2}} {{3}}`
  const list = { data: [{ ...name, status: 'APPROVED', category: 'UTILITY', components: [{ type: 'BODY', text }] }] }
  const valuesOf = (guest: string, event: string) => {
    const facts = { guest, event, day: 'الأحد', code: 'C', picture: '' }
    const { template } = templateMessage(name, templateFrom(list, name)!, { id: 'i', to: '1', facts })
    return (template.components[0] as { parameters: { text: string }[] }).parameters.map(one => one.text)
  }
  expect(valuesOf('أمل\n\t خالد     سالم', ' حفل ')).toEqual(['أمل خالد سالم', 'حفل', 'الأحد'])
  expect(valuesOf('\u200F\u2063 ', 'حفل')[0]).toBe('ضيفنا الكريم')
  const long = valuesOf('😀'.repeat(100), 'حفل '.repeat(50))
  expect(long.join('').length + 801).toBeLessThanOrEqual(1_024)
  for (const value of long) expect(value).toMatch(/^[^\p{Surrogate}]+$/u)
  expect(long[0]).toMatch(/^(?:😀)+…$/u)
})

test('the settings of the number name what is missing, and never the token', () => {
  const env = { WHATSAPP_TOKEN: META.token, WHATSAPP_PHONE_ID: META.phoneId, WHATSAPP_TEMPLATE: 'invitation:ar_EG' }
  expect(readConfig({}).whatsapp).toBe(undefined)
  expect(readConfig(env).whatsapp).toMatchObject({ account: undefined, missing: ['WHATSAPP_ACCOUNT_ID', 'PUBLIC_URL'] })
  const all = { ...env, WHATSAPP_ACCOUNT_ID: META.accountId, PUBLIC_URL: 'https://hudur.example/x' }
  expect(readConfig(all).whatsapp).toMatchObject({
    missing: [],
    webhook: undefined,
    account: { version: 'v27.0', origin: 'https://hudur.example', templates: { invitation: { name: 'invitation', language: 'ar_EG' } } },
  })
  expect(() => readConfig({ WHATSAPP_TOKEN: 'secret token' })).not.toThrow(/secret token/)
})
