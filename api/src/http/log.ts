import type { FastifyServerOptions } from 'fastify'
import { loggedPath } from './guest-path.ts'

type LogOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

/**
 * Returns logger options that write nothing about people: no query strings (they contain searched names), no IP addresses or accounts, and
 * no codes of invitations, and no values that a database quotes. `reqId` connects the lines of one request.
 */
export const withoutPersonalData = (logger: LogOptions): LogOptions => ({
  ...logger,
  serializers: {
    req: ({ method, url }: { method: string; url: string }) => ({ method, url: loggedPath(url) }),
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    err: ({ name, message, code, stack, cause }: Error & { code?: unknown }) => ({
      type: name,
      message,
      stack: stack ?? '',
      ...(code !== undefined && { code }),
      ...(cause instanceof Error && { cause: cause.message }),
    }),
  },
})
