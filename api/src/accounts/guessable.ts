import { fold, MIN_PASSWORD, Refusal, texts, usernameKey } from '@hudur/core'
import used from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }

/** The most used passwords of all languages that are not too short to be chosen: about 18,000 of 49,000, in lower case. */
const COMMON = new Set(used.filter(password => password.length >= MIN_PASSWORD))

/** A password may contain a username with fewer characters than this, because such a username makes it no easier to guess. */
const MIN_USERNAME = 3

const isCommon = (password: string) => COMMON.has(password.normalize('NFKC').toLowerCase())

/** Returns whether the password contains the username, ignoring spelling and case. */
function containsUsername(password: string, username: string) {
  const name = usernameKey(username)
  return name.length >= MIN_USERNAME && fold(password).includes(name)
}

/** Returns whether a password is one of the most used ones or contains this username. */
export const isGuessable = (password: string, username: string) => isCommon(password) || containsUsername(password, username)

/** Throws `bad-input` at `field` when a new password is guessable. */
export function refuseGuessable(password: string, username: string | undefined, field: string) {
  const text = isCommon(password)
    ? texts.password.common
    : username !== undefined && containsUsername(password, username)
      ? texts.password.holdsUsername
      : undefined
  if (text !== undefined) throw new Refusal('bad-input', { text, fields: { [field]: text } })
}
