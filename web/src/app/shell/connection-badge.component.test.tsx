import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'

test('the application opens when the browser’s storage fails, and the badge says that nothing is stored', async () => {
  await openScreen('/users', { device: new Promise(() => {}) })
  // The app waits two seconds for the device's storage to open, then works with the server alone.
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'متصل دون حفظ' })).toBeVisible()
  await expect.element(page.getByText('لا يستطيع هذا المتصفح حفظ شيء. لا تعتمد عليه دون اتصال')).toBeVisible()
  await expectAccessible()
})
