import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addHost, HOST } from '../../../testing/component/host.ts'
import { createNetwork } from '../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'

/** Returns the network of a server whose disk is nearly full. */
function networkOfNearlyFullServer() {
  const network = createNetwork()
  const { fetch } = network
  network.fetch = (address, init) =>
    String(address).includes('/disk.php') ? Promise.resolve(Response.json({ isLow: true, free: 0.4 * 2 ** 30 })) : fetch(address, init)
  return network
}

const notice = page.getByText(/^أوشك قرص الخادم أن يمتلئ: بقي فيه 0\.4 غيغابايت/)

test('shows administrators that the server’s disk is nearly full, except at the scanner', async () => {
  await openScreen('/notifications', { network: networkOfNearlyFullServer() })
  await expect.element(notice).toBeVisible()
  await expectAccessible()
  await openScreen('/scanner', { network: networkOfNearlyFullServer(), as: null })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(notice.elements()).toHaveLength(0)
})

test('does not show the disk’s state to other users', async () => {
  await addHost()
  await openScreen('/requests', { network: networkOfNearlyFullServer(), as: HOST })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(notice.elements()).toHaveLength(0)
})
