import { isIP } from 'node:net'
import path from 'node:path'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@hudur/core/accounts/contract'
import { Username } from '@hudur/core/accounts/username'
import * as z from 'zod/mini'
import type { BackupRetention } from './backups/retention.ts'
import type { WhatsAppConfig } from './whatsapp/settings.ts'

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** IP address ranges that Fastify knows by name. */
const NAMED_IP_RANGES = ['loopback', 'linklocal', 'uniquelocal']

const isIpRange = (text: string) => {
  const [address = '', bits = '1', ...rest] = text.split('/')
  const family = isIP(address)
  return family !== 0 && rest.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

const splitList = (text: string) => text.split(',').map(part => part.trim())

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535
const isUsername = (text: string) => Username.safeParse(text).success
const isPassword = (text: string) => /\S/.test(text) && text.length >= MIN_PASSWORD_LENGTH && text.length <= MAX_PASSWORD_LENGTH
const isSender = (text: string) => /^(?:[^<>\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/.test(text)
const isCallingCode = (text: string) => /^[1-9]\d{0,2}$/.test(text)
const isBackupKeep = (text: string) => text === 'off' || /^\d{1,4},\d{1,4}$/.test(text)
const isGigabytes = (text: string) => /^\d{1,5}(\.\d{1,3})?$/.test(text) && Number(text) > 0
const isProxyCount = (text: string) => /^[1-9]\d?$/.test(text)
const isProxyList = (text: string) => isProxyCount(text) || splitList(text).every(part => NAMED_IP_RANGES.includes(part) || isIpRange(part))

/** Builds the schema of a setting. `expected` ends the sentence of its error: it says what the value must be. */
const setting = (isValid: (text: string) => boolean, expected: string) => z.string().check(z.refine(isValid, expected))

/** A setting that must match a pattern. */
const matching = (pattern: RegExp, expected: string) => z.optional(setting(text => pattern.test(text), expected))
const metaId = matching(/^\d{5,30}$/, 'the number by which Meta names it, of digits alone')
const template = matching(/^[a-z0-9_]{1,512}:[a-z]{2}(_[A-Z]{2})?$/, 'the name and the language of a template, such as invitation:ar')

const MAIL_FROM_EXPECTED = 'an e-mail address, which may stand in <> after a name'

/** `pg` connects to one server. Texts in quotes and ports do not contain a comma. */
const namesOneServer = (text: string) => !/^[^/]*\/\/[^/?#]*,/.test(text.replace(/\/\/.*@/, '//')) && !/[?&]host=[^&]*(,|%2C)/i.test(text)

const DatabaseUrl = z.optional(
  z
    .string()
    .check(
      z.regex(/^postgres(ql)?:\/\//, 'an address that starts with postgres://'),
      z.refine(namesOneServer, 'the address of one server; in front of several put HAProxy (docs/operations.md)'),
    ),
)

const EnvironmentSchema = z.object({
  PORT: z._default(setting(isPort, 'a port number, 0 to 65535'), '3000'),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: DatabaseUrl,
  DATABASE_DIRECT_URL: DatabaseUrl,
  ADMIN_USERNAME: z._default(z.pipe(setting(isUsername, '1 to 50 letters of one script, digits, dots or dashes'), Username), 'admin'),
  ADMIN_PASSWORD: z.optional(setting(isPassword, '6 to 200 characters, not only spaces')),
  APP_TIMEZONE: z._default(setting(isTimeZone, 'a time zone such as Asia/Aden'), 'Asia/Aden'),
  DEFAULT_COUNTRY: z._default(setting(isCallingCode, 'a calling code of 1 to 3 digits, such as 967'), '967'),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/, error: 'an address that starts with http:// or https://' })),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'an address that starts with smtp:// or smtps://' })),
  MAIL_FROM: z.optional(setting(isSender, MAIL_FROM_EXPECTED)),
  TRUST_PROXY: z.optional(setting(isProxyList, 'how many proxies there are, or a list of their addresses with commas between')),
  BACKUP_KEEP: z._default(setting(isBackupKeep, 'how many of the newest and of how many days, such as 48,30, or off'), '48,30'),
  BACKUP_MAX_GB: z._default(setting(isGigabytes, 'how many gigabytes all backups may take together, such as 10'), '10'),
  RATE_LIMIT: z._default(z.enum(['on', 'off'], 'on or off'), 'on'),
  METRICS_TOKEN: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{16,200}$/, '16 to 200 characters without spaces'))),
  WHATSAPP_TOKEN: matching(/^[\x21-\x7e]{20,1000}$/, 'a token of Meta without spaces'),
  WHATSAPP_PHONE_ID: metaId,
  WHATSAPP_ACCOUNT_ID: metaId,
  WHATSAPP_TEMPLATE: template,
  WHATSAPP_REMINDER_TEMPLATE: template,
  WHATSAPP_THANKS_TEMPLATE: template,
  WHATSAPP_APP_SECRET: matching(/^[0-9a-f]{32}$/, 'the secret of the app at Meta, 32 digits and letters from a to f'),
  WHATSAPP_VERIFY_TOKEN: matching(/^[\x21-\x7e]{16,200}$/, '16 to 200 characters without spaces'),
  WHATSAPP_VERSION: z._default(
    setting(text => /^v\d{2}\.0$/.test(text), 'a version of the Graph API, such as v27.0'),
    'v27.0',
  ),
  WHATSAPP_URL: z._default(z.url({ protocol: /^https?$/, error: 'an address that starts with https://' }), 'https://graph.facebook.com'),
  LOG_LEVEL: z.optional(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'fatal, error, warn, info, debug, trace or silent'),
  ),
})

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(EnvironmentSchema.shape)

/** The settings whose values must not appear in an error message, because it goes to the log. */
export const SECRET_SETTINGS = [
  'ADMIN_PASSWORD',
  'DATABASE_DIRECT_URL',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'SMTP_URL',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_TOKEN',
  'WHATSAPP_VERIFY_TOKEN',
]

export type Config = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** The URL of PostgreSQL itself where `databaseUrl` is that of a connection pooler. */
  databaseDirectUrl: string | undefined
  admin: { username: string; password: string | undefined }
  timeZone: string
  /** The calling code of telephone numbers that are written without one. */
  defaultCountry: string
  publicUrl: URL | undefined
  /** The URL of the mail server and the sender of the mail. Undefined when no mail is sent. */
  mail: { url: string; from: string } | undefined
  /** The office's WhatsApp number. Undefined when no setting of it is given. */
  whatsapp: WhatsAppConfig | undefined
  trustProxy: number | string[] | undefined
  /** How many backups are kept and how many bytes they may take together. Undefined when no hourly backups are made. */
  backups: BackupRetention | undefined
  rateLimit: boolean
  metricsToken: string | undefined
  /** The minimum log level. By default `info`, and `warn` in a terminal. */
  logLevel: string | undefined
}

function parseBackupKeep(text: string): BackupRetention {
  const [newest = 0, daily = 0] = text.split(',').map(Number)
  return { newest, daily }
}

type Environment = z.output<typeof EnvironmentSchema>

/** Splits the name and the language of a template; undefined without a setting. */
function parseTemplate(text: string | undefined) {
  const [name = '', language = ''] = text?.split(':') ?? []
  return text === undefined ? undefined : { name, language }
}

/** Returns the settings of the office's WhatsApp number, and which of them are missing; undefined when none is given. */
function whatsappConfigOf(env: Environment): WhatsAppConfig | undefined {
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_ID: phoneId, WHATSAPP_ACCOUNT_ID: accountId, PUBLIC_URL } = env
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = env
  const invitation = parseTemplate(env.WHATSAPP_TEMPLATE)
  const required = { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_ID: phoneId, WHATSAPP_ACCOUNT_ID: accountId, WHATSAPP_TEMPLATE: invitation }
  const ofWebhook = { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken }
  if (Object.values({ ...required, ...ofWebhook }).every(value => value === undefined)) return undefined
  const missing = Object.entries({ ...required, PUBLIC_URL }).flatMap(([name, value]) => (value === undefined ? [name] : []))
  const [reminder, thanks] = [parseTemplate(env.WHATSAPP_REMINDER_TEMPLATE), parseTemplate(env.WHATSAPP_THANKS_TEMPLATE)]
  const account =
    token !== undefined && phoneId !== undefined && accountId !== undefined && invitation !== undefined && PUBLIC_URL !== undefined
      ? {
          ...{ token, phoneId, accountId, version: env.WHATSAPP_VERSION, url: env.WHATSAPP_URL, origin: new URL(PUBLIC_URL).origin },
          templates: { invitation, ...(reminder && { reminder }), ...(thanks && { thanks }) },
        }
      : undefined
  const webhook = appSecret !== undefined && verifyToken !== undefined ? { appSecret, verifyToken } : undefined
  return { account, webhook, missing }
}

/** Reads the configuration; an empty variable counts as unset. Throws an `Error` of one sentence about the first wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = EnvironmentSchema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!read.success) {
    const [issue] = read.error.issues
    const name = String(issue?.path[0])
    const given = SECRET_SETTINGS.includes(name) ? 'is wrong: it' : `is «${env[name]}», but it`
    throw new Error(`${name} ${given} must be ${issue?.message}.`)
  }
  const { DATABASE_URL, DATABASE_DIRECT_URL, PUBLIC_URL, SMTP_URL, MAIL_FROM, TRUST_PROXY, BACKUP_KEEP, ...settings } = read.data
  if (SMTP_URL !== undefined && MAIL_FROM === undefined)
    throw new Error(`MAIL_FROM is missing, but with SMTP_URL it must be ${MAIL_FROM_EXPECTED}.`)
  if (DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined)
    throw new Error('DATABASE_URL is missing, but with DATABASE_DIRECT_URL it must be the address of the connection pooler.')
  return {
    port: Number(settings.PORT),
    host: settings.HOST,
    dataDir: path.resolve(settings.DATA_DIR),
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
    admin: { username: settings.ADMIN_USERNAME, password: settings.ADMIN_PASSWORD },
    timeZone: settings.APP_TIMEZONE,
    defaultCountry: settings.DEFAULT_COUNTRY,
    publicUrl: PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL),
    mail: SMTP_URL === undefined || MAIL_FROM === undefined ? undefined : { url: SMTP_URL, from: MAIL_FROM },
    whatsapp: whatsappConfigOf(read.data),
    trustProxy: TRUST_PROXY === undefined ? undefined : isProxyCount(TRUST_PROXY) ? Number(TRUST_PROXY) : splitList(TRUST_PROXY),
    backups: BACKUP_KEEP === 'off' ? undefined : { ...parseBackupKeep(BACKUP_KEEP), maxBytes: Number(settings.BACKUP_MAX_GB) * 2 ** 30 },
    rateLimit: settings.RATE_LIMIT === 'on',
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
  }
}
