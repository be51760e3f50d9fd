import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabase } from '../../../testing/engines.ts'
import { browserFetch, startServer } from '../../../testing/server.ts'
import { ensureAdministrator } from '../../accounts/first-administrator.ts'

const document = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/api.md'), 'utf8')
const examples = [...document.matchAll(/```sh\n(.*?)```.*?```json\n(.*?)```/gs)].map(([, command, answer]) => ({
  command: command!,
  answer: JSON.parse(answer!) as unknown,
}))

const db = await startDatabase('sqlite')
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  await ensureAdministrator(db, { username: 'admin', password: 'nakhla-sidr-42' }, new Date())
  server = await startServer(db)
})
afterAll(async () => {
  await server.close()
  await db.close()
})

const fetchWithCookies = browserFetch()

/** Sends the request of a `curl` command. Knows the options that the document uses. */
async function runCurl(command: string) {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!).filter(word => word !== '\\')
  const valuesOf = (...options: string[]) => words.filter((_, n) => options.includes(words[n - 1]!))
  const url = new URL(words.find(word => word.startsWith('$HUDUR'))!.replace('$HUDUR', server.base))
  if (!words.includes('-G')) {
    const [body] = valuesOf('-d')
    const [header] = valuesOf('-H')
    return fetchWithCookies(url, body === undefined ? {} : { method: 'POST', headers: [header!.split(': ') as [string, string]], body })
  }
  for (const field of valuesOf('-d', '--data-urlencode')) url.searchParams.append(...(field.split('=') as [string, string]))
  return fetchWithCookies(url)
}

test('the commands of docs/api.md have the answers that the document shows', async () => {
  expect(examples.length).toBeGreaterThan(6)
  for (const { command, answer } of examples) {
    const response = await runCurl(command.slice(command.indexOf('curl')))
    expect(await response.json(), command).toMatchObject(answer as object)
  }
})
