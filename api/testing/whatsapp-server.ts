import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A stand-in for Meta's Graph API v27.0, as strict as its documentation of November 2026: a request with a mistake gets Meta's error and is not
 * sent. The facts are in docs/decisions/071-whatsapp.md.
 */
export const META = {
  token: `EAA${'t'.repeat(40)}`,
  phoneId: '106540352242922',
  accountId: '102290129340398',
  version: 'v27.0',
  appSecret: '0123456789abcdef0123456789abcdef',
  verifyToken: 'verify-token-of-tests',
}

/** The environment variables of a server whose number is at the stand-in `url`. Its template must have no picture, because `site` has no TLS. */
export const whatsappEnvironment = (url: string, site: string) => ({
  ...{ WHATSAPP_TOKEN: META.token, WHATSAPP_PHONE_ID: META.phoneId, WHATSAPP_ACCOUNT_ID: META.accountId, WHATSAPP_URL: url },
  ...{ WHATSAPP_APP_SECRET: META.appSecret, WHATSAPP_VERIFY_TOKEN: META.verifyToken, WHATSAPP_VERSION: META.version },
  ...{ WHATSAPP_TEMPLATE: 'invitation:ar', PUBLIC_URL: site },
})

type Body = Record<string, unknown>
type Parameter = { type?: unknown; text?: unknown; payload?: unknown; image?: { link?: unknown } }
type Component = { type?: unknown; sub_type?: unknown; index?: unknown; parameters?: Parameter[] }
type SentTemplate = { name?: unknown; language?: { code?: unknown }; components?: Component[] }

/** A message that the stand-in has accepted. */
export type AcceptedMessage = { id: string; to: string; path: string; body: Body; callback: string }

/** What happens to a request. `lost`: the message is accepted, and the connection breaks before the response. */
export type Fault = 'cut' | 'lost' | 'hang' | 'no-body' | { status: number; code: number; details?: string; retryAfter?: number }

const TEXT_BUTTON = { attend: 'سأحضر', decline: 'أعتذر' }

/** The templates of the office: an invitation with a picture, three variables, a link and two quick replies, a reminder, and thanks. */
const createTemplates = () => ({
  invitation: {
    ...{ name: 'invitation', language: 'ar', status: 'APPROVED', category: 'MARKETING' },
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'أهلاً {{1}}، ندعوكم إلى {{2}} يوم {{3}} بإذن الله.' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: TEXT_BUTTON.attend },
          { type: 'QUICK_REPLY', text: TEXT_BUTTON.decline },
          { type: 'URL', text: 'الدعوة', url: 'https://hudur.example/i/{{1}}' },
        ],
      },
    ],
  },
  reminder: {
    ...{ name: 'reminder', language: 'ar', status: 'APPROVED', category: 'UTILITY' },
    components: [{ type: 'BODY', text: 'نذكّركم {{1}} بدعوة {{2}} بإذن الله.' }],
  },
  thanks: {
    ...{ name: 'thanks', language: 'ar', status: 'APPROVED', category: 'MARKETING' },
    components: [{ type: 'BODY', text: 'شكرًا لحضوركم {{1}} جميعًا.' }],
  },
})

const variablesIn = (text: string) => new Set(text.match(/\{\{\d+\}\}/g) ?? []).size

class Refused extends Error {
  readonly status: number
  readonly code: number
  constructor(status: number, code: number, details: string) {
    super(details)
    this.status = status
    this.code = code
  }
}
const require = (isTrue: boolean, code: number, details: string, status = 400) => {
  if (!isTrue) throw new Refused(status, code, details)
}

/** Starts the stand-in. `now` returns the time of the tests, by which it keeps the pauses between messages to the same person. */
export async function startWhatsAppServer(now: () => Date) {
  const state = {
    templates: createTemplates(),
    limit: 'TIER_2K',
    /** How many different people the account may write to. */
    people: 2_000,
    isTokenValid: true,
    numberStatus: 'CONNECTED',
    /** Decides what happens to the request with this number, from 1. */
    fault: (_n: number, _to: string): Fault | undefined => undefined,
    requests: 0,
    /** How long (ms) the response to an accepted message takes. */
    delayMs: 0,
  }
  const accepted: AcceptedMessage[] = []
  const lastAt = new Map<string, number>()
  const contactedAt = new Map<string, number>()

  function requireTemplate(sent: SentTemplate, path: string) {
    const template = Object.values(state.templates).find(({ name, language }) => name === sent.name && language === sent.language?.code)
    if (!template) throw new Refused(404, 132001, 'template name does not exist in the translation')
    require(template.status !== 'PAUSED', 132015, 'template is paused')
    require(template.status === 'APPROVED', 132001, `template is ${template.status}`)
    require(path ===
      (template.category === 'MARKETING' ? 'marketing_messages' : 'messages'), 100, `a ${template.category} template has another path`)
    const given = sent.components ?? []
    let n = 0
    const next = (type: string) => {
      const component = given[n++]
      require(component?.type === type, 132000, `component ${n} must be ${type}, in the order of the template`)
      return component!.parameters ?? []
    }
    for (const part of template.components as {
      type: string
      format?: string
      text?: string
      buttons?: { type: string; url?: string }[]
    }[]) {
      if (part.type === 'HEADER') {
        const [image, ...more] = next('header')
        require(more.length === 0 &&
          image?.type === 'image' &&
          /^https:\/\/\S+\.(jpg|png)$/.test(String(image.image?.link)), 132012, 'header: an image by its address')
      } else if (part.type === 'BODY' && variablesIn(part.text!) > 0) {
        const parameters = next('body')
        require(parameters.length ===
          variablesIn(part.text!), 132000, `body: number of localizable_params (${parameters.length}) does not match`)
        for (const { type, text } of parameters)
          require(type === 'text' &&
            typeof text === 'string' &&
            text !== '' &&
            !/[\n\t]| {5}/.test(text), 132012, 'body: a text of one line')
      } else if (part.type === 'BUTTONS') {
        // The order of the buttons in the request is free; each is named by its index.
        const buttons = given.slice(n)
        n += buttons.length
        const needed = part.buttons!.filter(({ type, url }) => type === 'QUICK_REPLY' || url?.includes('{{'))
        require(buttons.length === needed.length, 132000, 'buttons: wrong number')
        for (const { type, sub_type, index, parameters = [] } of buttons) {
          const button = part.buttons![Number(index)]
          require(type === 'button' && typeof index === 'string' && button !== undefined, 132012, 'button: index')
          require(sub_type === button!.type.toLowerCase() && parameters.length === 1, 132012, 'button: sub_type')
          const [{ type: parameter, text, payload } = {}] = parameters
          const isFilledIn =
            button!.type === 'URL'
              ? parameter === 'text' && /^\w+$/.test(String(text))
              : parameter === 'payload' && String(payload).length <= 128
          require(isFilledIn, 132012, 'button: parameter')
        }
      }
    }
    require(n >= given.length, 132000, 'more components than the template has')
  }

  function accept(path: string, body: Body): AcceptedMessage {
    const { to, type, biz_opaque_callback_data: callback } = body
    require(body.messaging_product === 'whatsapp' && body.recipient_type === 'individual', 100, 'messaging_product, recipient_type')
    require(typeof to === 'string' && /^[1-9]\d{6,14}$/.test(to), 131009, 'to: digits with the country code, without a plus')
    require(typeof callback === 'string' && callback.length <= 512, 131009, 'biz_opaque_callback_data')
    require(type === 'template' || type === 'text', 100, 'type')
    if (type === 'template') requireTemplate(body.template as SentTemplate, path)
    else require(path === 'messages' && typeof (body.text as { body?: unknown }).body === 'string', 100, 'text')
    const [phone, at] = [to as string, now().getTime()]
    const last = lastAt.get(phone)
    require(last === undefined || at - last >= 6_000, 131056, 'pair rate limit hit')
    for (const [one, time] of contactedAt) if (at - time >= 86_400_000) contactedAt.delete(one)
    require(contactedAt.has(phone) || contactedAt.size < state.people, 131048, 'messaging limit reached')
    lastAt.set(phone, at)
    if (type === 'template') contactedAt.set(phone, at)
    const message = {
      id: `wamid.${Buffer.from(`${accepted.length} ${phone}`).toString('base64url')}`,
      to: phone,
      path,
      body,
      callback: callback as string,
    }
    accepted.push(message)
    return message
  }

  function answerGet(url: URL): object {
    const [, , id, list] = url.pathname.split('/')
    if (list === 'message_templates' && id === META.accountId) {
      const name = url.searchParams.get('name')
      return { data: Object.values(state.templates).filter(one => one.name === name) }
    }
    require(id === META.phoneId && list === undefined, 100, 'unsupported get request')
    const all: Record<string, unknown> = {
      ...{ display_phone_number: '+967 1 234 567', verified_name: 'مكتب حُضور', status: state.numberStatus, quality_rating: 'GREEN' },
      whatsapp_business_manager_messaging_limit: state.limit,
    }
    const fields = (url.searchParams.get('fields') ?? '').split(',').filter(Boolean)
    for (const field of fields) require(field in all, 100, `nonexisting field (${field})`)
    return { ...Object.fromEntries(fields.map(field => [field, all[field]])), id }
  }

  function sendError(response: http.ServerResponse, status: number, code: number, details: string, retryAfter?: number) {
    const error = { message: `(#${code}) ${details}`, type: 'OAuthException', code, ...(code === 190 && { error_subcode: 463 }) }
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    })
    response.end(JSON.stringify({ error: { ...error, error_data: { messaging_product: 'whatsapp', details }, fbtrace_id: 'AbC' } }))
  }

  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    try {
      const url = new URL(request.url!, 'http://meta')
      const [, version, id, path] = url.pathname.split('/')
      require(version === META.version, 2635, `unsupported version ${version}`)
      require(request.headers.authorization === `Bearer ${META.token}` && state.isTokenValid, 190, 'Session has expired', 401)
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'application/json' })
        return void response.end(JSON.stringify(answerGet(url)))
      }
      require(id === META.phoneId && (path === 'messages' || path === 'marketing_messages'), 100, 'unsupported post request')
      require(request.headers['content-type'] === 'application/json', 100, 'content-type')
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Body
      const fault = state.fault(++state.requests, String(body.to))
      if (fault === 'cut') return void request.socket.destroy()
      if (fault === 'hang') return
      if (fault === 'no-body') {
        response.writeHead(502, { 'content-type': 'text/html' })
        return void response.end('<html>Bad Gateway</html>')
      }
      if (typeof fault === 'object') return sendError(response, fault.status, fault.code, fault.details ?? '', fault.retryAfter)
      const message = accept(path!, body)
      if (fault === 'lost') return void request.socket.destroy()
      if (state.delayMs > 0) await wait(state.delayMs)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          messaging_product: 'whatsapp',
          contacts: [{ input: message.to, wa_id: message.to }],
          messages: [{ id: message.id, message_status: 'accepted' }],
        }),
      )
    } catch (error) {
      if (error instanceof Refused) sendError(response, error.status, error.code, error.message)
      else sendError(response, 400, 100, String(error))
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    accepted,
    /** Returns how often each number got a message. */
    countByPhone: () => Object.entries(Object.groupBy(accepted, ({ to }) => to)).map(([to, all = []]) => [to, all.length] as const),
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Returns a webhook with one change. */
export const webhookWith = (field: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: META.accountId,
      changes: [{ field, value: { messaging_product: 'whatsapp', metadata: { phone_number_id: META.phoneId }, ...value } }],
    },
  ],
})

/** Returns a status of a message as Meta reports it. */
export const statusOf = ({ id, to, callback }: AcceptedMessage, status: string, at: Date, more: object = {}) => ({
  ...{ id, status, timestamp: String(Math.floor(at.getTime() / 1_000)), recipient_id: to, biz_opaque_callback_data: callback },
  ...{ recipient_user_id: `YE.${to}`, ...more },
})

/** Returns the tap on a quick reply of a message. */
export const tapOn = ({ id, to, body }: AcceptedMessage, word: 'attend' | 'decline', at: Date, more: object = {}) => {
  const payloads = JSON.stringify(body)
    .match(/"payload":"([^"]+)"/g)!
    .map(text => text.slice(11, -1))
  return {
    ...{
      from: to,
      from_user_id: `YE.${to}`,
      id: `wamid.tap.${word}.${at.getTime()}.${to}`,
      timestamp: String(Math.floor(at.getTime() / 1_000)),
    },
    ...{
      type: 'button',
      context: { from: '9671234567', id },
      button: { payload: payloads.find(one => one.startsWith(word)), text: TEXT_BUTTON[word] },
    },
    ...more,
  }
}

/** Posts a webhook as Meta does. `secret` signs it; undefined sends no signature. */
export function postWebhook(base: string, report: object, secret: string | undefined = META.appSecret, text = JSON.stringify(report)) {
  const signature =
    secret === undefined || secret === ''
      ? {}
      : { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}` }
  return fetch(`${base}/api/whatsapp/webhook.php`, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...signature },
  })
}
