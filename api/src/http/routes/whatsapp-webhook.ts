import { Refusal } from '@hudur/core/refusals'
import { API_PREFIX } from '@hudur/core/wire'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { WebhookSecrets, WhatsAppService } from '../../whatsapp/settings.ts'
import { isSameSecret, isSigned, webhookReceiver } from '../../whatsapp/webhook.ts'
import { LARGE_CALL_THRESHOLD, type LargeCalls } from '../abuse/large-calls.ts'

/** The largest webhook of Meta, in bytes. */
const MAX_WEBHOOK_BYTES = 3 * 1024 * 1024

/** The most large webhooks that are read into memory at once, before their signatures can be checked. */
const LARGE_WEBHOOKS = 'whatsapp webhooks'

/** The path at which Meta reports what became of messages and what guests answered. It is not in the contract, because only Meta calls it. */
const WEBHOOK_PATH = `${API_PREFIX}/whatsapp/webhook.php`

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns a function that resolves in a turn of the event loop of its own, so that scans are answered between a thousand webhooks. */
function createTurns() {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise<void>(resolve => setImmediate(resolve)))
    return last
  }
}

/** Answers Meta's webhooks: the first request, which proves the token, and the signed reports. */
export function serveWhatsAppWebhook(
  app: FastifyInstance,
  { appSecret, verifyToken }: WebhookSecrets,
  {
    db,
    now,
    timeZone,
    whatsapp,
    largeCalls,
  }: Pick<Deps, 'db' | 'now' | 'timeZone'> & { whatsapp: WhatsAppService; largeCalls: LargeCalls },
) {
  const receive = webhookReceiver({ db, now, timeZone, phoneId: whatsapp.config.account?.phoneId, wake: whatsapp.wake })

  const takeTurn = createTurns()

  app.get(WEBHOOK_PATH, async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const isMeta = query['hub.mode'] === 'subscribe' && isSameSecret(textOf(query['hub.verify_token']), verifyToken)
    if (!isMeta) throw new Refusal('not-allowed')
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(textOf(query['hub.challenge']).slice(0, 200))
  })

  app.post(
    WEBHOOK_PATH,
    {
      bodyLimit: MAX_WEBHOOK_BYTES,
      // Refuses a request without a signature before its body is read. Bodies are read one in each turn of the event loop.
      onRequest: async request => {
        if (!/^sha256=[0-9a-f]{64}$/.test(textOf(request.headers['x-hub-signature-256']))) throw new Refusal('not-allowed')
        await takeTurn()
        const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
        if (encoding === undefined && Number(length ?? 0) <= LARGE_CALL_THRESHOLD.bytes) return
        const call = await largeCalls.begin(LARGE_WEBHOOKS)
        request.raw.once('close', call.abandon)
      },
    },
    async (request, reply) => {
      const body = request.body as Buffer | undefined
      const isMetas = body !== undefined && isSigned(body, textOf(request.headers['x-hub-signature-256']), appSecret)
      if (!isMetas) throw new Refusal('not-allowed')
      let report: unknown
      try {
        report = JSON.parse(body.toString())
      } catch {
        throw new Refusal('bad-input')
      }
      await receive(report)
      await takeTurn()
      return reply.header('cache-control', 'no-store').send({ success: true })
    },
  )
}
