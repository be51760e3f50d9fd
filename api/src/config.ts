import path from 'node:path'
import * as z from 'zod/mini'

const Env = z.object({
  PORT: z._default(z.string().check(z.regex(/^\d{1,5}$/)), '3000'),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//))),
  ADMIN_USERNAME: z._default(z.string().check(z.minLength(1), z.maxLength(100)), 'admin'),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(6), z.maxLength(200))),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ })),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
})

const EXPECTED: Record<string, string> = {
  PORT: 'a port number',
  DATABASE_URL: 'an address that starts with postgres://',
  ADMIN_USERNAME: '1 to 100 characters',
  ADMIN_PASSWORD: '6 to 200 characters',
  PUBLIC_URL: 'an address that starts with http:// or https://',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
}

export type Config = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  admin: { username: string; password: string | undefined }
  publicUrl: URL | undefined
  logLevel: string
}

/** The environment as the server uses it. Throws one sentence that names the wrong variable and what it should be. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = Env.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!read.success) {
    const name = String(read.error.issues[0]?.path[0])
    throw new Error(`${name} is «${env[name]}», but it must be ${EXPECTED[name] ?? 'another value'}.`)
  }
  const { PORT, HOST, DATA_DIR, DATABASE_URL, ADMIN_USERNAME, ADMIN_PASSWORD, PUBLIC_URL, LOG_LEVEL } = read.data
  return {
    port: Number(PORT),
    host: HOST,
    dataDir: path.resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    admin: { username: ADMIN_USERNAME, password: ADMIN_PASSWORD },
    publicUrl: PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL),
    logLevel: LOG_LEVEL,
  }
}
