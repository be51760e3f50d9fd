import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { SECRET_SETTINGS, SETTING_NAMES } from './config.ts'

/** The file whose settings are read, in the working directory. `SETTINGS_FILE` in the environment names another one. */
const DEFAULT_FILE = 'hudur.env'

export type Settings = {
  /** The environment variables, and the file's values of variables that are unset or empty. */
  env: NodeJS.ProcessEnv
  /** The path of the file, if there is one. */
  file: string | undefined
  /** Whether other users of this machine may read the file although it contains secrets. */
  isExposed: boolean
}

/** Returns whether `#` would begin a comment inside a value without quotes. Passwords often contain `#`. */
const hasUnquotedHash = (line: string) => /^[^=]*=\s*[^\s"'`].*#|^[^=]*=\s*#/.test(line)

/** Returns whether a value begins with a quotation mark that does not end it in this line, with at most a comment after it. */
const hasBadQuotes = (line: string) => /^[^=]*=\s*(["'`])(?!(?:(?!\1).)*\1\s*(?:#|$))/.test(line)

/** Throws an `Error` for a line that is not `NAME=value`, an unknown or repeated name, or a value with wrong quotes. */
function checkLines(name: string, content: string) {
  const seen = new Set<string>()
  for (const [index, line] of content.split('\n').entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue
    const setting = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1]
    const place = `${name}, line ${index + 1}`
    if (setting === undefined) throw new Error(`${place}: a line must be NAME=value or begin with #.`)
    if (!SETTING_NAMES.includes(setting))
      throw new Error(`${place}: there is no setting «${setting}». The settings are ${SETTING_NAMES.join(', ')}.`)
    if (seen.has(setting)) throw new Error(`${place}: ${setting} is set a second time.`)
    if (hasUnquotedHash(line)) throw new Error(`${place}: put the value of ${setting} into quotes, because it contains «#».`)
    if (hasBadQuotes(line))
      throw new Error(
        `${place}: the value of ${setting} begins with a quotation mark. The same mark must end it in this line, and only a comment may follow.`,
      )
    seen.add(setting)
  }
  return seen
}

/** Returns whether others may read a file; a file of root:hudur with the mode 0640 is not reported. */
export function isReadableByOthers({ mode, uid, gid }: { mode: number; uid: number; gid: number }, ownUser?: number, ownGroup?: number) {
  if ((mode & 0o007) !== 0) return true
  return (mode & 0o070) !== 0 && (uid === ownUser || gid !== ownGroup)
}

/**
 * Reads the environment variables and, for those unset or empty, the settings file. Throws an `Error` without any value when the file is
 * wrong or missing.
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env, folder = process.cwd()): Settings {
  const { SETTINGS_FILE } = environment
  const file = path.resolve(folder, SETTINGS_FILE || DEFAULT_FILE)
  if (!existsSync(file)) {
    if (SETTINGS_FILE) throw new Error(`SETTINGS_FILE names ${file}, which does not exist.`)
    return { env: environment, file: undefined, isExposed: false }
  }
  // Editors on Windows write a byte order mark, which would become a part of the first name.
  const content = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  const names = checkLines(path.basename(file), content)
  const isReadByOthers = process.platform !== 'win32' && isReadableByOthers(statSync(file), process.getuid?.(), process.getgid?.())
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  return { env: { ...parseEnv(content), ...given }, file, isExposed: isReadByOthers && SECRET_SETTINGS.some(name => names.has(name)) }
}
