import { DELETED_BY_SELF, LOCAL_ADMIN_USERNAME, usernameKey } from '@hudur/core/accounts/username'
import unhomoglyph from 'unhomoglyph'

/** Letters of neighbouring languages that an Arabic reader confuses, in addition to Unicode's list. */
const CONFUSABLE_LETTERS = [
  [/[\u0649\u064A\u06CC\u06CD\u06CE\u06D0\u06D1\u06D2\u06D3]/g, '\u0649'],
  [/[\u0643\u06A9\u06AA]/g, '\u0643'],
] as const

/**
 * Returns the skeleton of a username, which confusable usernames share (UTS #39): without spelling, case, combining marks, differences of
 * look-alike letters and digits, and separators at the ends.
 */
export function usernameSkeleton(username: string) {
  // A capital I looks like a small l; after folding it would be a small i.
  const key = usernameKey(username.normalize('NFKC').replaceAll('I', 'l'))
  const bare = key.normalize('NFD').replace(/\p{M}/gu, '')
  const arabic = CONFUSABLE_LETTERS.reduce((text, [letters, one]) => text.replace(letters, one), bare)
  const prototypes = unhomoglyph(arabic).normalize('NFD').toLowerCase()
  return prototypes.replace(/^[\s._-]+|[\s._-]+$/gu, '')
}

const RESERVED_SKELETONS = [LOCAL_ADMIN_USERNAME, DELETED_BY_SELF].map(usernameSkeleton)

/** Returns whether a username looks like a reserved one, which no account on a server may have. */
export const looksLikeReservedUsername = (username: string) => RESERVED_SKELETONS.includes(usernameSkeleton(username))
