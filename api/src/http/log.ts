import type { FastifyServerOptions } from 'fastify'
import { loggedPath } from './guest-path.ts'

type LogOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

/**
 * Returns logger options without personal data: no query strings (searched names), IP addresses, accounts, codes, or values that a database
 * quotes in its errors. `reqId` is the same in all lines of a request.
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
