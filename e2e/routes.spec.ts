import { expect, test } from './fixtures.ts'

const USER = { username: 'hanaa', password: 'secret-1' }
const OUT = '/website'

/** Every path, and where it leads a visitor, a user and an administrator; a dash is here. */
const table: Record<string, [visitor: string, user: string, admin: string]> = {
  '/': [OUT, OUT, OUT],
  '/website': ['-', '-', '-'],
  '/login': ['-', '/requests', '/generator'],
  '/register': ['-', OUT, OUT],
  '/generator': [OUT, '/requests', '-'],
  '/Scanner': [OUT, '-', '-'],
  '/scanner': [OUT, '-', '-'],
  '/data': [OUT, '-', '-'],
  '/profile': [OUT, '-', '-'],
  '/reports': [OUT, '-', '-'],
  '/requests': [OUT, '-', OUT],
  '/requests/generate': [OUT, '-', OUT],
  '/users': [OUT, OUT, '-'],
  '/notifications': [OUT, OUT, '-'],
  '/orders': [OUT, OUT, '-'],
  '/messages': [OUT, OUT, '-'],
  '/DeletedAccounts': [OUT, '-', '-'],
  '/apply': [OUT, OUT, '-'],
  '/settings': [OUT, OUT, '-'],
  '/website.html': [OUT, OUT, OUT],
  '/anything/else': [OUT, OUT, OUT],
}

for (const [who, at] of [
  ['a visitor', 0],
  ['a user', 1],
  ['an administrator', 2],
] as const) {
  test(`every path leads ${who} where it should`, async ({ page, admin, signIn }) => {
    test.setTimeout(120_000)
    if (at === 1) {
      await admin.accounts.create({ ...USER, fullName: 'هناء' })
      await signIn(USER)
    }
    if (at === 2) await signIn()
    for (const [path, row] of Object.entries(table)) {
      await page.goto(path)
      const place = row[at] === '-' ? path : row[at]
      await expect(page, path).toHaveURL(url => url.pathname === place)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    }
  })
}

test('a user who opens the deleted accounts is told whose they are', async ({ page, admin, signIn, axe }) => {
  await admin.accounts.create({ ...USER, fullName: 'هناء' })
  await signIn(USER)
  await page.goto('/DeletedAccounts')
  await expect(page.getByRole('heading', { name: 'غير مصرح لك' })).toBeVisible()
  await expect(page.getByText('هذه الصفحة متاحة للمديرين فقط')).toBeVisible()
  await axe()
})
