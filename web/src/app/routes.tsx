import { type ReactElement, type ReactNode, Suspense, useEffect } from 'react'
import { ProfileLoading } from '../features/accounts/profile/profile-waiting.tsx'
import { fetchPartWhenIdle } from '../loading/idle.ts'
import { lazyComponent } from '../loading/lazy-component.tsx'
import type { Route } from '../router/match.ts'
import { createRouter as createRouterOf } from '../router/router.ts'
import { text } from '../text/ar.ts'
import { withDialogHistory } from '../ui/dialog-history.ts'
import { AdministratorsOnly } from './administrators-only.tsx'
import { type Audience, loadShell, PUBLIC_PAGE_PATH, Redirect, RequireAudience } from './guards.tsx'
import { SignedOutLayout } from './shell/signed-out-layout.tsx'

const LoginScreen = lazyComponent(async () => (await import('../features/accounts/login-screen.tsx')).LoginScreen)
const ProfileScreen = lazyComponent(async () => (await import('../features/accounts/profile/profile-screen.tsx')).ProfileScreen)
const RegisterScreen = lazyComponent(async () => (await import('../features/accounts/register-screen.tsx')).RegisterScreen)
const DeletedAccountsScreen = lazyComponent(
  async () => (await import('../features/accounts/deleted/deleted-accounts-screen.tsx')).DeletedAccountsScreen,
)
const DataScreen = lazyComponent(async () => (await import('../features/invitations/data-screen.tsx')).DataScreen)
const GeneratorScreen = lazyComponent(async () => (await import('../features/generator/generator-screen.tsx')).GeneratorScreen)
const EventsScreen = lazyComponent(async () => (await import('../features/events/events-screen.tsx')).EventsScreen)
const EventScreen = lazyComponent(async () => (await import('../features/events/event-screen.tsx')).EventScreen)
const DoorLinkScreen = lazyComponent(async () => (await import('./door-screen.tsx')).DoorLinkScreen)
const FamilyScreen = lazyComponent(async () => (await import('../features/links/family-screen.tsx')).FamilyScreen)
const LiveScreen = lazyComponent(async () => (await import('../features/links/live-screen.tsx')).LiveScreen)
const ReportsScreen = lazyComponent(async () => (await import('../features/reports/reports-screen.tsx')).ReportsScreen)
const RequestsScreen = lazyComponent(async () => (await import('../features/requests/requests-screen.tsx')).RequestsScreen)
const WelcomeScreen = lazyComponent(async () => (await import('../features/accounts/welcome-screen.tsx')).WelcomeScreen)
const ApplyScreen = lazyComponent(async () => (await import('../features/accounts/apply/apply-screen.tsx')).ApplyScreen)
const ForgottenScreen = lazyComponent(async () => (await import('../features/accounts/forgotten-screen.tsx')).ForgottenScreen)
const SettingsScreen = lazyComponent(async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen)
const UsersScreen = lazyComponent(async () => (await import('../features/accounts/users/users-screen.tsx')).UsersScreen)
const MessagesScreen = lazyComponent(async () => (await import('../features/messages/messages-screen.tsx')).MessagesScreen)
const NotificationsScreen = lazyComponent(async () => (await import('../features/activity/notifications-screen.tsx')).NotificationsScreen)
const SendScreen = lazyComponent(async () => (await import('../features/sending/send-screen.tsx')).SendScreen)
const OfficeScreen = lazyComponent(async () => (await import('../features/sales/office-screen.tsx')).OfficeScreen)
const WhatsAppSetupScreen = lazyComponent(async () => (await import('../features/whatsapp/setup-screen.tsx')).WhatsAppSetupScreen)
const OrdersScreen = lazyComponent(async () => (await import('../features/requests/orders-screen.tsx')).OrdersScreen)
const ScannerScreen = lazyComponent(async () => (await import('../features/check-in/scanner-screen.tsx')).ScannerScreen)

/**
 * A screen. `otherwise` is the path to which signed-in users outside the audience are redirected, by default the public page. `waiting` is
 * the placeholder until the user is known and the screen is loaded, by default the outline of a screen.
 */
type AppScreen = {
  path: string
  audience: Audience
  otherwise?: string
  title: string
  screen: ReactElement
  opensEarly?: boolean
  waiting?: ReactNode
}

const screenNames = text.screenNames

/** All screens. The router ignores the case of paths, so `/scanner` opens `/Scanner`. */
const screens: readonly AppScreen[] = [
  { path: '/login', audience: 'signed-out', otherwise: '/generator', title: screenNames.login, screen: <LoginScreen /> },
  { path: '/forgotten', audience: 'signed-out', title: screenNames.forgotten, screen: <ForgottenScreen /> },
  { path: '/register', audience: 'signed-out', title: screenNames.register, screen: <RegisterScreen /> },
  { path: '/generator', audience: 'admin', otherwise: '/requests', title: text.shell.generator, screen: <GeneratorScreen /> },
  { path: '/requests/generate', audience: 'user', title: text.shell.generator, screen: <GeneratorScreen /> },
  { path: '/Scanner', audience: 'signed-in', title: text.shell.scanner, screen: <ScannerScreen />, opensEarly: true },
  { path: '/events', audience: 'signed-in', title: screenNames.events, screen: <EventsScreen />, opensEarly: true },
  { path: '/events/:id', audience: 'signed-in', title: screenNames.eventParts.guests, screen: <EventScreen part="guests" /> },
  { path: '/events/:id/send', audience: 'signed-in', title: screenNames.sending, screen: <SendScreen /> },
  { path: '/events/:id/card', audience: 'signed-in', title: screenNames.eventParts.card, screen: <EventScreen part="card" /> },
  { path: '/events/:id/links', audience: 'signed-in', title: screenNames.eventParts.links, screen: <EventScreen part="links" /> },
  { path: '/events/:id/arrivals', audience: 'signed-in', title: screenNames.eventParts.arrivals, screen: <EventScreen part="arrivals" /> },
  { path: '/events/:id/answers', audience: 'signed-in', title: screenNames.eventParts.answers, screen: <EventScreen part="answers" /> },
  { path: '/events/:id/after', audience: 'signed-in', title: screenNames.eventParts.after, screen: <EventScreen part="after" /> },
  { path: '/events/:id/details', audience: 'signed-in', title: screenNames.eventParts.details, screen: <EventScreen part="details" /> },
  { path: '/data', audience: 'signed-in', title: screenNames.data, screen: <DataScreen />, opensEarly: true },
  { path: '/profile', audience: 'signed-in', title: screenNames.profile, screen: <ProfileScreen />, waiting: <ProfileLoading /> },
  { path: '/reports', audience: 'signed-in', title: screenNames.reports, screen: <ReportsScreen />, opensEarly: true },
  { path: '/requests', audience: 'user', title: screenNames.requests, screen: <RequestsScreen /> },
  { path: '/users', audience: 'admin', title: screenNames.users, screen: <UsersScreen /> },
  { path: '/notifications', audience: 'admin', title: screenNames.notifications, screen: <NotificationsScreen /> },
  { path: '/orders', audience: 'admin', title: screenNames.orders, screen: <OrdersScreen /> },
  { path: '/messages', audience: 'admin', title: screenNames.messages, screen: <MessagesScreen /> },
  { path: '/apply', audience: 'admin', title: screenNames.apply, screen: <ApplyScreen /> },
  { path: '/office', audience: 'admin', title: screenNames.office, screen: <OfficeScreen /> },
  { path: '/whatsapp', audience: 'admin', title: text.whatsappOfOffice, screen: <WhatsAppSetupScreen /> },
  { path: '/settings', audience: 'admin', title: screenNames.settings, screen: <SettingsScreen /> },
  {
    path: '/DeletedAccounts',
    audience: 'signed-in',
    title: screenNames.deletedAccounts,
    screen: (
      <AdministratorsOnly>
        <DeletedAccountsScreen />
      </AdministratorsOnly>
    ),
  },
]

/** Starts to load the script of a screen while the request that asks who is signed in is still pending. */
const preloadScreen = (screen: ReactElement) => void (screen.type as Partial<ReturnType<typeof lazyComponent>>).load?.().catch(() => {})

const toRoute = ({ path, audience, otherwise, title, screen, opensEarly, waiting }: AppScreen): Route => ({
  path,
  load() {
    preloadScreen(screen)
    if (audience !== 'signed-out') void loadShell().catch(() => {})
  },
  element: (
    <RequireAudience audience={audience} opensEarly={opensEarly} otherwise={otherwise} waiting={waiting}>
      <WithDocumentTitle title={title}>{waiting ? <Suspense fallback={waiting}>{screen}</Suspense> : screen}</WithDocumentTitle>
    </RequireAudience>
  ),
})

/** The routes of the screens that people without an account open with a link that a host sent them. */
const sharedLinkRoutes: Route[] = [
  { path: '/door', title: screenNames.door, screen: <DoorLinkScreen /> },
  { path: '/live', title: screenNames.live, screen: <LiveScreen /> },
  { path: '/family', title: screenNames.family, screen: <FamilyScreen /> },
].map(page => ({
  path: page.path,
  load: () => preloadScreen(page.screen),
  element: (
    <WithDocumentTitle title={page.title}>
      <Suspense>{page.screen}</Suspense>
    </WithDocumentTitle>
  ),
}))

/** The page that a customer opens with a link of the office, in the layout of the screens before sign-in, also where another account is signed in. */
const welcomeRoute: Route = {
  path: '/welcome',
  load: () => void WelcomeScreen.load().catch(() => {}),
  element: (
    <WithDocumentTitle title={screenNames.welcome}>
      <SignedOutLayout>
        <Suspense>
          <WelcomeScreen />
        </Suspense>
      </SignedOutLayout>
    </WithDocumentTitle>
  ),
}

export const routes: Route[] = [
  ...screens.map(toRoute),
  ...sharedLinkRoutes,
  welcomeRoute,
  { path: '*', element: <Redirect to={PUBLIC_PAGE_PATH} /> },
]

export function createRouter() {
  const router = createRouterOf(routes)
  router.match(router.location())?.route.load?.()
  // The generator is not loaded in advance: its code that draws cards is half as large as all other screens together.
  for (const load of [loadShell, EventsScreen.load, ScannerScreen.load]) fetchPartWhenIdle(load)
  return withDialogHistory(router)
}

function WithDocumentTitle({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = text.shell.title(title)
  }, [title])
  return children
}
