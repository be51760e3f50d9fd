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
import { ADMIN, CONTROL } from './control.ts'

type Next = () => void

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/**
 * Serves the whole application at `/api` of the test page, in this process and with its own database. Under `CONTROL`, tests reset the
 * tables to the first administrator alone, and call the API as any user: `CONTROL/as/NAME/api/…` sends the session of NAME.
 */
export function application(): Plugin {
  return {
    name: 'application',
    async configureServer(server) {
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-component-'))
      const db = await openDatabase({ databaseUrl: undefined, dataDir })
      await ensureAdministrator(db, ADMIN, new Date())
      const content = await contentFile(dataDir, problem => server.config.logger.error(problem.message))
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

      const controls: Record<string, (given: Record<string, unknown>, response: ServerResponse) => Promise<void> | void> = {
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

      server.middlewares.use((request: IncomingMessage, response: ServerResponse, next: Next) => {
        const url = request.url ?? ''
        const [, name] = new RegExp(`^${CONTROL}/as/([^/]+)`).exec(url) ?? []
        if (name !== undefined) {
          request.headers.cookie = sessions.get(decodeURIComponent(name))?.split(';')[0] ?? ''
          request.url = url.slice(`${CONTROL}/as/${name}`.length)
          return app.routing(request, response)
        }
        if (url.startsWith('/api/')) return app.routing(request, response)
        const control = url.startsWith(CONTROL) && controls[url.slice(CONTROL.length + 1)]
        if (!control) return next()
        bodyOf(request)
          .then(body => control(body ? JSON.parse(body) : {}, response))
          .then(() => response.end())
          .catch((error: unknown) => {
            response.statusCode = 500
            response.end(String(error))
          })
      })
      server.httpServer?.on('close', async () => {
        close()
        await app.close()
        await db.close()
        await rm(dataDir, { recursive: true, force: true })
      })
    },
  }
}
