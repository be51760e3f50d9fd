import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import type { Plugin } from 'vite'
import '../../../api/testing/quick-passwords.ts'
import { ensureAdministrator } from '../../../api/src/accounts/first-administrator.ts'
import { createApp } from '../../../api/src/app.ts'
import { openDatabase } from '../../../api/src/database/open.ts'
import { contentFile } from '../../../api/src/site/content-file.ts'
import { openTables, snapshot } from '../../../api/testing/snapshot.ts'
import { ADMIN, CONTROL, LANE } from './control.ts'

type Next = () => void

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

type Control = (given: Record<string, unknown>, response: ServerResponse) => Promise<void> | void

/** Opens the whole application with its own database. Returns its routing and what tests control. `warn` receives faults of its content. */
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

  /** Signs in. Returns the `set-cookie` header of the new session. */
  async function signIn(credentials: object) {
    const { statusCode, headers, body } = await app.inject({ method: 'POST', url: '/api/auth/login.php', payload: credentials })
    if (statusCode !== 200) throw new Error(`could not sign in: ${statusCode} ${body}`)
    return String(headers['set-cookie'])
  }
  const sessions = new Map<string, string>()
  const page = await signIn(ADMIN)
  const admin = await signIn(ADMIN)
  const { restore, close } = await snapshot(dataDir)

  const controls: Record<string, Control> = {
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
    /** Runs an SQL statement that changes rows which no endpoint changes. */
    rows({ statement, values }) {
      const tables = openTables(dataDir)
      tables.prepare(String(statement)).run(...(values as string[]))
      tables.close()
    },
  }

  return {
    routing: app.routing,
    controls,
    /** Returns the session cookie of a caller. */
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
 * Serves the whole application at `/api` of the test pages, in this process. Each page has an application and a database of its own, which it
 * names by the cookie `LANE`. Under `CONTROL/LANE`, its tests reset the tables to the first administrator alone, and call the API as any user:
 * `CONTROL/LANE/as/NAME/api/…` sends the session of NAME.
 */
export function application(): Plugin {
  const lanes = new Map<string, ReturnType<typeof openApplication>>()
  const route = new RegExp(`^${CONTROL}/([^/]+)/(?:as/([^/]+)(/.*)|(.+))$`)

  return {
    name: 'application',
    configureServer(server) {
      const applicationOf = (lane: string) => {
        const opened = lanes.get(lane) ?? openApplication(message => server.config.logger.error(message))
        lanes.set(lane, opened)
        return opened
      }

      async function answer(request: IncomingMessage, response: ServerResponse, next: Next) {
        const url = request.url ?? ''
        const [, named, caller, address, control] = route.exec(url) ?? []
        const lane = named ?? new RegExp(`\\b${LANE}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1]
        if (lane === undefined || !(named || url.startsWith('/api/'))) return next()
        const { routing, controls, cookieOf } = await applicationOf(lane)
        if (control !== undefined) {
          const body = await bodyOf(request)
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
        answer(request, response, next).catch((error: unknown) => {
          response.statusCode = 500
          response.end(String(error))
        })
      })
      server.httpServer?.on('close', async () => {
        for (const opened of lanes.values()) await (await opened).close()
      })
    },
  }
}
