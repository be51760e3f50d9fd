import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { contract } from '@hudur/core/contract'
import { API_PREFIX } from '@hudur/core/wire'
import type { FastifyInstance } from 'fastify'
import { createOpenApiDocument } from './openapi.ts'
import { type RouteGuards, requireAccess } from './serve.ts'

/** All applications of a process share the document, because creating it takes half of the time in which an application is created. */
let openApiDocument: ReturnType<typeof createOpenApiDocument> | undefined

/** Serves the contract to administrators: as an OpenAPI document for programs and as a page for people. */
export async function serveDocumentation(app: FastifyInstance, guards: RouteGuards) {
  openApiDocument ??= createOpenApiDocument(contract)
  const document = openApiDocument
  await app.register(async scope => {
    scope.addHook('onRequest', requireAccess(guards, 'admin'))
    // This hook runs after the plugin has set how long a browser may cache the files of the page, so it overrides that.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    scope.get(`${API_PREFIX}/openapi.json`, async () => document)
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } })
    await scope.register(swaggerUi, {
      routePrefix: `${API_PREFIX}/docs`,
      // The page cannot send requests, because one click in the documentation could otherwise delete data.
      uiConfig: { layout: 'BaseLayout', supportedSubmitMethods: [], docExpansion: 'list', defaultModelsExpandDepth: 0 },
      theme: { title: document.info.title },
    })
  })
}
