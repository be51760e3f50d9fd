import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { ProfileWaiting } from '../features/accounts/profile/profile-waiting.tsx'
import { text } from '../text/ar.ts'
import { withDialogHistory } from '../ui/dialog-history.ts'
import { AdministratorsOnly } from './administrators-only.tsx'
import { BrokenScreen } from './error-screen.tsx'
import { type Audience, Redirect, RequireAudience, WEBSITE } from './guards.tsx'

const LoginScreen = lazy(async () => ({ default: (await import('../features/accounts/login-screen.tsx')).LoginScreen }))
const ProfileScreen = lazy(async () => ({ default: (await import('../features/accounts/profile/profile-screen.tsx')).ProfileScreen }))
const RegisterScreen = lazy(async () => ({ default: (await import('../features/accounts/register-screen.tsx')).RegisterScreen }))
const DeletedAccountsScreen = lazy(async () => ({
  default: (await import('../features/accounts/deleted/deleted-accounts-screen.tsx')).DeletedAccountsScreen,
}))
const DataScreen = lazy(async () => ({ default: (await import('../features/invitations/browse/data-screen.tsx')).DataScreen }))
const GeneratorScreen = lazy(async () => ({ default: (await import('../features/invitations/generator-screen.tsx')).GeneratorScreen }))
const EventsScreen = lazy(async () => ({ default: (await import('../features/events/events-screen.tsx')).EventsScreen }))
const EventScreen = lazy(async () => ({ default: (await import('../features/events/event-screen.tsx')).EventScreen }))
const DoorScreen = lazy(async () => ({ default: (await import('./door-screen.tsx')).DoorScreen }))
const FamilyScreen = lazy(async () => ({ default: (await import('../features/events/family-screen.tsx')).FamilyScreen }))
const LiveScreen = lazy(async () => ({ default: (await import('../features/events/live-screen.tsx')).LiveScreen }))
const ReportsScreen = lazy(async () => ({ default: (await import('../features/invitations/reports/reports-screen.tsx')).ReportsScreen }))
const RequestsScreen = lazy(async () => ({ default: (await import('../features/requests/requests-screen.tsx')).RequestsScreen }))
const ApplyScreen = lazy(async () => ({ default: (await import('../features/accounts/apply/apply-screen.tsx')).ApplyScreen }))
const SettingsScreen = lazy(async () => ({ default: (await import('../features/settings/settings-screen.tsx')).SettingsScreen }))
const UsersScreen = lazy(async () => ({ default: (await import('../features/accounts/users/users-screen.tsx')).UsersScreen }))
const MessagesScreen = lazy(async () => ({ default: (await import('../features/messages/messages-screen.tsx')).MessagesScreen }))
const NotificationsScreen = lazy(async () => ({
  default: (await import('../features/activity/notifications-screen.tsx')).NotificationsScreen,
}))
const SendScreen = lazy(async () => ({ default: (await import('../features/events/sending/send-screen.tsx')).SendScreen }))
const OrdersScreen = lazy(async () => ({ default: (await import('../features/requests/orders-screen.tsx')).OrdersScreen }))
const ScannerScreen = lazy(async () => ({ default: (await import('../features/scanning/scanner-screen.tsx')).ScannerScreen }))

/**
 * `otherwise`: where signed-in users outside the audience are redirected; the public page by default. `waiting`: the placeholder until the
 * user is known and the screen is loaded; the outline of a screen by default.
 */
type Place = { path: string; audience: Audience; otherwise?: string; title: string; screen: ReactNode; waiting?: ReactNode }

const names = text.places

/** Every screen with its path, audience and title. Paths match in any case, so `/scanner` is `/Scanner`. */
const places: readonly Place[] = [
  { path: '/login', audience: 'signed-out', otherwise: '/generator', title: text.login.title, screen: <LoginScreen /> },
  { path: '/register', audience: 'signed-out', title: text.register.title, screen: <RegisterScreen /> },
  { path: '/generator', audience: 'admin', otherwise: '/requests', title: text.shell.generator, screen: <GeneratorScreen /> },
  { path: '/requests/generate', audience: 'user', title: text.shell.generator, screen: <GeneratorScreen /> },
  { path: '/Scanner', audience: 'signed-in', title: text.shell.scanner, screen: <ScannerScreen /> },
  { path: '/events', audience: 'signed-in', title: text.events.title, screen: <EventsScreen /> },
  { path: '/events/:id', audience: 'signed-in', title: text.events.parts.guests, screen: <EventScreen part="guests" /> },
  { path: '/events/:id/send', audience: 'signed-in', title: text.sending.title, screen: <SendScreen /> },
  { path: '/events/:id/card', audience: 'signed-in', title: text.events.parts.card, screen: <EventScreen part="card" /> },
  { path: '/events/:id/links', audience: 'signed-in', title: text.events.parts.links, screen: <EventScreen part="links" /> },
  { path: '/events/:id/arrivals', audience: 'signed-in', title: text.events.parts.arrivals, screen: <EventScreen part="arrivals" /> },
  { path: '/events/:id/details', audience: 'signed-in', title: text.events.parts.details, screen: <EventScreen part="details" /> },
  { path: '/data', audience: 'signed-in', title: names.data, screen: <DataScreen /> },
  { path: '/profile', audience: 'signed-in', title: names.profile, screen: <ProfileScreen />, waiting: <ProfileWaiting /> },
  { path: '/reports', audience: 'signed-in', title: names.reports, screen: <ReportsScreen /> },
  { path: '/requests', audience: 'user', title: text.requests.title, screen: <RequestsScreen /> },
  { path: '/users', audience: 'admin', title: text.users.title, screen: <UsersScreen /> },
  { path: '/notifications', audience: 'admin', title: names.notifications, screen: <NotificationsScreen /> },
  { path: '/orders', audience: 'admin', title: names.orders, screen: <OrdersScreen /> },
  { path: '/messages', audience: 'admin', title: names.messages, screen: <MessagesScreen /> },
  { path: '/apply', audience: 'admin', title: text.apply.title, screen: <ApplyScreen /> },
  { path: '/settings', audience: 'admin', title: text.settings.title, screen: <SettingsScreen /> },
  {
    path: '/DeletedAccounts',
    audience: 'signed-in',
    title: text.deleted.title,
    screen: (
      <AdministratorsOnly>
        <DeletedAccountsScreen />
      </AdministratorsOnly>
    ),
  },
]

const toRoute = ({ path, audience, otherwise, title, screen, waiting }: Place): RouteObject => ({
  path,
  element: (
    <RequireAudience audience={audience} otherwise={otherwise} waiting={waiting}>
      <Titled title={title}>{waiting ? <Suspense fallback={waiting}>{screen}</Suspense> : screen}</Titled>
    </RequireAudience>
  ),
  errorElement: <BrokenScreen />,
})

/** The screens that people open with a link, without an account. */
const linkPages: RouteObject[] = [
  { path: '/door', title: text.links.door.title, screen: <DoorScreen /> },
  { path: '/live', title: text.links.screen.title, screen: <LiveScreen /> },
  { path: '/family', title: text.links.family.title, screen: <FamilyScreen /> },
].map(page => ({
  path: page.path,
  element: (
    <Titled title={page.title}>
      <Suspense>{page.screen}</Suspense>
    </Titled>
  ),
  errorElement: <BrokenScreen />,
}))

/** Shows the components of `ui/` on one page; only in development. */
const gallery: RouteObject[] = import.meta.env.DEV ? [{ path: '/_ui', lazy: async () => (await import('./gallery.tsx')).route }] : []

/** Every route of the product. */
export const routes: RouteObject[] = [
  ...places.map(toRoute),
  ...linkPages,
  ...gallery,
  { path: '*', element: <Redirect to={WEBSITE} />, errorElement: <BrokenScreen /> },
]

export const createRouter = () => withDialogHistory(createBrowserRouter(routes))

function Titled({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = text.shell.title(title)
  }, [title])
  return children
}
