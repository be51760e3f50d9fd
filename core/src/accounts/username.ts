import * as z from 'zod/mini'
import { cleanLine, fold, isWellFormed, normalized, westernDigits } from '../arabic.ts'
import { texts } from '../texts.ts'

/** The fallback administrator of a device without a server. */
export const LOCAL_ADMIN = 'local-admin'

/** What stands in a deleted account's record where its owner deleted it. */
export const SELF = 'self'

/** Nobody on a server may be called so. */
const RESERVED = new Set([LOCAL_ADMIN, SELF])

const ONE_SCRIPT = /^(?:[\p{Script=Arabic}\p{M}\d ._-]+|[\p{Script=Latin}\p{M}\d ._@-]+)$/u

/** The key that makes a username unique: however it is spelled or cased. */
export const usernameKey = (username: string) => fold(username)

/** Letters of one script, so that no name passes for another; NFKC. */
export const Username = z.string(texts.requiredFields).check(
  z.refine(text => !text.includes('\0') && isWellFormed(text), texts.badText),
  z.maxLength(50, texts.tooLong(50)),
  z.overwrite(text => westernDigits(cleanLine(normalized(text, 'NFKC'))).replaceAll('ـ', '')),
  z.minLength(1, texts.requiredFields),
  z.maxLength(50, texts.tooLong(50)),
  z.regex(ONE_SCRIPT, texts.register.badUsername),
  z.refine(text => /[\p{L}\d]/u.test(text), texts.register.badUsername),
  z.refine(text => !RESERVED.has(usernameKey(text)), texts.register.usernameTaken),
)
