import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('readConfig without environment variables returns the defaults', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', trustProxy: undefined, rateLimit: true, metricsToken: undefined })
})

test.each([
  ['1', 1],
  ['12', 12],
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8, 2001:db8::/32,loopback', ['10.0.0.0/8', '2001:db8::/32', 'loopback']],
])('readConfig accepts TRUST_PROXY=%s', (given, trustProxy) => {
  expect(readConfig({ TRUST_PROXY: given }).trustProxy).toEqual(trustProxy)
})

test.each([
  ['TRUST_PROXY', '0'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', '127.0.0.1,'],
  ['TRUST_PROXY', 'proxy.example'],
  ['BACKUP_MAX_GB', '0'],
  ['BACKUP_MAX_GB', '-1'],
  ['BACKUP_MAX_GB', '10 GB'],
  ['RATE_LIMIT', 'no'],
])('readConfig with %s=%s throws an error of one sentence', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} is «.*», but it must be [^.]+[.]$`))
})

test.each([
  ['METRICS_TOKEN', 'short'],
  ['METRICS_TOKEN', 'with spaces in it, and long'],
  ['ADMIN_PASSWORD', 'abcde'],
  ['DATABASE_URL', 'mysql://root:hunter2@host'],
  ['DATABASE_DIRECT_URL', 'mysql://root:hunter2@host'],
])('the error for a wrong %s names the variable and hides its value', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} is wrong: it must be`))
  expect(() => readConfig({ [name]: value })).not.toThrow(value)
})

test.each([
  ['PORT', '99999', 'PORT is «99999», but it must be a port number, 0 to 65535.'],
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL is wrong: it must be an address that starts with postgres://.'],
  ...['postgres://a:b@one:5432,two:5432/hudur', 'postgres://a:b@/hudur?host=one,two', 'postgres://one,two/hudur'].map(url => [
    'DATABASE_URL',
    url,
    'DATABASE_URL is wrong: it must be the address of one server; in front of several put HAProxy (docs/operations.md).',
  ]),
  [
    'DATABASE_DIRECT_URL',
    'postgres://x',
    'DATABASE_URL is missing, but with DATABASE_DIRECT_URL it must be the address of the connection pooler.',
  ],
  ['ADMIN_PASSWORD', '      ', 'ADMIN_PASSWORD is wrong: it must be 6 to 200 characters, not only spaces.'],
  [
    'ADMIN_USERNAME',
    'local-admin',
    'ADMIN_USERNAME is «local-admin», but it must be 1 to 50 letters of one script, digits, dots or dashes.',
  ],
  ['APP_TIMEZONE', 'Sanaa', 'APP_TIMEZONE is «Sanaa», but it must be a time zone such as Asia/Aden.'],
  ['DEFAULT_COUNTRY', '+967', 'DEFAULT_COUNTRY is «+967», but it must be a calling code of 1 to 3 digits, such as 967.'],
  ['PUBLIC_URL', 'hudur', 'PUBLIC_URL is «hudur», but it must be an address that starts with http:// or https://.'],
])('the error for a wrong %s is a sentence with the accepted values', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(new Error(sentence))
})

test.each([
  'postgres://a:p,ss@one/hudur',
  'postgres://a:b@[::1]:5432/hudur?application_name=a,b',
  'postgres://a@%2Frun%2Fpostgresql/hudur',
])('DATABASE_URL may be %s', url => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test('BACKUP_MAX_GB is 10 by default and may be a fraction', () => {
  expect(readConfig({}).backups).toEqual({ newest: 48, daily: 30, maxBytes: 10 * 2 ** 30 })
  expect(readConfig({ BACKUP_MAX_GB: '0.5' }).backups?.maxBytes).toBe(2 ** 29)
})
