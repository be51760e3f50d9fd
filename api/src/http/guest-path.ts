/** How often a path is decoded, so that a code that was encoded repeatedly is not readable in the log. */
const MAX_DECODINGS = 3

/** Returns the path of a URL, decoded byte by byte, which is enough for ASCII, and without repeated slashes. */
function decodedPath(url: string) {
  let path = url.replace(URL_ORIGIN, '').split(/[?#]/, 1)[0] ?? ''
  for (let n = 0; n < MAX_DECODINGS && path.includes('%'); n++)
    path = path.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return path.replace(/[/\\]+/g, '/')
}

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
 * Rewrites the URL of a guest page, however it is encoded, to that of its route. A text that cannot be a code is replaced: the router would
 * give no page for some, and PostgreSQL would refuse others.
 */
export function rewriteGuestPath(url: string) {
  // The decoded path begins with `/api/` too. Scans need not wait until it is decoded.
  if (url.startsWith('/api/')) return url
  const path = decodedPath(url)
  if (!path.startsWith('/i/') || isGuestEndpoint(path)) return url
  const [, code = INVALID_CODE, file = ''] = /^\/i\/([0-9A-Za-z]{1,64})(\/calendar\.ics)?$/.exec(path) ?? []
  return `/i/${code}${file}${/\?[^#]*/.exec(url)?.[0] ?? ''}`
}
