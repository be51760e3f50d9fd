import { lazy, type ReactElement, type ReactNode, Suspense, useEffect } from 'react'
import { ProfileWaiting } from '../features/accounts/profile/profile-waiting.tsx'
import { nextPart } from '../loading/idle.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import type { Route } from '../router/match.ts'
import { createRouter as createRouterOf } from '../router/router.ts'
import { text } from '../text/ar.ts'
import { withDialogHistory } from '../ui/dialog-history.ts'
import { AdministratorsOnly } from './administrators-only.tsx'
import { type Audience, loadShell, Redirect, RequireAudience, WEBSITE } from './guards.tsx'

const LoginScreen = lazyPart(async () => (await import('../features/accounts/login-screen.tsx')).LoginScreen)
const ProfileScreen = lazyPart(async () => (await import('../features/accounts/profile/profile-screen.tsx')).ProfileScreen)
const RegisterScreen = lazyPart(async () => (await import('../features/accounts/register-screen.tsx')).RegisterScreen)
const DeletedAccountsScreen = lazyPart(
  async () => (await import('../features/accounts/deleted/deleted-accounts-screen.tsx')).DeletedAccountsScreen,
)
const DataScreen = lazyPart(async () => (await import('../features/invitations/browse/data-screen.tsx')).DataScreen)
const GeneratorScreen = lazyPart(async () => (await import('../features/invitations/generator-screen.tsx')).GeneratorScreen)
const EventsScreen = lazyPart(async () => (await import('../features/events/events-screen.tsx')).EventsScreen)
const EventScreen = lazyPart(async () => (await import('../features/events/event-screen.tsx')).EventScreen)
const DoorScreen = lazyPart(async () => (await import('./door-screen.tsx')).DoorScreen)
const FamilyScreen = lazyPart(async () => (await import('../features/events/family-screen.tsx')).FamilyScreen)
const LiveScreen = lazyPart(async () => (await import('../features/events/live-screen.tsx')).LiveScreen)
const ReportsScreen = lazyPart(async () => (await import('../features/invitations/reports/reports-screen.tsx')).ReportsScreen)
const RequestsScreen = lazyPart(async () => (await import('../features/requests/requests-screen.tsx')).RequestsScreen)
const ApplyScreen = lazyPart(async () => (await import('../features/accounts/apply/apply-screen.tsx')).ApplyScreen)
const SettingsScreen = lazyPart(async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen)
const UsersScreen = lazyPart(async () => (await import('../features/accounts/users/users-screen.tsx')).UsersScreen)
const MessagesScreen = lazyPart(async () => (await import('../features/messages/messages-screen.tsx')).MessagesScreen)
const NotificationsScreen = lazyPart(async () => (await import('../features/activity/notifications-screen.tsx')).NotificationsScreen)
const SendScreen = lazyPart(async () => (await import('../features/events/sending/send-screen.tsx')).SendScreen)
const OrdersScreen = lazyPart(async () => (await import('../features/requests/orders-screen.tsx')).OrdersScreen)
const ScannerScreen = lazyPart(async () => (await import('../features/scanning/scanner-screen.tsx')).ScannerScreen)

/**
 * `otherwise`: where signed-in users outside the audience are redirected; the public page by default. `waiting`: the placeholder until the
 * user is known and the screen is loaded; the outline of a screen by default.
 */
type AppScreen = { path: string; audience: Audience; otherwise?: string; title: string; screen: ReactElement; waiting?: ReactNode }

const names = text.screenNames

/** Every screen with its path, audience and title. Paths match in any case, so `/scanner` is `/Scanner`. */
const screens: readonly AppScreen[] = [
  { path: '/login', audience: 'signed-out', otherwise: '/generator', title: names.login, screen: <LoginScreen /> },
  { path: '/register', audience: 'signed-out', title: names.register, screen: <RegisterScreen /> },
  { path: '/generator', audience: 'admin', otherwise: '/requests', title: text.shell.generator, screen: <GeneratorScreen /> },
  { path: '/requests/generate', audience: 'user', title: text.shell.generator, screen: <GeneratorScreen /> },
  { path: '/Scanner', audience: 'signed-in', title: text.shell.scanner, screen: <ScannerScreen /> },
  { path: '/events', audience: 'signed-in', title: names.events, screen: <EventsScreen /> },
  { path: '/events/:id', audience: 'signed-in', title: names.eventParts.guests, screen: <EventScreen part="guests" /> },
  { path: '/events/:id/send', audience: 'signed-in', title: names.sending, screen: <SendScreen /> },
  { path: '/events/:id/card', audience: 'signed-in', title: names.eventParts.card, screen: <EventScreen part="card" /> },
  { path: '/events/:id/links', audience: 'signed-in', title: names.eventParts.links, screen: <EventScreen part="links" /> },
  { path: '/events/:id/arrivals', audience: 'signed-in', title: names.eventParts.arrivals, screen: <EventScreen part="arrivals" /> },
  { path: '/events/:id/details', audience: 'signed-in', title: names.eventParts.details, screen: <EventScreen part="details" /> },
  { path: '/data', audience: 'signed-in', title: names.data, screen: <DataScreen /> },
  { path: '/profile', audience: 'signed-in', title: names.profile, screen: <ProfileScreen />, waiting: <ProfileWaiting /> },
  { path: '/reports', audience: 'signed-in', title: names.reports, screen: <ReportsScreen /> },
  { path: '/requests', audience: 'user', title: names.requests, screen: <RequestsScreen /> },
  { path: '/users', audience: 'admin', title: names.users, screen: <UsersScreen /> },
  { path: '/notifications', audience: 'admin', title: names.notifications, screen: <NotificationsScreen /> },
  { path: '/orders', audience: 'admin', title: names.orders, screen: <OrdersScreen /> },
  { path: '/messages', audience: 'admin', title: names.messages, screen: <MessagesScreen /> },
  { path: '/apply', audience: 'admin', title: names.apply, screen: <ApplyScreen /> },
  { path: '/settings', audience: 'admin', title: names.settings, screen: <SettingsScreen /> },
  {
    path: '/DeletedAccounts',
    audience: 'signed-in',
    title: names.deletedAccounts,
    screen: (
      <AdministratorsOnly>
        <DeletedAccountsScreen />
      </AdministratorsOnly>
    ),
  },
]

/** Starts to load what a screen needs, while the server is still asked who is signed in. */
const loadEarly = (screen: ReactElement) => void (screen.type as Partial<ReturnType<typeof lazyPart>>).load?.().catch(() => {})

const toRoute = ({ path, audience, otherwise, title, screen, waiting }: AppScreen): Route => ({
  path,
  load() {
    loadEarly(screen)
    if (audience !== 'signed-out') void loadShell().catch(() => {})
  },
  element: (
    <RequireAudience audience={audience} otherwise={otherwise} waiting={waiting}>
      <Titled title={title}>{waiting ? <Suspense fallback={waiting}>{screen}</Suspense> : screen}</Titled>
    </RequireAudience>
  ),
})

/** The screens that people open with a link, without an account. */
const linkPages: Route[] = [
  { path: '/door', title: names.door, screen: <DoorScreen /> },
  { path: '/live', title: names.live, screen: <LiveScreen /> },
  { path: '/family', title: names.family, screen: <FamilyScreen /> },
].map(page => ({
  path: page.path,
  load: () => loadEarly(page.screen),
  element: (
    <Titled title={page.title}>
      <Suspense>{page.screen}</Suspense>
    </Titled>
  ),
}))

/** Shows the components of `ui/` on one page; only in development. */
const Gallery = import.meta.env.DEV && lazy(async () => ({ default: (await import('./gallery.tsx')).Gallery }))
const gallery: Route[] = Gallery ? [{ path: '/_ui', element: <Gallery /> }] : []

/** Every route of the product. */
export const routes: Route[] = [...screens.map(toRoute), ...linkPages, ...gallery, { path: '*', element: <Redirect to={WEBSITE} /> }]

export function createRouter() {
  const router = createRouterOf(routes)
  router.match(router.location())?.route.load?.()
  // Not the generator: the drawing of cards is half as large as all others together.
  for (const load of [loadShell, EventsScreen.load, ScannerScreen.load]) nextPart(load)
  return withDialogHistory(router)
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = text.shell.title(title)
  }, [title])
  return children
}
