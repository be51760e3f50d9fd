import { type Contract, contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { createHttpBackend } from '@hudur/core/http-backend'
import { expect, test } from 'vitest'
import { createStorage, ENGINES } from '../../testing/engines.ts'
import { ADMINISTRATOR, QUICK_PASSWORDS_ENVIRONMENT, startProduct } from '../../testing/process.ts'
import { browserFetch } from '../../testing/server.ts'

const order = { eventName: 'زفاف', eventDate: '2027-01-14', eventType: 'wedding', phone: '771234567' } as const
const INVOICES = 40
/** The server is killed when it has answered this many calls. */
const ANSWERED_BEFORE_KILL = 6

test.each(ENGINES)('numbers have no gap and no double after a server is killed on %s', async engine => {
  const { databaseUrl, dataDir, remove } = await createStorage(engine)
  const env = { ...QUICK_PASSWORDS_ENVIRONMENT, ...(databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }) }
  const start = async () => {
    const server = await startProduct(env)
    const send = browserFetch()
    const backend: Backend<Contract> = createHttpBackend(contract, {
      base: server.url,
      fetch: (url, init) => send(url, { ...init, signal: null }),
    })
    await backend.accounts.login(ADMINISTRATOR)
    return { server, backend }
  }
  const invoiceAll = (backend: Backend<Contract>, orders: string[], onAnswer = () => {}) =>
    Promise.all(
      orders.map((orderId, n) =>
        backend.sales.createInvoice({ orderId, nonce: `n${n}` }).then(
          invoice => {
            onAnswer()
            return invoice
          },
          () => undefined,
        ),
      ),
    )

  const first = await start()
  const orders = await Promise.all(
    Array.from({ length: INVOICES }, async () => {
      const { id: orderId } = await first.backend.requests.order(order)
      await first.backend.sales.agree({ orderId, amount: 50_000, currency: 'YER' })
      return orderId
    }),
  )
  let answered = 0
  let killed: Promise<void> | undefined
  const before = await invoiceAll(first.backend, orders, () => {
    if (++answered === ANSWERED_BEFORE_KILL) killed = first.server.kill()
  })
  await killed

  const second = await start()
  const after = await invoiceAll(second.backend, orders)
  await second.server.stop()
  await remove()
  const numbers = after.map(invoice => invoice?.number ?? 0)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: INVOICES }, (_, n) => n + 1))
  const answeredBefore = before.flatMap((invoice, n) => (invoice ? [[invoice, after[n]] as const] : []))
  expect(answeredBefore.length).toBeGreaterThanOrEqual(ANSWERED_BEFORE_KILL)
  for (const [invoice, same] of answeredBefore) expect(same).toEqual(invoice)
})
