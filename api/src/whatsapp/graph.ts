import type { WhatsAppReason } from '@hudur/core/whatsapp/contract'
import type { WhatsAppAccount } from './settings.ts'

/** An error as Meta reports it, in a response or later in a webhook. */
export type MetaError = { code: number; details: string }

/**
 * What became of a message. `later`: it was not accepted, and is tried again after `waitMs`; `slows`: the messages came too fast. `stops`: none
 * is sent until the office mends the reason. `unsure`: the response was lost.
 */
export type Outcome =
  | { is: 'accepted'; messageId: string; waId: string | null }
  | { is: 'failed' | 'stops'; error: MetaError; reason: WhatsAppReason }
  | { is: 'later'; error: MetaError | null; waitMs: number; slows: boolean }
  | { is: 'unsure' }

/** The response of Meta; `lost` without one, and `unsent` if the request cannot have arrived. */
export type GraphReply = { status: number; body: unknown; retryAfterMs: number | undefined } | 'lost' | 'unsent'

const REQUEST_TIMEOUT_MS = 30_000

/** The errors of a connection that was never opened. */
const UNSENT_ERRORS = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
])

export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
export const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The longest stored details of an error, in characters. */
const MAX_DETAILS = 300

/** Reads an error of Meta: its code and details, never its title. Undefined where there is none. */
export function metaErrorOf(value: unknown): MetaError | undefined {
  const code = fieldOf(value, 'code')
  if (typeof code !== 'number' || !Number.isInteger(code) || Math.abs(code) > 2_147_483_647) return undefined
  const details = textOf(fieldOf(fieldOf(value, 'error_data'), 'details')) ?? textOf(fieldOf(value, 'message')) ?? ''
  return { code, details: details.replaceAll('\0', '').toWellFormed().slice(0, MAX_DETAILS) }
}

/** The reasons of errors that concern one message (error-codes of Meta, June 2026). */
const REASONS_OF_MESSAGE: Record<number, WhatsAppReason> = {
  131026: 'unreachable',
  131021: 'unreachable',
  131047: 'window',
  131049: 'capped',
  131050: 'stopped',
  130472: 'experiment',
  130497: 'country',
  131051: 'other',
  131052: 'picture',
  131053: 'picture',
  132005: 'text',
  132012: 'text',
  132018: 'text',
}

/** The reasons of errors that every further message would meet. */
const REASONS_TO_STOP: Record<number, WhatsAppReason> = {
  0: 'token',
  3: 'token',
  10: 'token',
  33: 'number',
  190: 'token',
  131005: 'token',
  368: 'account',
  131031: 'account',
  131037: 'number',
  131045: 'number',
  131048: 'account',
  133010: 'number',
  131042: 'payment',
  132000: 'template',
  132001: 'template',
  132007: 'template',
  132015: 'paused',
  132016: 'paused',
  141008: 'account',
  141014: 'account',
}

/** The error of a wrong parameter, with which Meta also refuses a template that it prepares for ten minutes. */
const WRONG_PARAMETER = 131009
const isPreparing = ({ code, details }: MetaError) => code === WRONG_PARAMETER && /\bsync/i.test(details)

/** The errors of messages that come too fast, and of a service that is down for a while. */
const TOO_FAST = new Set([4, 80007, 130429])
const SAME_PERSON_TOO_FAST = 131056
const DOWN = new Set([1, 2, 131000, 131016, 131057, 133004])

/** How long (ms) a message waits where Meta names no time: without a connection, after too many, after one to the same person, and while the service is down. */
const PAUSE_MS = { unsent: 15_000, tooFast: 5_000, samePerson: 6_000, down: 60_000 }

/** Returns the reason of an error that a webhook reports of one message. */
export const reasonOf = (code: number): WhatsAppReason => REASONS_OF_MESSAGE[code] ?? REASONS_TO_STOP[code] ?? 'other'

/** Returns what became of a message, by the response to its request. Only an error that Meta wrote proves that it was not accepted. */
export function outcomeOf(reply: GraphReply): Outcome {
  if (reply === 'lost') return { is: 'unsure' }
  if (reply === 'unsent') return { is: 'later', error: null, waitMs: PAUSE_MS.unsent, slows: true }
  const { status, body, retryAfterMs } = reply
  if (status >= 200 && status < 300) {
    const messageId = textOf(fieldOf(listOf(fieldOf(body, 'messages'))[0], 'id'))
    const waId = textOf(fieldOf(listOf(fieldOf(body, 'contacts'))[0], 'wa_id')) ?? null
    return messageId === undefined ? { is: 'unsure' } : { is: 'accepted', messageId, waId }
  }
  const error = metaErrorOf(fieldOf(body, 'error'))
  if (!error) {
    if (status === 429) return { is: 'later', error: null, waitMs: retryAfterMs ?? PAUSE_MS.tooFast, slows: true }
    return status >= 500 ? { is: 'unsure' } : { is: 'failed', error: { code: status, details: '' }, reason: 'other' }
  }
  if (TOO_FAST.has(error.code)) return { is: 'later', error, waitMs: retryAfterMs ?? PAUSE_MS.tooFast, slows: true }
  if (error.code === SAME_PERSON_TOO_FAST) return { is: 'later', error, waitMs: retryAfterMs ?? PAUSE_MS.samePerson, slows: false }
  if (isPreparing(error)) return { is: 'stops', error, reason: 'preparing' }
  const stops = REASONS_TO_STOP[error.code] ?? (error.code >= 200 && error.code < 300 ? 'token' : undefined)
  if (stops !== undefined) return { is: 'stops', error, reason: stops }
  if (status === 429 || status >= 500 || DOWN.has(error.code))
    return { is: 'later', error, waitMs: retryAfterMs ?? PAUSE_MS.down, slows: status === 429 }
  return { is: 'failed', error, reason: reasonOf(error.code) }
}

/** Returns the functions that call the Graph API of Meta for an account. */
export function graphClient({ url, version, token }: WhatsAppAccount, timeoutMs = REQUEST_TIMEOUT_MS) {
  async function send(path: string, init: RequestInit): Promise<GraphReply> {
    try {
      const response = await fetch(`${url}/${version}/${path}`, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${token}` },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await response.text()
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
      return { status: response.status, body: parseJson(text), retryAfterMs: seconds >= 0 ? Math.min(seconds, 3_600) * 1_000 : undefined }
    } catch (error) {
      const { cause } = error as { cause?: { code?: unknown } }
      return UNSENT_ERRORS.has(String(cause?.code)) ? 'unsent' : 'lost'
    }
  }
  return {
    get: (path: string) => send(path, { method: 'GET' }),
    post: (path: string, body: object) =>
      send(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }
}
export type GraphClient = ReturnType<typeof graphClient>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
