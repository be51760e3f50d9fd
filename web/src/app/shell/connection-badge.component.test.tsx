import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'

test('the app opens although the storage of the device never opens', async () => {
  await openScreen('/users', { device: new Promise(() => {}) })
  // The app waits two seconds for the storage of the device to open. After that it uses only the server.
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'متصل دون حفظ' })).toBeVisible()
  await expect.element(page.getByText('لا يستطيع هذا المتصفح حفظ شيء. لا تعتمد عليه دون اتصال')).toBeVisible()
  await expectAccessible()
})
