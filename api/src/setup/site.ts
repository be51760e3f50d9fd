import http from 'node:http'
import https from 'node:https'
import type { TLSSocket } from 'node:tls'
import { contract } from '@hudur/core/contract'
import { type Finding, fault, fine, reasonOf, warning } from './finding.ts'

const TIMEOUT_MS = 10_000
/** How long (ms) after `100 Continue` a server may take to refuse the announced body. */
const REFUSAL_TIMEOUT_MS = 1_000
const DAY_MS = 86_400_000
/** A certificate with fewer days left gets a warning, because certificates are usually renewed 30 days before they expire. */
const MIN_CERTIFICATE_DAYS = 14
/** The largest body that the API accepts (bytes). */
const MAX_BODY_BYTES = contract.invitations.create.size

/** What a server answers; `certificateEnds` is when its certificate ends (ms since 1970). */
type SiteResponse = {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
  certificateEnds: number | undefined
  /** The time (ms) between the first part of the body and its end. */
  streamedMs: number
  /** The local IP address of the connection. */
  ownAddress: string
}

/** Sends a GET request and follows no redirect. Rejects when no data arrives for 10 s. */
function sendGet(url: URL, sent: http.OutgoingHttpHeaders = {}): Promise<SiteResponse> {
  const { get: send } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const request = send(url, { agent: false, timeout: TIMEOUT_MS, headers: sent }, response => {
      const certificate = (response.socket as TLSSocket).getPeerCertificate?.()
      const ownAddress = response.socket.localAddress ?? ''
      let body = ''
      let began = performance.now()
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (body === '') began = performance.now()
        body += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        const certificateEnds = certificate?.valid_to === undefined ? undefined : Date.parse(certificate.valid_to)
        const streamedMs = performance.now() - began
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, certificateEnds, streamedMs, ownAddress })
      })
    })
    request.on('timeout', () => request.destroy(new Error(`no answer in ${TIMEOUT_MS / 1_000} s`)))
    request.on('error', reject)
  })
}

/** Announces a body of `size` bytes and sends none of it. Returns the status of a refusal; undefined when the server waits for it. */
function probeBodyLimit(url: URL, size: number): Promise<number | undefined> {
  const { request: open } = url.protocol === 'https:' ? https : http
  const headers = { 'content-type': 'application/json', 'content-length': size, expect: '100-continue' }
  return new Promise((resolve, reject) => {
    const request = open(url, { method: 'POST', agent: false, timeout: TIMEOUT_MS, headers })
    const finishProbe = (status?: number) => {
      resolve(status)
      request.destroy()
    }
    // Some servers answer `100 Continue` to every announced body, and refuse it only afterwards.
    request.on('continue', () => setTimeout(finishProbe, REFUSAL_TIMEOUT_MS))
    request.on('timeout', () => finishProbe())
    request.on('response', ({ statusCode }) => finishProbe(statusCode))
    request.on('error', reject)
    request.flushHeaders()
  })
}

const isHealthy = ({ status, body }: SiteResponse) => {
  try {
    return status === 200 && JSON.parse(body).ok === true
  } catch {
    return false
  }
}

/** Reports how long a certificate is valid. */
export function checkCertificate(ends: number, now: number) {
  const days = Math.floor((ends - now) / DAY_MS)
  const says = `The certificate is valid for ${days} more days.`
  return days < MIN_CERTIFICATE_DAYS ? warning('https', `${says} Is it renewed by itself?`) : fine('https', says)
}

/** Checks that the plain-http address redirects to https. `port` is the http port. */
export async function checkRedirect(site: URL, port = 80) {
  const plain = new URL(site)
  plain.protocol = 'http:'
  plain.port = String(port)
  const { status, headers } = await sendGet(plain).catch(() => ({ status: 0, headers: {} as http.IncomingHttpHeaders }))
  if (status === 0)
    return warning('https', `${plain.hostname} does not answer on port ${port}: an address typed without https does not lead to the site.`)
  return status > 300 && status < 400 && headers.location?.startsWith('https:')
    ? fine('https', `${plain.href} leads to https.`)
    : warning('https', `${plain.href} does not lead to https (status ${status}): phones open no camera there.`)
}

const PROXY_PART = 'proxy'

/** An address that no visitor has (RFC 5737). */
const CLAIMED_ADDRESS = '203.0.113.99'
/** A stream whose parts arrive closer together (ms) was buffered by a proxy. */
const MIN_STREAM_DURATION_MS = 750

const isPrivateAddress = (address: string) =>
  /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i.test(address)

/** Sends a forged forwarding header. Checks that the server takes neither this address nor the proxy's for the client's address. */
async function checkVisitorAddress(site: URL): Promise<Finding> {
  const { headers, ownAddress } = await sendGet(new URL('/healthz', site), { 'x-forwarded-for': CLAIMED_ADDRESS })
  const seen = String(headers['x-visitor-address'])
  if (seen === CLAIMED_ADDRESS)
    return fault(
      PROXY_PART,
      'The server believes the address that a visitor claims. TRUST_PROXY must count no more proxies than there are.',
    )
  return isPrivateAddress(seen) && seen !== ownAddress
    ? fault(PROXY_PART, `The server sees every visitor come from ${seen}, and rate limits count them as one: set TRUST_PROXY.`)
    : fine(PROXY_PART, 'The server sees the address of each visitor.')
}

/** Reads a short stream: live figures arrive in the same way. */
async function checkStream(site: URL): Promise<Finding> {
  const { status, streamedMs } = await sendGet(new URL('/healthz/stream', site))
  return status === 200 && streamedMs > MIN_STREAM_DURATION_MS
    ? fine(PROXY_PART, 'Live figures pass.')
    : fault(PROXY_PART, 'It holds streams back, so live figures arrive late: nginx has proxy_buffering off for it.')
}

/** Checks whether a proxy in front of the server blocks, buffers or exposes anything that it must not. */
async function checkProxy(site: URL): Promise<Finding[]> {
  const [worker, metrics, refusal, address, stream] = await Promise.all([
    sendGet(new URL('/service-worker.js', site)),
    sendGet(new URL('/metrics', site)),
    probeBodyLimit(new URL(`/api${contract.invitations.create.path}`, site), MAX_BODY_BYTES),
    checkVisitorAddress(site),
    checkStream(site),
  ])
  const megabytes = MAX_BODY_BYTES / 2 ** 20
  return [
    refusal === 413
      ? fault(
          PROXY_PART,
          `It refuses bodies of ${megabytes} MB, so long lists of guests cannot be created: nginx has client_max_body_size for it.`,
        )
      : fine(PROXY_PART, `Bodies of ${megabytes} MB arrive.`),
    metrics.status === 200
      ? fault(PROXY_PART, 'Everybody may read /metrics. Let the proxy answer it with 404, or send X-Forwarded-For.')
      : fine(PROXY_PART, 'Strangers may not read /metrics.'),
    address,
    stream,
    /no-cache|no-store/.test(worker.headers['cache-control'] ?? '')
      ? fine(PROXY_PART, 'It caches no new version of the app.')
      : fault(
          PROXY_PART,
          `/service-worker.js comes with «cache-control: ${worker.headers['cache-control']}»: devices would miss new versions.`,
        ),
  ]
}

/** Opens `PUBLIC_URL` as a phone does. Returns no findings when it is not set. */
export async function checkSite(site: URL | undefined, now = Date.now()): Promise<Finding[]> {
  if (!site) return []
  try {
    const answer = await sendGet(new URL('/healthz', site))
    const { certificateEnds } = answer
    const findings = certificateEnds === undefined ? [] : [checkCertificate(certificateEnds, now), await checkRedirect(site)]
    return isHealthy(answer)
      ? [...findings, ...(await checkProxy(site))]
      : [...findings, fault(PROXY_PART, `${site.href} answers with status ${answer.status}, and is not Hudur.`)]
  } catch (error) {
    return [fault('https', `${site.href} cannot be opened from this machine: ${reasonOf(error)}.`)]
  }
}
