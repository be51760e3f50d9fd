import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { ADMIN } from './fixtures.ts'
import {
  admissionsByGuest,
  admitAll,
  callerOf,
  connectionBadge,
  createInvitations,
  event,
  expect,
  fillSignIn,
  guestNames,
  LOCAL_MODE,
  reconnect,
  signInOn,
  test,
  testConnection,
} from './offline-devices.ts'
import { scanKeys, scannerPage } from './scanner-page.ts'

const HOST = { username: 'hanaa', password: 'كلمة-سر 2' }
const OTHER = { username: 'basma', password: 'كلمة-سر 3' }

const openSignOutDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'تسجيل الخروج' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'تسجيل الخروج من حسابك؟' })
  await question.waitFor()
  return question
}

async function signInAgain(page: Page, { password }: typeof ADMIN) {
  await page.getByRole('button', { name: 'تسجيل الدخول من جديد' }).click()
  const signInDialog = page.getByRole('dialog')
  await signInDialog.getByLabel('كلمة المرور', { exact: true }).fill(password)
  await signInDialog.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await expect(signInDialog).toBeHidden()
}

test('the scanner continues to admit guests after the session has ended, says so, and uploads every scan after the next sign-in', async ({
  newDevice,
  admin,
}) => {
  const invited = await createInvitations(admin, guestNames(3))
  const { page, context } = await newDevice(ADMIN, { opensOffline: false })
  await context.clearCookies()
  await admitAll(page, invited)
  await expect(page.getByText(/لا يعرفك الخادم الآن/)).toBeVisible()
  expect(Object.values(await admissionsByGuest(admin))).toEqual([0, 0, 0])
  await signInAgain(page, ADMIN)
  await expect.poll(async () => Object.values(await admissionsByGuest(admin))).toEqual([1, 1, 1])
  await expect(connectionBadge(page)).toHaveText('متصل')
  await expect(page.getByText(/لا يعرفك الخادم الآن/)).toBeHidden()
})

test('uploads the scans of a user who signed out offline at their next sign-in, and not while another user is signed in', async ({
  newDevice,
  admin,
  playwright,
  product,
}) => {
  await admin.accounts.create({ ...HOST, fullName: 'هناء الأغبري' })
  await admin.accounts.create({ ...OTHER, fullName: 'بسمة العولقي' })
  const requests = await playwright.request.newContext()
  const host = callerOf(requests, product.url)
  await host.accounts.login(HOST)
  const invited = await createInvitations(host, guestNames(2))

  const { page, context } = await newDevice(HOST)
  await context.setOffline(true)
  await admitAll(page, invited)
  const question = await openSignOutDialog(page)
  await expect(question).toContainText('على هذا الجهاز عملان لم يصل إلى الخادم بعد')
  await question.getByRole('button', { name: 'تسجيل الخروج' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await context.setOffline(false)
  await page.reload()
  await expect(connectionBadge(page)).toHaveText('متصل')
  await fillSignIn(page, OTHER)
  await expect(connectionBadge(page)).toHaveText('متصل')
  await testConnection(page)
  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await scannerPage(page).field.focus()
  await scanKeys(page, invited[0]!.id)
  await expect(scannerPage(page).verdict('refused')).toBeVisible()
  expect(Object.values(await admissionsByGuest(host))).toEqual([0, 0])

  await (await openSignOutDialog(page)).getByRole('button', { name: 'تسجيل الخروج' }).click()
  await expect(page).toHaveURL(/\/(?:login|website)$/)
  await signInOn(page, HOST)
  await expect.poll(async () => Object.values(await admissionsByGuest(host))).toEqual([1, 1])
  const rows = await scansOf(product.dataDir)
  expect(new Set(rows.filter(({ outcome }) => outcome === 'admitted').map(({ username }) => username))).toEqual(new Set([HOST.username]))
  await requests.dispose()
})

/** Reads every scan from the server's database, with the username of the actor. */
async function scansOf(dataDir: string) {
  const db = new DatabaseSync(path.join(dataDir, 'hudur.sqlite'), { readOnly: true })
  const rows = db.prepare('select s.outcome, s.nonce, u.username from scans s join users u on u.id = s.user_id').all() as {
    outcome: string
    nonce: string
    username: string
  }[]
  db.close()
  return rows
}

test('records an offline scan of a deleted invitation as a conflict, and offline invitations beyond the balance as pending', async ({
  newDevice,
  admin,
  playwright,
  product,
}) => {
  await admin.accounts.create({ ...HOST, fullName: 'هناء الأغبري', generationLimit: 3 })
  const requests = await playwright.request.newContext()
  const host = callerOf(requests, product.url)
  await host.accounts.login(HOST)
  const [deleted] = await createInvitations(host, ['سميّة الإرياني'])
  const { page, context } = await newDevice(HOST)
  await context.setOffline(true)
  await admitAll(page, [deleted!])
  await page.goto('/requests/generate')
  await page.getByRole('textbox', { name: 'اسم المناسبة' }).fill(event.eventName)
  const [year, month, day] = event.eventDate.split('-')
  await page.getByRole('group', { name: 'تاريخ المناسبة' }).getByRole('spinbutton').first().click()
  await page.keyboard.type(`${day}${month}${year}`)
  await page.getByRole('textbox', { name: 'أسماء المعازيم' }).fill('أمل\nبلقيس')
  await page.getByRole('button', { name: 'توليد الدعوات' }).click()
  await expect(page.getByRole('img', { name: /^بطاقة / })).toHaveCount(2)

  await host.invitations.remove({ id: deleted!.id })
  await createInvitations(host, ['علي'])
  await context.setOffline(false)
  await reconnect(page)
  await expect.poll(async () => (await host.invitations.list({})).rows.filter(({ isPending }) => isPending).length).toBeGreaterThan(0)
  const { rows } = await host.invitations.list({})
  expect(rows.map(({ guestName }) => guestName).toSorted()).toEqual(['أمل', 'بلقيس', 'علي'])
  expect((await host.scanning.conflicts({})).rows).toMatchObject([{ kind: 'deleted' }])
  await page.goto('/Scanner')
  await page.getByRole('button', { name: 'عرض', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('دعوة محذوفة')
  await requests.dispose()
})

test.describe('with a server of its own', () => {
  test.use({ ownServer: true })

  test('a device uploads each admission again, once, after a backup was restored, and downloads no full replica after a restart', async ({
    newDevice,
    admin,
    testServer,
  }) => {
    const invited = await createInvitations(admin, guestNames(4))
    const { page } = await newDevice(ADMIN, { opensOffline: false })
    const restoreBackup = await testServer.backUp()
    await admitAll(page, invited.slice(0, 2))
    await expect.poll(async () => Object.values(await admissionsByGuest(admin)).filter(Boolean).length).toBe(2)
    await testServer.stop()
    await restoreBackup()
    await testServer.start()
    await admitAll(page, invited.slice(2, 3))
    await reconnect(page)
    await expect.poll(async () => Object.values(await admissionsByGuest(admin)).filter(count => count === 1).length).toBe(3)
    expect(await admin.scanning.conflicts({})).toEqual({ rows: [], total: 0 })

    const full: boolean[] = []
    await page.route('**/changes.php*', async route => {
      // The server may stop during the request.
      const response = await route.fetch().catch(() => undefined)
      if (!response) return route.abort()
      full.push((await response.json()).isFull)
      await route.fulfill({ response })
    })
    await testServer.stop()
    await testServer.start()
    await admitAll(page, invited.slice(3))
    await reconnect(page)
    await expect.poll(async () => Object.values(await admissionsByGuest(admin))).toEqual([1, 1, 1, 1])
    // A device that missed the restart has nothing to upload, so it downloads no changes until it opens the scanner.
    await page.reload()
    await expect.poll(() => full.length).toBeGreaterThan(0)
    expect(full).not.toContain(true)
  })
})

test('a device’s fallback administrator creates invitations offline; an administrator who signs in adds them to their own account', async ({
  newDevice,
  admin,
}) => {
  const { page, context } = await newDevice()
  await (await openSignOutDialog(page)).getByRole('button', { name: 'تسجيل الخروج' }).click()
  await expect(page).toHaveURL(/\/(?:login|website)$/)
  await page.goto('/login')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('local-admin')).toBeVisible()
  await fillSignIn(page, { username: 'local-admin', password: 'سر هذا الجهاز' })
  await expect(page.getByText('مدير هذا الجهاز: كل ما تعمله على هذا الجهاز فقط')).toBeVisible()
  await expect(page.getByText('999,999').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'اسم المناسبة' }).fill(event.eventName)
  const [year, month, day] = event.eventDate.split('-')
  await page.getByRole('group', { name: 'تاريخ المناسبة' }).getByRole('spinbutton').first().click()
  await page.keyboard.type(`${day}${month}${year}`)
  await page.getByRole('textbox', { name: 'أسماء المعازيم' }).fill('أمل\nبلقيس')
  await page.getByRole('button', { name: 'توليد الدعوات' }).click()
  await expect(page.getByRole('img', { name: /^بطاقة / })).toHaveCount(2)
  await expect(connectionBadge(page)).toHaveText(LOCAL_MODE)

  await context.setOffline(false)
  await testConnection(page)
  await signInOn(page, ADMIN)
  await page.getByRole('button', { name: 'ضمّها إلى حسابك' }).click()
  await expect.poll(async () => Object.keys(await admissionsByGuest(admin)).toSorted()).toEqual(['أمل', 'بلقيس'])
})

test('stores no password, password hash or session token where a script of the page can read it', async ({ newDevice, admin, product }) => {
  await createInvitations(admin, guestNames(2))
  const { page, context } = await newDevice()
  await context.setOffline(true)
  await admitAll(page, [(await admin.invitations.list({})).rows[0]!])
  await context.setOffline(false)
  const readable = await page.evaluate(async () => {
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
            value instanceof Uint8Array ? Array.from(value, byte => String.fromCharCode(byte)).join('') : value,
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
  expect(readable).toContain(ADMIN.username)
  expect(readable).not.toContain('/api/test-connection')
  const db = new DatabaseSync(path.join(product.dataDir, 'hudur.sqlite'), { readOnly: true })
  const hashes = db.prepare('select password_hash from users').all() as { password_hash: string }[]
  db.close()
  const tokens = (await context.cookies()).map(({ value }) => value)
  expect(tokens.length).toBeGreaterThan(0)
  for (const secret of [ADMIN.password, ...tokens, ...hashes.map(({ password_hash }) => password_hash)])
    expect(readable).not.toContain(secret)
})
