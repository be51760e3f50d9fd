import { MIN_PASSWORD_LENGTH } from '@hudur/core/accounts/contract'
import { usernameKey } from '@hudur/core/accounts/username'
import { foldSpelling } from '@hudur/core/arabic'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import used from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }

/** The most used passwords that have at least the minimum length of a password: about 43,000 of 49,000, in lower case. */
const COMMON_PASSWORDS = new Set(used.filter(password => password.length >= MIN_PASSWORD_LENGTH))

/** The shortest username (characters) that a password must not contain. Shorter usernames make a password no easier to guess. */
const MIN_CHECKED_USERNAME_LENGTH = 3

const isCommon = (password: string) => COMMON_PASSWORDS.has(password.normalize('NFKC').toLowerCase())

/** Returns whether the password contains the username, ignoring spelling and case. */
function containsUsername(password: string, username: string) {
  const name = usernameKey(username)
  return name.length >= MIN_CHECKED_USERNAME_LENGTH && foldSpelling(password).includes(name)
}

/** Returns whether a password is one of the most used ones or contains this username. */
export const isGuessablePassword = (password: string, username: string) => isCommon(password) || containsUsername(password, username)

/** Throws `bad-input` with a text for `field` when a new password is guessable. */
export function refuseGuessablePassword(password: string, username: string | undefined, field: string) {
  const text = isCommon(password)
    ? texts.guessablePassword.common
    : username !== undefined && containsUsername(password, username)
      ? texts.guessablePassword.holdsUsername
      : undefined
  if (text !== undefined) throw new Refusal('bad-input', { text, fields: { [field]: text } })
}
