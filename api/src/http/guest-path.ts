/** The most times that a path is decoded: the router does it once, and a log must not contain what a reader can decode. */
const MAX_DECODINGS = 3

/** Returns a path with its escapes decoded byte by byte, which is enough to recognize ASCII, and without doubled slashes. */
function plainPath(url: string) {
  let path = url.replace(ORIGIN, '').split(/[?#]/, 1)[0] ?? ''
  for (let n = 0; n < MAX_DECODINGS; n++) path = path.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return path.replace(/[/\\]+/g, '/')
}

/** The part of a URL before its path: a client that takes the server for a proxy sends the whole URL. */
const ORIGIN = /^[a-z][\w+.-]*:\/\/[^/?#]*/i

/** Returns whether a path is one of a guest's calls, which contains no code. */
const isCall = (path: string) => /^(?:\/api)*\/i\/[a-z]+\.php$/.test(path)

/** Returns the path of a URL as it is logged: that of an invitation's page, in any spelling, without its code. */
export function loggedPath(url: string) {
  const path = plainPath(url)
  const [page] = isCall(path) ? [] : (/^.*?\/i\/(?=.)/is.exec(path) ?? [])
  return page === undefined ? (url.split('?', 1)[0] ?? '') : `${page}*`
}

/** Stands in the place of a text that cannot be a code. */
const NO_CODE = '-'

/**
 * Rewrites the URL of an invitation's page, in any spelling, to the one that has a route. A text that cannot be a code is replaced, because the
 * router refuses some of them without a page, and PostgreSQL refuses others.
 */
export function rewriteGuestPath(url: string) {
  const path = plainPath(url)
  if (!path.startsWith('/i/') || isCall(path)) return url
  const [, code = NO_CODE, file = ''] = /^\/i\/([0-9A-Za-z]{1,64})(\/calendar\.ics)?$/.exec(path) ?? []
  return `/i/${code}${file}${/\?[^#]*/.exec(url)?.[0] ?? ''}`
}
