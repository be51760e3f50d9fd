import { findCode } from '@hudur/core/check-in/find-code'
import { isId } from '@hudur/core/id'

/** How often a path is decoded, so that a code that was encoded repeatedly is not readable in the log. */
const MAX_DECODINGS = 3

/** Returns the path of a URL, decoded byte by byte (Latin-1), which is enough for ASCII. */
function decodeBytes(url: string) {
  let path = url.replace(URL_ORIGIN, '').split(/[?#]/, 1)[0] ?? ''
  for (let n = 0; n < MAX_DECODINGS && path.includes('%'); n++)
    path = path.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return path
}

/** Returns the decoded path of a URL without repeated slashes. */
const decodedPath = (url: string) => decodeBytes(url).replace(/[/\\]+/g, '/')

/** The scheme and host of an absolute URL. A client that takes the server for a proxy sends absolute URLs. */
const URL_ORIGIN = /^[a-z][\w+.-]*:\/\/[^/?#]*/i

/** Returns whether a path is an API endpoint for guests. Such a path contains no invitation code. */
const isGuestEndpoint = (path: string) => /^(?:\/api)*\/i\/[a-z]+\.php$/.test(path)

/** Returns the path of a URL for the log. In the path of an invitation's page, however it is encoded, `*` replaces the code. */
export function loggedPath(url: string) {
  const path = decodedPath(url)
  const [page] = isGuestEndpoint(path) ? [] : (/^.*?\/i\/(?=.)/is.exec(path) ?? [])
  return page === undefined ? (url.split('?', 1)[0] ?? '') : `${page}*`
}

/** Replaces a text in a path that cannot be an invitation code. */
const INVALID_CODE = '-'

/**
 * Rewrites the URL of a guest page, however it is encoded, to the path of its route. Of a text that contains a code, such as a code
 * followed by a full stop, only the code remains. A text that cannot be a code is replaced, because the router would find no page for some
 * of them, and PostgreSQL would refuse others.
 */
export function rewriteGuestPath(url: string) {
  // The decoded path begins with `/api/` too. Scans need not wait until it is decoded.
  if (url.startsWith('/api/')) return url
  const path = decodedPath(url)
  if (!path.startsWith('/i/') || isGuestEndpoint(path)) return url
  // A backslash behind the slash belongs to the text: a scanner may put `\000026` before a code.
  const [, text = '', file = ''] = /^[/\\]+i(?:\/+|\\+)([^/]*)(\/calendar\.ics)?$/.exec(decodeBytes(url)) ?? []
  const code = findCode(Buffer.from(text, 'latin1').toString()) ?? (/^[0-9A-Za-z]{1,64}$/.test(text) ? text : INVALID_CODE)
  return `/i/${code}${file}${queryOf(url)}`
}

const queryOf = (url: string) => /\?[^#]*/.exec(url)?.[0] ?? ''

/** Returns the clean path of a guest page that was requested by another spelling of its path; undefined if the path is clean. */
export const cleanGuestPath = (url: string, code: string) => {
  const clean = `/i/${code}`
  return isId(code) && decodedPath(url) !== clean ? `${clean}${queryOf(url)}` : undefined
}
