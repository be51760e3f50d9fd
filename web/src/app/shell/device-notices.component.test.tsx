import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { collectDownloads } from '../../../testing/component/controls.ts'
import { generator } from '../../../testing/component/generator-form.ts'
import { expectAccessible } from '../../../testing/component/screen.tsx'

const localModeNotice = page.getByText(/يعمل النظام بالوضع المحلي/)

/** Tests the connection from the menu of its badge. */
async function testConnection() {
  await page
    .getByRole('button', { name: /^(?:متصل|الوضع المحلي|جاري الاختبار)/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'إعادة الاختبار' }).click()
}

test('an entry that the server rejected is shown with the reason, and saved in a file', async () => {
  const network = await generator.open()
  await expect.element(generator.names).toBeVisible()
  network.isOff = true
  await testConnection()
  await expect.element(localModeNotice).toBeVisible()
  await generator.typeNames('أمل')
  await generator.submit.click()
  await expect.poll(() => generator.cards.elements().length).toBe(1)
  const accept = network.refuse('invitations/create.php')
  network.isOff = false
  await testConnection()
  await expect.element(page.getByText('رُفضت عند الإرسال عملية واحدة')).toBeVisible()
  accept()
  await page.getByRole('button', { name: 'عرض', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('heading', { name: 'لم يُرسل' })).toBeVisible()
  const item = dialog.getByRole('listitem').filter({ hasText: 'توليد دعوة واحدة' })
  await expect.element(item).toMatchTextContent('غير موجود')
  await expect.element(dialog).not.toMatchTextContent('كل ما عُمل هنا وصل إلى الخادم')
  await expectAccessible()
  const files = collectDownloads()
  await dialog.getByRole('button', { name: 'حفظ في ملف' }).click()
  expect(files.map(({ name }) => name)).toEqual(['hudur-unsent.json'])
  expect(await (await files[0]!.content).text()).toContain('أمل')
})
