import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addHost, HOST } from '../../../testing/component/host.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { ADMIN, signInPage } from '../../../testing/component/session.ts'

/** Returns the number of accounts with which a user could sign in on this device without a server. */
async function countOfflineSignInAccounts() {
  let count = 0
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name!)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    if (db.objectStoreNames.contains('verifiers'))
      count += await new Promise<number>(resolve => {
        const counting = db.transaction('verifiers').objectStore('verifiers').count()
        counting.onsuccess = () => resolve(counting.result)
      })
    db.close()
  }
  return count
}

test.each([
  ['nobody', false, 0],
  ['only a user who chose to keep the offline sign-in', true, 1],
] as const)('after a sign-out, %s can sign in on this device without a server', async (_, isChosen, remainingVerifiers) => {
  const before = await countOfflineSignInAccounts()
  await openScreen('/login', { as: null })
  await page.getByRole('textbox', { name: /اسم المستخدم/ }).fill(ADMIN.username)
  await page.getByLabelText('كلمة المرور', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await expect.poll(countOfflineSignInAccounts).toBe(before + 1)
  await page.getByRole('button', { name: 'تسجيل الخروج' }).first().click()
  const dialog = page.getByRole('alertdialog')
  const choice = dialog.getByRole('checkbox', { name: 'ابقَ قادراً على الدخول دون اتصال' })
  await expect.element(choice).not.toBeChecked()
  await expectAccessible()
  if (isChosen) await dialog.getByText('ابقَ قادراً على الدخول دون اتصال').click()
  await dialog.getByRole('button', { name: 'تسجيل الخروج' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(countOfflineSignInAccounts).toBe(before + remainingVerifiers)
})

test('a tab switches to the account that signs in in another tab', async () => {
  const host = await addHost()
  await openScreen('/Scanner')
  await expect.element(page.getByText('مدير النظام').first()).toBeVisible()
  await signInPage(HOST)
  const { key, newValue } = { key: 'currentUser', newValue: JSON.stringify(host) }
  localStorage.setItem(key, newValue)
  // The browser sends this event to the other tabs of the origin.
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  await expect.element(page.getByText(`سُجّل الدخول إلى حساب ${HOST.fullName} من نافذة أخرى`, { exact: false })).toBeVisible()
  await expect.element(page.getByText(HOST.fullName, { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText('مدير النظام')).not.toBeInTheDocument()
})
