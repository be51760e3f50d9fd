import { type ComponentType, lazy, type ReactNode, useEffect } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { text } from '../text/ar.ts'
import { type Audience, Elsewhere, Only } from './guards.tsx'
import { BrokenScreen } from './trouble.tsx'

const LoginScreen = lazy(async () => ({ default: (await import('../features/accounts/login-screen.tsx')).LoginScreen }))
const GeneratorScreen = lazy(async () => ({ default: (await import('../features/invitations/generator-screen.tsx')).GeneratorScreen }))
const RequestsScreen = lazy(async () => ({ default: (await import('../features/requests/requests-screen.tsx')).RequestsScreen }))
const ScannerScreen = lazy(async () => ({ default: (await import('../features/scanning/scanner-screen.tsx')).ScannerScreen }))

type Place = { path: string; audience: Audience; title: string; Screen: ComponentType }

/** Every screen: where it is, whom it is for and what it is called. Paths match in any case, so `/scanner` is `/Scanner`. */
const places: readonly Place[] = [
  { path: '/login', audience: 'signed-out', title: text.login.title, Screen: LoginScreen },
  { path: '/generator', audience: 'admin', title: text.shell.generator, Screen: GeneratorScreen },
  { path: '/requests', audience: 'user', title: text.requests.title, Screen: RequestsScreen },
  { path: '/requests/generate', audience: 'user', title: text.shell.generator, Screen: GeneratorScreen },
  { path: '/Scanner', audience: 'signed-in', title: text.shell.scanner, Screen: ScannerScreen },
]

const toRoute = ({ path, audience, title, Screen }: Place): RouteObject => ({
  path,
  element: (
    <Only audience={audience}>
      <Titled title={title}>
        <Screen />
      </Titled>
    </Only>
  ),
  errorElement: <BrokenScreen />,
})

export const createRouter = () =>
  createBrowserRouter([...places.map(toRoute), { path: '*', element: <Elsewhere />, errorElement: <BrokenScreen /> }])

function Titled({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = text.shell.title(title)
  }, [title])
  return children
}
