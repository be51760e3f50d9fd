import { expect, test } from './fixtures.ts'

/** A path of each kind and where a visitor is led from it, by the server or by the shell; every path is tested on the router itself. */
const FOR_VISITORS = [
  ['/', '/website'],
  ['/website.html', '/website'],
  ['/anything/else', '/website'],
  ['/scanner', '/website'],
  ['/register', '/register'],
] as const

test('leads visitors to the public page, and a user to the screens of users', async ({ page, admin, signIn }) => {
  const open = async (path: string, place: string) => {
    await page.goto(path)
    await expect(page, path).toHaveURL(url => url.pathname === place)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  }
  for (const [path, place] of FOR_VISITORS) await open(path, place)
  const user = { username: 'hanaa', password: 'secret-1' }
  await admin.accounts.create({ ...user, fullName: 'هناء' })
  await signIn(user)
  await open('/generator', '/requests')
  await open('/users', '/website')
})
