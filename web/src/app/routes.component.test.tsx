import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { documentNavigations } from '../../testing/component/navigations.ts'
import { addHost, HOST } from '../../testing/component/office.ts'
import { expectAccessible, openScreen } from '../../testing/component/screen.tsx'
import { ADMIN } from '../../testing/component/session.ts'

const OUT = '/website'

/** Every path of the product, and where it redirects a visitor, a user and an administrator. A dash means no redirect. */
const table: Record<string, [visitor: string, user: string, admin: string]> = {
  '/': [OUT, OUT, OUT],
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
  '/anything/else': [OUT, OUT, OUT],
}

for (const [name, column, as] of [
  ['a visitor', 0, null],
  ['a user', 1, HOST],
  ['an administrator', 2, ADMIN],
] as const)
  test(`redirects ${name} from every path to the right screen`, { timeout: 60_000 }, async () => {
    if (as === HOST) await addHost()
    for (const [path, row] of Object.entries(table)) {
      documentNavigations.length = 0
      await openScreen(path, { as })
      const place = row[column]
      if (place === OUT) await expect.poll(() => documentNavigations, { message: path }).toEqual([OUT])
      else {
        const where = () => [path, window.location.pathname, ...documentNavigations]
        await expect.poll(where).toEqual([path, place === '-' ? path : place])
        await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(where()).toEqual([path, place === '-' ? path : place])
      }
    }
  })

test('explains to a user that the deleted accounts are for administrators only', async () => {
  await addHost()
  await openScreen('/DeletedAccounts', { as: HOST })
  await expect.element(page.getByRole('heading', { name: 'غير مصرح لك' })).toBeVisible()
  await expect.element(page.getByText('هذه الصفحة متاحة للمديرين فقط')).toBeVisible()
  await expectAccessible()
})

test('shows the role at every width: in the header, and on phones in the menu', async () => {
  await openScreen('/settings')
  const role = page.getByText('مدير النظام', { exact: true })
  const widthOfRole = () => Math.max(0, ...role.elements().map(element => element.getBoundingClientRect().width))
  for (const width of [768, 1023, 1280]) {
    await page.viewport(width, 900)
    await expect.poll(widthOfRole, { message: `${width} px` }).toBeGreaterThan(40)
    expect(document.documentElement.scrollWidth).toBe(width)
  }
  await page.viewport(360, 740)
  await page.getByRole('button', { name: 'القائمة' }).click()
  await expect.poll(widthOfRole).toBeGreaterThan(40)
})
