import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addHost, HOST } from '../../testing/component/host.ts'
import { documentNavigations } from '../../testing/component/navigations.ts'
import { expectAccessible, openScreen } from '../../testing/component/screen.tsx'
import { ADMIN } from '../../testing/component/session.ts'
import { matchRoute } from '../router/match.ts'
import { Redirect, type RequireAudience, redirectOf } from './guards.tsx'
import { routes } from './router.tsx'

const PUBLIC_PAGE = '/website'

/** Every path of the product, and where it redirects a visitor, a user and an administrator. A dash means no redirect. */
const expectedRedirects: Record<string, [visitor: string, user: string, admin: string]> = {
  '/': [PUBLIC_PAGE, PUBLIC_PAGE, PUBLIC_PAGE],
  '/login': ['-', '/requests', '/generator'],
  '/register': ['-', PUBLIC_PAGE, PUBLIC_PAGE],
  '/generator': [PUBLIC_PAGE, '/requests', '-'],
  '/Scanner': [PUBLIC_PAGE, '-', '-'],
  '/scanner': [PUBLIC_PAGE, '-', '-'],
  '/events': [PUBLIC_PAGE, '-', '-'],
  '/events/0123456789ABCDEFGHJK': [PUBLIC_PAGE, '-', '-'],
  '/events/0123456789ABCDEFGHJK/details': [PUBLIC_PAGE, '-', '-'],
  '/data': [PUBLIC_PAGE, '-', '-'],
  '/profile': [PUBLIC_PAGE, '-', '-'],
  '/reports': [PUBLIC_PAGE, '-', '-'],
  '/requests': [PUBLIC_PAGE, '-', PUBLIC_PAGE],
  '/requests/generate': [PUBLIC_PAGE, '-', PUBLIC_PAGE],
  '/users': [PUBLIC_PAGE, PUBLIC_PAGE, '-'],
  '/notifications': [PUBLIC_PAGE, PUBLIC_PAGE, '-'],
  '/orders': [PUBLIC_PAGE, PUBLIC_PAGE, '-'],
  '/messages': [PUBLIC_PAGE, PUBLIC_PAGE, '-'],
  '/DeletedAccounts': [PUBLIC_PAGE, '-', '-'],
  '/apply': [PUBLIC_PAGE, PUBLIC_PAGE, '-'],
  '/settings': [PUBLIC_PAGE, PUBLIC_PAGE, '-'],
  '/anything/else': [PUBLIC_PAGE, PUBLIC_PAGE, PUBLIC_PAGE],
}

/** Returns where the rules of the routes redirect a signed-in user from a path. A dash means no redirect. */
function redirectFrom(path: string, user: { isAdmin: boolean }): string {
  const { route } = matchRoute(routes, path)!
  const { type, props } = route.element as ReactElement<Parameters<typeof RequireAudience>[0] & Parameters<typeof Redirect>[0]>
  const next = type === Redirect ? props.to : redirectOf(props, user)
  if (next === undefined || next === PUBLIC_PAGE) return next ?? '-'
  const last = redirectFrom(next, user)
  return last === '-' ? next : last
}

test('every route has a rule that redirects users and administrators as expected', () => {
  const rows = Object.keys(expectedRedirects).map(path => [
    path,
    redirectFrom(path, { isAdmin: false }),
    redirectFrom(path, { isAdmin: true }),
  ])
  expect(rows).toEqual(Object.entries(expectedRedirects).map(([path, [, user, admin]]) => [path, user, admin]))
})

/** Opens a path, and expects the redirect and the screen that follow. */
async function expectRedirect(path: string, as: typeof ADMIN | typeof HOST | null, place: string) {
  documentNavigations.length = 0
  await openScreen(path, { as })
  if (place === PUBLIC_PAGE) return expect.poll(() => documentNavigations, { message: path }).toEqual([PUBLIC_PAGE])
  const visitedPaths = () => [path, window.location.pathname, ...documentNavigations]
  await expect.poll(visitedPaths).toEqual([path, place === '-' ? path : place])
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(visitedPaths()).toEqual([path, place === '-' ? path : place])
}

test('redirects visitors from every path as expected', async () => {
  for (const [path, [visitor]] of Object.entries(expectedRedirects)) await expectRedirect(path, null, visitor)
})

test('redirects a user to the public page or another screen, or shows the screen, as the route’s rule says', async () => {
  await addHost()
  // The screens that no other test opens as a user.
  for (const path of ['/scanner', '/profile', '/reports']) await expectRedirect(path, HOST, '-')
  for (const path of ['/', '/login', '/register', '/generator', '/users', '/anything/else'])
    await expectRedirect(path, HOST, expectedRedirects[path]![1])
})

test('redirects an administrator, or shows the screen, as the route’s rule says', async () => {
  for (const path of ['/login', '/requests']) await expectRedirect(path, ADMIN, expectedRedirects[path]![2])
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
