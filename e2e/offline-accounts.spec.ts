import type { Page } from '@playwright/test'
import { openSqliteDatabase } from '../api/testing/snapshot.ts'
import { ADMIN } from './fixtures.ts'
import {
  admitGuests,
  connectionBadge,
  countStoredValues,
  createInvitations,
  createNumberedGuestNames,
  expect,
  generateInvitations,
  LOCAL_MODE_PATTERN,
  openAndSignIn,
  readAdmittedPeopleByGuest,
  renewSession,
  submitSignInForm,
  test,
  testConnection,
} from './offline-devices.ts'
import { enterScannedCode, scannerPage } from './scanner-page.ts'

const HOST = { username: 'hanaa', password: 'كلمة-سر 2' }
const OTHER_USER = { username: 'basma', password: 'كلمة-سر 3' }

/** Presses the sign-out button. Returns the dialog that asks for confirmation. */
const openSignOutDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'تسجيل الخروج' }).first().click()
  const signOutDialog = page.getByRole('alertdialog', { name: 'تسجيل الخروج من حسابك؟' })
  await signOutDialog.waitFor()
  return signOutDialog
}

test('scans made after the session ended are uploaded at the next sign-in', async ({ newDevice, admin }) => {
  const invited = await createInvitations(admin, createNumberedGuestNames(3))
  const { page, context } = await newDevice(ADMIN, { hasServiceWorker: false })
  await context.clearCookies()
  await admitGuests(page, invited)
  await expect(page.getByText(/لا يعرفك الخادم الآن/)).toBeVisible()
  expect(Object.values(await readAdmittedPeopleByGuest(admin))).toEqual([0, 0, 0])
  await renewSession(page, ADMIN)
  await expect.poll(async () => Object.values(await readAdmittedPeopleByGuest(admin))).toEqual([1, 1, 1])
  await expect(connectionBadge(page)).toHaveText('متصل')
  await expect(page.getByText(/لا يعرفك الخادم الآن/)).toBeHidden()
})

test('scans of a user who signed out offline wait for that user’s sign-in', async ({ newDevice, admin, openBackend, product }) => {
  await admin.accounts.create({ ...HOST, fullName: 'هناء الأغبري' })
  await admin.accounts.create({ ...OTHER_USER, fullName: 'بسمة العولقي' })
  const host = await openBackend(HOST)
  const invited = await createInvitations(host, createNumberedGuestNames(2))

  const { page, context } = await newDevice(HOST)
  await context.setOffline(true)
  await admitGuests(page, invited)
  const question = await openSignOutDialog(page)
  await expect(question).toContainText('لم تصل إلى الخادم بعد من هذا الجهاز عمليتان')
  await question.getByRole('button', { name: 'تسجيل الخروج' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await context.setOffline(false)
  await page.reload()
  await expect(connectionBadge(page)).toHaveText('متصل')
  await submitSignInForm(page, OTHER_USER)
  await expect(connectionBadge(page)).toHaveText('متصل')
  await testConnection(page)
  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await scannerPage(page).field.focus()
  await enterScannedCode(page, invited[0]!.id)
  await expect(scannerPage(page).verdict('refused')).toBeVisible()
  expect(Object.values(await readAdmittedPeopleByGuest(host))).toEqual([0, 0])

  await (await openSignOutDialog(page)).getByRole('button', { name: 'تسجيل الخروج' }).click()
  await expect(page).toHaveURL(/\/(?:login|website)$/)
  await openAndSignIn(page, HOST)
  await expect.poll(async () => Object.values(await readAdmittedPeopleByGuest(host))).toEqual([1, 1])
  const rows = await readScansFromDatabase(product.dataDir)
  expect(new Set(rows.filter(({ outcome }) => outcome === 'admitted').map(({ username }) => username))).toEqual(new Set([HOST.username]))
})

/** Reads all scans from the server's database, each with the username of the user who made it. */
async function readScansFromDatabase(dataDir: string) {
  const db = openSqliteDatabase(dataDir)
  const rows = db.prepare('select s.outcome, u.username from scans s join users u on u.id = s.user_id').all() as {
    outcome: string
    username: string
  }[]
  db.close()
  return rows
}

test('an administrator takes over the fallback administrator’s invitations', async ({ newDevice, admin }) => {
  const { page, context } = await newDevice()
  await (await openSignOutDialog(page)).getByRole('button', { name: 'تسجيل الخروج' }).click()
  await expect(page).toHaveURL(/\/(?:login|website)$/)
  await page.goto('/login')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('local-admin')).toBeVisible()
  await submitSignInForm(page, { username: 'local-admin', password: 'سر هذا الجهاز' })
  await expect(page.getByText('مدير هذا الجهاز: كل ما تعمله يبقى على هذا الجهاز فقط')).toBeVisible()
  await expect(page.getByText('999,999').first()).toBeVisible()
  await generateInvitations(page, ['أمل', 'بلقيس'])
  await expect(connectionBadge(page)).toHaveText(LOCAL_MODE_PATTERN)

  await context.setOffline(false)
  await testConnection(page)
  await openAndSignIn(page, ADMIN)
  await page.getByRole('button', { name: 'ضمّها إلى حسابك' }).click()
  await expect.poll(async () => Object.keys(await readAdmittedPeopleByGuest(admin)).toSorted()).toEqual(['أمل', 'بلقيس'])
})

test.describe('after a sign-in with the form', () => {
  test.use({ signsInByForm: true })

  test('scripts of the page can read no password, hash or session token', async ({ newDevice, admin, product }) => {
    await createInvitations(admin, createNumberedGuestNames(2))
    const { page, context } = await newDevice()
    await context.setOffline(true)
    await admitGuests(page, [(await admin.invitations.list({})).rows[0]!])
    await context.setOffline(false)
    const readableText = await page.evaluate(async () => {
      const storedValues: unknown[] = [document.cookie, { ...localStorage }, { ...sessionStorage }]
      for (const { name } of await indexedDB.databases()) {
        const db = await new Promise<IDBDatabase>(resolve => {
          const opening = indexedDB.open(name!)
          opening.onsuccess = () => resolve(opening.result)
        })
        for (const store of db.objectStoreNames) {
          const all = db.transaction(store).objectStore(store).getAll()
          await new Promise(resolve => {
            all.onsuccess = resolve
          })
          storedValues.push(
            JSON.stringify(all.result, (_, value) =>
              value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value,
            ),
          )
        }
        db.close()
      }
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) storedValues.push(request.url)
      }
      return JSON.stringify(storedValues)
    })
    expect(readableText).toContain(ADMIN.username)
    expect(await countStoredValues(page, 'verifiers')).toBe(1)
    expect(readableText).not.toContain('/api/test-connection')
    const db = openSqliteDatabase(product.dataDir)
    const hashes = db.prepare('select password_hash from users').all() as { password_hash: string }[]
    db.close()
    const tokens = (await context.cookies()).map(({ value }) => value)
    expect(tokens.length).toBeGreaterThan(0)
    for (const secret of [ADMIN.password, ...tokens, ...hashes.map(({ password_hash }) => password_hash)])
      expect(readableText).not.toContain(secret)
  })
})
