import { findFreePort } from '../api/testing/postgres-server.ts'
import { startWhatsAppServer, whatsappEnvironment } from '../api/testing/whatsapp-server.ts'
import { test as base, startServerProcess } from './fixtures.ts'

type Meta = Awaited<ReturnType<typeof startWhatsAppServer>>

/** A test with a server of its own, which has a WhatsApp number at a stand-in of Meta (`meta`). Five people a day may be written to. */
export const test = base.extend<{ meta: Meta }>({
  hasOwnServer: true,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  meta: async ({}, use) => {
    const meta = await startWhatsAppServer(() => new Date())
    // The picture would need an address with TLS.
    meta.state.templates.invitation.components.shift()
    Object.assign(meta.state, { limit: 'TIER_5', people: 5 })
    await use(meta)
    await meta.stop()
  },
  product: async ({ meta }, use) => {
    const port = String(await findFreePort())
    const env = { ...whatsappEnvironment(meta.url, `http://127.0.0.1:${port}`), WHATSAPP_REMINDER_TEMPLATE: 'reminder:ar' }
    const { deleteDataDir, ...product } = await startServerProcess(undefined, { ...env, WHATSAPP_THANKS_TEMPLATE: 'thanks:ar', PORT: port })
    await use(product)
    await product.stop()
    await deleteDataDir()
  },
})
