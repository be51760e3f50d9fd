import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addHost, HOST } from '../../../testing/component/host.ts'
import { createNetwork } from '../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'

/** Returns a test network in which the server reports that its disk is nearly full, and the addresses that were requested. */
function createNearlyFullServer() {
  const network = createNetwork()
  const { fetch } = network
  const requested: string[] = []
  network.fetch = (address, init) => {
    requested.push(String(address))
    return String(address).includes('/disk.php')
      ? Promise.resolve(Response.json({ isLow: true, free: 0.4 * 2 ** 30 }))
      : fetch(address, init)
  }
  return { network, requested }
}

const diskNotice = page.getByText(/^أوشك قرص الخادم أن يمتلئ: بقي فيه 0\.4 غيغابايت/)

test('administrators see a notice when the server’s disk is nearly full', async () => {
  await openScreen('/notifications', createNearlyFullServer())
  await expect.element(diskNotice).toBeVisible()
  await expectAccessible()
  await openScreen('/scanner', { network: createNearlyFullServer().network, as: null })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(diskNotice.elements()).toHaveLength(0)
})

test('users without administrator rights see no notice about the disk', async () => {
  await addHost()
  const { network, requested } = createNearlyFullServer()
  await openScreen('/requests', { network, as: HOST })
  await expect.element(page.getByText('لا طلبات بعد')).toBeVisible()
  // The notice of an administrator requests the disk at the same time as the screen requests its list.
  expect(requested.filter(address => address.includes('/disk.php'))).toEqual([])
  expect(diskNotice.elements()).toHaveLength(0)
})
