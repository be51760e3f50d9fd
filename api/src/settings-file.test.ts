import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig, SETTING_NAMES } from './config.ts'
import { isReadableByOthers, readSettings } from './settings-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-settings-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const settingsFilePath = () => path.join(folder, 'hudur.env')
const writeSettingsFile = (content: string) => writeFile(settingsFilePath(), content, { mode: 0o600 })

test('readSettings without a settings file returns the environment variables', () => {
  expect(readSettings({ PORT: '4000' }, folder)).toEqual({ env: { PORT: '4000' }, file: undefined, isExposed: false })
})

test('a non-empty environment variable overrides the settings file', async () => {
  await writeSettingsFile('# the office\nPORT=4000\nMAIL_FROM="حُضور <door@example.com>"\n\nexport LOG_LEVEL = warn\nHOST=0.0.0.0\n')
  const { env, file } = readSettings({ PORT: '5000', HOST: '' }, folder)
  expect(env).toEqual({ PORT: '5000', HOST: '0.0.0.0', MAIL_FROM: 'حُضور <door@example.com>', LOG_LEVEL: 'warn' })
  expect(file).toBe(settingsFilePath())
  expect(readConfig(env)).toMatchObject({ port: 5000, host: '0.0.0.0', logLevel: 'warn' })
})

test('a quoted value in the settings file may contain the character #', async () => {
  await writeSettingsFile('ADMIN_PASSWORD="long #1 word" # the office\nSMTP_URL=\'smtp://a:b#c@mail.example\'\n')
  const { env } = readSettings({}, folder)
  expect(env).toEqual({ ADMIN_PASSWORD: 'long #1 word', SMTP_URL: 'smtp://a:b#c@mail.example' })
})

test('readSettings accepts a settings file with a byte order mark', async () => {
  await writeSettingsFile('\uFEFFPORT=4000\r\nHOST=0.0.0.0\r\n')
  expect(readSettings({}, folder).env).toEqual({ PORT: '4000', HOST: '0.0.0.0' })
})

test('SETTINGS_FILE names another settings file', async () => {
  await writeFile(path.join(folder, 'other.env'), 'PORT=4001')
  expect(readSettings({ SETTINGS_FILE: 'other.env' }, folder).env.PORT).toBe('4001')
  expect(() => readSettings({ SETTINGS_FILE: 'none.env' }, folder)).toThrow(
    `SETTINGS_FILE names ${path.join(folder, 'none.env')}, which does not exist.`,
  )
})

test.each([
  ['SMTP_ULR=smtp://user:secret@mail.example', 'hudur.env, line 1: there is no setting «SMTP_ULR». The settings are PORT, HOST,'],
  ['PORT=1\n\nPORT=2', 'hudur.env, line 3: PORT is set a second time.'],
  ['PORT=1\nsecret', 'hudur.env, line 2: a line must be NAME=value or begin with #.'],
  ['PORT=1\nADMIN_PASSWORD=secret#1', 'hudur.env, line 2: put the value of ADMIN_PASSWORD into quotes, because it contains «#».'],
  ['ADMIN_PASSWORD = secret # the office', 'hudur.env, line 1: put the value of ADMIN_PASSWORD into quotes, because it contains «#».'],
  [
    'PORT=1\nADMIN_PASSWORD="secret\nHOST=::1',
    'hudur.env, line 2: the value of ADMIN_PASSWORD begins with a quotation mark. The same mark must end it',
  ],
  ['ADMIN_PASSWORD=\'secret"', 'hudur.env, line 1: the value of ADMIN_PASSWORD begins with a quotation mark. The same mark must end it'],
  ['ADMIN_PASSWORD="secret"x', 'hudur.env, line 1: the value of ADMIN_PASSWORD begins with a quotation mark. The same mark must end it'],
  ['ADMIN_PASSWORD="secret\\"x"', 'hudur.env, line 1: the value of ADMIN_PASSWORD begins with a quotation mark. The same mark must end it'],
  ['ADMIN_PASSWORD=#secret', 'hudur.env, line 1: put the value of ADMIN_PASSWORD into quotes, because it contains «#».'],
])('the error for a wrong line has the line number and not the value', async (content, sentence) => {
  await writeSettingsFile(content)
  expect(() => readSettings({}, folder)).toThrow(sentence)
  expect(() => readSettings({}, folder)).not.toThrow('secret')
})

// Windows has no file modes.
test.skipIf(process.platform === 'win32')('isExposed is true only for secrets that other users may read', async () => {
  await writeSettingsFile('ADMIN_PASSWORD=something-long')
  expect(readSettings({}, folder).isExposed).toBe(false)
  await chmod(settingsFilePath(), 0o640)
  expect(readSettings({}, folder).isExposed).toBe(true)
  await writeSettingsFile('PORT=4000')
  expect(readSettings({}, folder).isExposed).toBe(false)
})

test.each([
  ['0640 of root for the group of the server is not readable by others', { mode: 0o100640, uid: 0, gid: 990 }, false],
  ['0640 of root for another group is readable by others', { mode: 0o100640, uid: 0, gid: 100 }, true],
  ['0640 of the server’s own user is readable by others', { mode: 0o100640, uid: 990, gid: 990 }, true],
  ['0644 is readable by others', { mode: 0o100644, uid: 0, gid: 990 }, true],
  ['0600 is not readable by others', { mode: 0o100600, uid: 990, gid: 990 }, false],
])('a file with the mode %s', (_mode, file, expected) => {
  expect(isReadableByOthers(file, 990, 990)).toBe(expected)
})

test('hudur.env.example has every setting once, with a valid value', async () => {
  const example = await readFile(path.resolve(import.meta.dirname, '../../hudur.env.example'), 'utf8')
  await writeSettingsFile(example.replace(/^# ?(?=[A-Z_]+=)/gm, ''))
  const { env } = readSettings({}, folder)
  expect(Object.keys(env).toSorted()).toEqual(SETTING_NAMES.toSorted())
  expect(readConfig(env)).toBeDefined()
  await writeSettingsFile(example)
  expect(readSettings({}, folder).env, 'every line is a comment').toEqual({})
})
