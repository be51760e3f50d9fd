import { CompiledQuery, type RootOperationNode } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { scansIn } from './scans-repository.ts'

describe.each(ENGINES)('queries of scans on %s', engine => {
  const { db } = startTestServer(engine)

  test('queries by an admission’s idempotency key use the index scans_of_idempotency_key', async () => {
    const { read, write } = db()
    const queryNodes: RootOperationNode[] = []
    const scans = scansIn(
      read.withPlugin({
        transformQuery({ node }) {
          queryNodes.push(node)
          return node
        },
        transformResult: async ({ result }) => result,
      }),
    )
    await scans.admission('an invitation', 'a nonce')
    await scans.admissionWithoutInvitation('an account', 'a nonce')
    const plans = await write(async trx => {
      if (engine === 'postgres') await trx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
      const explainPrefix = engine === 'postgres' ? 'explain' : 'explain query plan'
      const found: string[] = []
      for (const node of queryNodes) {
        const { sql, parameters } = trx.getExecutor().compileQuery(node, { queryId: 'plan' })
        found.push(JSON.stringify((await trx.executeQuery(CompiledQuery.raw(`${explainPrefix} ${sql}`, [...parameters]))).rows))
      }
      return found
    })
    expect(plans).toEqual([expect.stringContaining('scans_of_idempotency_key'), expect.stringContaining('scans_of_idempotency_key')])
  })
})
