import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { SAMPLE_SITE_CONTENT } from '@hudur/core/site/sample-content'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentFile } from './content-file.ts'

let dataDir: string
let problems: string[]
const recordProblem = ({ message }: Error) => void problems.push(message)
const writeContentFile = (text: string) => writeFile(path.join(dataDir, 'site.json'), text)

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-content-'))
  problems = []
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('contentFile writes the sample content when site.json is missing', async () => {
  expect(await (await contentFile(dataDir, recordProblem)).read()).toEqual(SAMPLE_SITE_CONTENT)
  expect(JSON.parse(await readFile(path.join(dataDir, 'site.json'), 'utf8'))).toEqual(SAMPLE_SITE_CONTENT)
})

test('contentFile returns the content of an existing site.json', async () => {
  const customContent = { ...SAMPLE_SITE_CONTENT, claims: { ...SAMPLE_SITE_CONTENT.claims, events: '12' } }
  await writeContentFile(JSON.stringify(customContent))
  expect(await (await contentFile(dataDir, recordProblem)).read()).toEqual(customContent)
})

test('content.read reports an error again after a valid site.json', async () => {
  const content = await contentFile(dataDir, recordProblem)
  for (const text of ['{ half', JSON.stringify(SAMPLE_SITE_CONTENT), '{ half']) {
    await writeContentFile(text)
    await content.read()
  }
  expect(problems).toHaveLength(2)
})

test('content.read returns a changed site.json without a restart', async () => {
  const content = await contentFile(dataDir, recordProblem)
  const changedContent = { ...SAMPLE_SITE_CONTENT, hours: ['دائماً'] }
  await writeContentFile(JSON.stringify(changedContent))
  expect(await content.read()).toEqual(changedContent)
  await writeContentFile('{ half')
  expect(await content.read()).toEqual(changedContent)
  expect(await content.read()).toEqual(changedContent)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(/^site\.json in DATA_DIR is not JSON: /)
})

test.each([
  ['{ half', /^site\.json in DATA_DIR is not JSON: .+\.$/],
  ['{"claims": {}}', /^site\.json in DATA_DIR is wrong at «claims\.events»: يرجى ملء جميع الحقول المطلوبة\.$/],
])('contentFile rejects when site.json is %s at the start of the server', async (text, sentence) => {
  await writeContentFile(text)
  await expect(contentFile(dataDir, recordProblem)).rejects.toThrow(sentence)
})
