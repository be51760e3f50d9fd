import * as z from 'zod/mini'
import { cleanLine, foldUsername, isWellFormed, normalizeUnicode, toWesternDigits } from '../arabic.ts'
import * as texts from '../texts.ts'

/** The username of the fallback administrator, who can sign in on a device without a server. */
export const LOCAL_ADMIN_USERNAME = 'local-admin'

/** The value of `deleted_by` where users deleted their own account. */
export const DELETED_BY_SELF = 'self'

/** Usernames that no account on a server may have. */
const RESERVED_USERNAMES = new Set([LOCAL_ADMIN_USERNAME, DELETED_BY_SELF])

const ONE_SCRIPT_PATTERN = /^(?:[\p{Script=Arabic}\p{M}\d ._-]+|[\p{Script=Latin}\p{M}\d ._@-]+)$/u

/** Returns the key under which a username is unique: equal for all its spellings and cases. */
export const usernameKey = (username: string) => foldUsername(username)

/** A username, normalised to NFKC. All its letters are Arabic or all are Latin, so that it cannot imitate another username. */
export const Username = z.string(texts.requiredFields).check(
  z.refine(text => !text.includes('\0') && isWellFormed(text), texts.badText),
  z.maxLength(50, texts.tooLong(50)),
  z.overwrite(text => toWesternDigits(cleanLine(normalizeUnicode(text, 'NFKC'))).replaceAll('ـ', '')),
  z.minLength(1, texts.requiredFields),
  z.maxLength(50, texts.tooLong(50)),
  z.regex(ONE_SCRIPT_PATTERN, texts.register.badUsername),
  z.refine(text => /[\p{L}\d]/u.test(text), texts.register.badUsername),
  z.refine(text => !RESERVED_USERNAMES.has(usernameKey(text)), texts.register.usernameTaken),
)
