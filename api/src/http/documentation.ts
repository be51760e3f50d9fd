import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { API, contract } from '@hudur/core'
import type { FastifyInstance } from 'fastify'
import { openApi } from './openapi.ts'
import { admit, type RouteGuards } from './serve.ts'

/**
 * Serves the contract as an OpenAPI document for programs and as a page for people. Only administrators may read them, including every file
 * of the page.
 */
export async function serveDocumentation(app: FastifyInstance, guards: RouteGuards) {
  const document = openApi(contract)
  await app.register(async scope => {
    scope.addHook('onRequest', admit(guards, 'admin'))
    // Runs after the page's own files have set how long a browser may cache them.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    scope.get(`${API}/openapi.json`, async () => document)
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } })
    await scope.register(swaggerUi, {
      routePrefix: `${API}/docs`,
      // The page cannot send calls: a manual in which one click deletes data would be dangerous.
      uiConfig: { layout: 'BaseLayout', supportedSubmitMethods: [], docExpansion: 'list', defaultModelsExpandDepth: 0 },
      theme: { title: document.info.title },
    })
  })
}
