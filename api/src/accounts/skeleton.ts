import { LOCAL_ADMIN, SELF, usernameKey } from '@hudur/core'
import unhomoglyph from 'unhomoglyph'

/** Letters of neighbouring languages that an Arabic reader takes for the same one, beyond what Unicode lists. */
const ARABIC = [
  [/[\u0649\u064A\u06CC\u06CD\u06CE\u06D0\u06D1\u06D2\u06D3]/g, '\u0649'],
  [/[\u0643\u06A9\u06AA]/g, '\u0643'],
] as const

/**
 * What a username looks like: names with the same skeleton are confusable (UTS #39, over Unicode's prototypes). Besides spelling and case, which
 * `usernameKey` levels, it levels look-alike letters and digits, combining marks, and dots, dashes and spaces at the ends.
 */
export function skeletonOf(username: string) {
  // A capital I looks like a small l; folded it would not.
  const key = usernameKey(username.normalize('NFKC').replaceAll('I', 'l'))
  const bare = key.normalize('NFD').replace(/\p{M}/gu, '')
  const arabic = ARABIC.reduce((text, [letters, one]) => text.replace(letters, one), bare)
  const prototypes = unhomoglyph(arabic).normalize('NFD').toLowerCase()
  return prototypes.replace(/^[\s._-]+|[\s._-]+$/gu, '')
}

const RESERVED = [LOCAL_ADMIN, SELF].map(skeletonOf)

/** Whether a name passes for one that nobody on a server may have. */
export const looksReserved = (username: string) => RESERVED.includes(skeletonOf(username))
