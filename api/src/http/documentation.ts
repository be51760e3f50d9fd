import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { API, contract } from '@hudur/core'
import type { FastifyInstance } from 'fastify'
import { openApi } from './openapi.ts'
import { admit, type Edge } from './serve.ts'

/** The contract to read, for programs and for people; administrators only, every file of the page too. */
export async function serveDocumentation(app: FastifyInstance, edge: Edge) {
  const document = openApi(contract)
  await app.register(async scope => {
    scope.addHook('onRequest', admit(edge, 'admin'))
    // After the page's own files have named how long a browser may keep them.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    scope.get(`${API}/openapi.json`, async () => document)
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } })
    await scope.register(swaggerUi, {
      routePrefix: `${API}/docs`,
      // To read, not to try: a page that deletes at a click is no manual.
      uiConfig: { layout: 'BaseLayout', supportedSubmitMethods: [], docExpansion: 'list', defaultModelsExpandDepth: 0 },
      theme: { title: document.info.title },
    })
  })
}
