import type { FastifyServerOptions } from 'fastify'

type LogOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

/**
 * What the log tells of a request and of an error: nothing about people. Neither what was asked in an address (names are searched there), nor
 * who asked, nor the values a database quotes; `reqId` binds the lines of one request.
 */
export const discreet = (logger: LogOptions): LogOptions => ({
  ...logger,
  serializers: {
    req: ({ method, url }: { method: string; url: string }) => ({ method, url: url.split('?', 1)[0] ?? '' }),
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
