import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import type { Plugin } from 'vite'
import '../../../api/testing/any-pressure.ts'
import '../../../api/testing/quick-passwords.ts'
import { ensureAdministrator } from '../../../api/src/accounts/first-administrator.ts'
import { createApp } from '../../../api/src/app.ts'
import { openDatabase } from '../../../api/src/database/open.ts'
import { contentFile } from '../../../api/src/site/content-file.ts'
import { openSqliteDatabase, takeSnapshot } from '../../../api/testing/snapshot.ts'
import { ADMIN, APPLICATION_COOKIE, CONTROL_PATH } from './control.ts'

type Next = () => void

const readBody = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

type TestControl = (given: Record<string, unknown>, response: ServerResponse) => Promise<void> | void

/**
 * Opens the whole server application with a database of its own. Returns its request handler and the functions with which tests control it.
 * `warn` receives errors in the owner's content.
 */
async function openApplication(warn: (message: string) => void) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-component-'))
  const db = await openDatabase({ databaseUrl: undefined, dataDir })
  await ensureAdministrator(db, ADMIN, new Date())
  const content = await contentFile(dataDir, problem => warn(problem.message))
  const app = await createApp({
    db,
    now: () => new Date(),
    timeZone: 'Asia/Aden',
    defaultCountry: '967',
    rateLimit: false,
    refusesUnderPressure: false,
    content,
  })
  await app.ready()

  /** Signs a user in, and returns the `set-cookie` header of the new session. */
  async function signIn(credentials: object) {
    const { statusCode, headers, body } = await app.inject({ method: 'POST', url: '/api/auth/login.php', payload: credentials })
    if (statusCode !== 200) throw new Error(`could not sign in: ${statusCode} ${body}`)
    return String(headers['set-cookie'])
  }
  const sessions = new Map<string, string>()
  const page = await signIn(ADMIN)
  const admin = await signIn(ADMIN)
  const { restore, close } = await takeSnapshot(dataDir)

  const controls: Record<string, TestControl> = {
    async restore() {
      await restore()
      sessions.clear()
      sessions.set(ADMIN.username, admin)
    },
    'sign-in': async (credentials, response) => {
      const cookie = credentials.username === ADMIN.username ? page : await signIn(credentials)
      response.setHeader('set-cookie', cookie.replace(/; Secure/i, ''))
    },
    'sign-out': (_, response) => void response.setHeader('set-cookie', 'hudur=; Path=/; Max-Age=0; HttpOnly'),
    caller: async credentials => void sessions.set(String(credentials.username), await signIn(credentials)),
    /** Runs an SQL statement for rows that no endpoint can change. */
    rows({ statement, values }) {
      const tables = openSqliteDatabase(dataDir)
      tables.prepare(String(statement)).run(...(values as string[]))
      tables.close()
    },
  }

  return {
    routing: app.routing,
    controls,
    /** Returns the session cookie of the user with whose session a test calls the API. */
    cookieOf: (username: string) => sessions.get(username)?.split(';')[0] ?? '',
    async close() {
      close()
      await app.close()
      await db.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Serves the whole application at `/api` of the test pages, in the process of the test runner. Each test page has an application and a
 * database of its own, which it names by the cookie `APPLICATION_COOKIE`. With requests under `CONTROL_PATH/ID`, where ID is the value of
 * the cookie, a test resets the tables so that only the first administrator remains, and calls the API as any user:
 * `CONTROL_PATH/ID/as/NAME/api/…` sends the session of the user NAME.
 */
export function applicationPlugin(): Plugin {
  const applications = new Map<string, ReturnType<typeof openApplication>>()
  const route = new RegExp(`^${CONTROL_PATH}/([^/]+)/(?:as/([^/]+)(/.*)|(.+))$`)

  return {
    name: 'application',
    configureServer(server) {
      const applicationOf = (serverAppId: string) => {
        const opened = applications.get(serverAppId) ?? openApplication(message => server.config.logger.error(message))
        applications.set(serverAppId, opened)
        return opened
      }

      async function answerRequest(request: IncomingMessage, response: ServerResponse, next: Next) {
        const url = request.url ?? ''
        const [, named, caller, address, control] = route.exec(url) ?? []
        const serverAppId = named ?? new RegExp(`\\b${APPLICATION_COOKIE}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1]
        if (serverAppId === undefined || !(named || url.startsWith('/api/'))) return next()
        const { routing, controls, cookieOf } = await applicationOf(serverAppId)
        if (control !== undefined) {
          const body = await readBody(request)
          await controls[control]!(body ? JSON.parse(body) : {}, response)
          return response.end()
        }
        if (caller !== undefined) {
          request.headers.cookie = cookieOf(decodeURIComponent(caller))
          request.url = address
        }
        routing(request, response)
      }

      server.middlewares.use((request: IncomingMessage, response: ServerResponse, next: Next) => {
        answerRequest(request, response, next).catch((error: unknown) => {
          response.statusCode = 500
          response.end(String(error))
        })
      })
      server.httpServer?.on('close', async () => {
        for (const opened of applications.values()) await (await opened).close()
      })
    },
  }
}
