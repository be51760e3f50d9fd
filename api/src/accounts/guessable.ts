import { fold, MIN_PASSWORD, Refusal, texts, usernameKey } from '@hudur/core'
import used from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }

/** The most used passwords of any language that are long enough to be chosen here: some 18,000 of 49,000, in lower case. */
const COMMON = new Set(used.filter(password => password.length >= MIN_PASSWORD))

/** A username of fewer characters may stand in a password: it gives nothing away. */
const MIN_NAME = 3

const isCommon = (password: string) => COMMON.has(password.normalize('NFKC').toLowerCase())

/** Whether the username, however it is spelled or cased, stands in the password. */
function holds(password: string, username: string) {
  const name = usernameKey(username)
  return name.length >= MIN_NAME && fold(password).includes(name)
}

/** Whether a password would be among the first that somebody tries for this username. */
export const isGuessable = (password: string, username: string) => isCommon(password) || holds(password, username)

/** Throws `bad-input` at `field` where a new password is guessable. */
export function refuseGuessable(password: string, username: string | undefined, field: string) {
  const text = isCommon(password)
    ? texts.password.common
    : username !== undefined && holds(password, username)
      ? texts.password.holdsUsername
      : undefined
  if (text !== undefined) throw new Refusal('bad-input', { text, fields: { [field]: text } })
}
