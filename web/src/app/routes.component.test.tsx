import { defaultScheduler, notifyManager } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { addHost, HOST } from '../../testing/component/host.ts'
import { documentNavigations } from '../../testing/component/navigations.ts'
import { createNetwork } from '../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../testing/component/screen.tsx'
import { ADMIN, admin, endSession, signInPage } from '../../testing/component/session.ts'
import { expectNoElements, expectPath } from '../../testing/component/texts.ts'
import { rememberedProfile } from '../device/remembered-profile.ts'
import { matchRoute } from '../router/match.ts'
import { Redirect, type RequireAudience, redirectPathFor } from './guards.tsx'
import { routes } from './routes.tsx'

const PUBLIC_PAGE = '/website'

/**
 * Maps paths of the application to the path to which each redirects a visitor, a user and an administrator. A dash means that it does not
 * redirect.
 */
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
  '/events/0123456789ABCDEFGHJK/after': [PUBLIC_PAGE, '-', '-'],
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
  '/office': [PUBLIC_PAGE, PUBLIC_PAGE, '-'],
  '/whatsapp': [PUBLIC_PAGE, PUBLIC_PAGE, '-'],
  '/settings': [PUBLIC_PAGE, PUBLIC_PAGE, '-'],
  '/anything/else': [PUBLIC_PAGE, PUBLIC_PAGE, PUBLIC_PAGE],
}

/** Returns the path to which the rules of the routes redirect a signed-in user from `path`, or a dash when they do not redirect. */
function computeRedirectPath(path: string, user: { isAdmin: boolean }): string {
  const { route } = matchRoute(routes, path)!
  const { type, props } = route.element as ReactElement<Parameters<typeof RequireAudience>[0] & Parameters<typeof Redirect>[0]>
  const next = type === Redirect ? props.to : redirectPathFor(props, user)
  if (next === undefined || next === PUBLIC_PAGE) return next ?? '-'
  const last = computeRedirectPath(next, user)
  return last === '-' ? next : last
}

test('the rules of the routes give the expected redirect for each path', () => {
  const rows = Object.keys(expectedRedirects).map(path => [
    path,
    computeRedirectPath(path, { isAdmin: false }),
    computeRedirectPath(path, { isAdmin: true }),
  ])
  expect(rows).toEqual(Object.entries(expectedRedirects).map(([path, [, user, admin]]) => [path, user, admin]))
})

/**
 * Opens `path`, and expects that the browser stops at the path `place` and shows a level-1 heading. A dash means that it stays at `path`.
 */
async function expectRedirect(path: string, as: typeof ADMIN | typeof HOST | null, place: string) {
  documentNavigations.length = 0
  await openScreen(path, { as })
  if (place === PUBLIC_PAGE) return expect.poll(() => documentNavigations, { message: path }).toEqual([PUBLIC_PAGE])
  const readVisitedPaths = () => [path, window.location.pathname, ...documentNavigations]
  await expect.poll(readVisitedPaths).toEqual([path, place === '-' ? path : place])
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(readVisitedPaths()).toEqual([path, place === '-' ? path : place])
}

test('without a session only the sign-in and registration screens open', async () => {
  for (const [path, [visitor]] of Object.entries(expectedRedirects)) await expectRedirect(path, null, visitor)
})

test('a path that a user opens shows its screen or redirects', async () => {
  await addHost()
  // No other test opens these screens as a user without administrator rights.
  for (const path of ['/scanner', '/profile', '/reports']) await expectRedirect(path, HOST, '-')
  for (const path of ['/', '/login', '/register', '/generator', '/users', '/anything/else'])
    await expectRedirect(path, HOST, expectedRedirects[path]![1])
})

test('an administrator is redirected from the sign-in to the generator', async () => {
  for (const path of ['/login', '/requests']) await expectRedirect(path, ADMIN, expectedRedirects[path]![2])
})

/** Opens a screen while the server does not answer who is signed in. Returns a function that makes the server answer. */
async function openWithoutUser(path: string, as: typeof ADMIN | typeof HOST) {
  documentNavigations.length = 0
  const network = createNetwork()
  const pending = network.hold('auth/me.php')
  await openScreen(path, { as, network })
  await expect.poll(() => pending.held.length).toBeGreaterThan(0)
  return () => {
    pending.end()
    while (pending.held.length > 0) pending.release()
  }
}

const loading = page.getByRole('status', { name: 'جاري التحميل' }).first()

test('the events of the last account are shown before the server answers', async () => {
  await openScreen('/events')
  const emptyList = page.getByText('لا مناسبات بعد')
  await expect.element(emptyList).toBeVisible()
  const answer = await openWithoutUser('/events', ADMIN)
  await expect.element(emptyList).toBeVisible()
  answer()
  await expect.element(emptyList).toBeVisible()

  const answerAtGenerator = await openWithoutUser('/generator', ADMIN)
  await expect.element(loading).toBeVisible()
  await expectNoElements(page.getByRole('textbox'))
  answerAtGenerator()
  await expect.element(page.getByRole('textbox').first()).toBeVisible()
})

test('the last account’s data disappear when another account is signed in', async () => {
  await addHost()
  await admin.invitations.create({ invitations: [{ eventName: 'حفل', eventDate: '2027-01-14', guestName: 'خالد باوزير' }] })
  const guest = page.getByText('خالد باوزير').first()
  await openScreen('/data')
  await expect.element(guest).toBeVisible()
  const answer = await openWithoutUser('/data', ADMIN)
  await expect.element(guest).toBeVisible()
  await signInPage(HOST)
  answer()
  await expect.element(page.getByText(HOST.fullName).first()).toBeVisible()
  await expectNoElements(guest)
})

test('a dialog that opens after the end of the session throws no error', async () => {
  await openScreen('/events')
  await expect.element(page.getByText('لا مناسبات بعد')).toBeVisible()
  const answer = await openWithoutUser('/events', ADMIN)
  await expect.element(page.getByText('لا مناسبات بعد')).toBeVisible()
  const heldNotifications: (() => void)[] = []
  notifyManager.setScheduler(notify => void heldNotifications.push(notify))
  onTestFinished(() => notifyManager.setScheduler(defaultScheduler))
  await endSession()
  answer()
  await expect.poll(() => rememberedProfile.read()).toBeNull()
  await page.getByRole('button', { name: 'مناسبة جديدة' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  notifyManager.setScheduler(defaultScheduler)
  for (const notify of heldNotifications) notify()
  await expectPath('/login')
  await expect.element(page.getByRole('textbox').first()).toBeVisible()
})

test('no screen redirects before the server has answered who is signed in', async () => {
  await addHost()
  const usersHeading = page.getByRole('heading', { level: 1, name: 'المستخدمون' })
  await expectRedirect('/profile', HOST, '-')
  const answerAdmin = await openWithoutUser('/users', ADMIN)
  await expect.element(loading).toBeVisible()
  answerAdmin()
  await expect.element(usersHeading).toBeVisible()
  expect(documentNavigations).toEqual([])

  const answerHost = await openWithoutUser('/users', HOST)
  await expect.element(loading).toBeVisible()
  answerHost()
  await expect.poll(() => documentNavigations).toEqual([PUBLIC_PAGE])

  await expectRedirect('/profile', HOST, '-')
  const answerAtSignIn = await openWithoutUser('/login', HOST)
  await expect.element(loading).toBeVisible()
  expect(window.location.pathname).toBe('/login')
  answerAtSignIn()
  await expectPath('/requests')
})

test('only administrators may open the screen of deleted accounts', async () => {
  await addHost()
  await openScreen('/DeletedAccounts', { as: HOST })
  await expect.element(page.getByRole('heading', { name: 'غير مصرح لك' })).toBeVisible()
  await expect.element(page.getByText('هذه الصفحة متاحة للمديرين فقط')).toBeVisible()
  await expectAccessible()
})

test('the role of the signed-in user is visible at every window width', async () => {
  await openScreen('/settings')
  const role = page.getByText('مدير النظام', { exact: true })
  const measureRoleWidth = () => Math.max(0, ...role.elements().map(element => element.getBoundingClientRect().width))
  for (const width of [768, 1023, 1280]) {
    await page.viewport(width, 900)
    await expect.poll(measureRoleWidth, { message: `${width} px` }).toBeGreaterThan(40)
    expect(document.documentElement.scrollWidth).toBe(width)
  }
  await page.viewport(360, 740)
  await page.getByRole('button', { name: 'المزيد' }).click()
  await expect.poll(measureRoleWidth).toBeGreaterThan(40)
})
