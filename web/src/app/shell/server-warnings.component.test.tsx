import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addHost, HOST } from '../../../testing/component/host.ts'
import { createNetwork } from '../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'

const WARNINGS = ['أوشك قرص الخادم أن يمتلئ', 'ساعة الخادم متقدمة 400 يوم']

/** Returns a test network in which the server reports two warnings, and the addresses that were requested. */
function createServerWithWarnings() {
  const network = createNetwork()
  const { fetch } = network
  const requested: string[] = []
  network.fetch = (address, init) => {
    requested.push(String(address))
    return String(address).includes('/warnings.php') ? Promise.resolve(Response.json(WARNINGS)) : fetch(address, init)
  }
  return { network, requested }
}

const warnings = page.getByText(/الخادم (?:أن يمتلئ|متقدمة)/)

test('administrators see the warnings of the server, except at the scanner', async () => {
  await openScreen('/notifications', createServerWithWarnings())
  for (const warning of WARNINGS) await expect.element(page.getByText(warning)).toBeVisible()
  await expectAccessible()
  await openScreen('/scanner', { network: createServerWithWarnings().network, as: null })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(warnings.elements()).toHaveLength(0)
})

test('users without administrator rights see no warnings of the server', async () => {
  await addHost()
  const { network, requested } = createServerWithWarnings()
  await openScreen('/requests', { network, as: HOST })
  await expect.element(page.getByText('لا طلبات بعد')).toBeVisible()
  // An administrator's page requests the warnings at the same time as the screen requests its list.
  expect(requested.filter(address => address.includes('/warnings.php'))).toEqual([])
  expect(warnings.elements()).toHaveLength(0)
})
