import { expect, test } from 'vitest'
import { readScreens } from './start-preloads.ts'

const ROUTER_SOURCE = `
const LoginScreen = lazyComponent(async () => (await import('../features/login-screen.tsx')).LoginScreen)
const UsersScreen = lazyComponent(
  async () => (await import('../features/users-screen.tsx')).UsersScreen,
)
const places = [
  { path: '/login', audience: 'signed-out', screen: <LoginScreen /> },
  {
    path: '/users/:id',
    audience: 'admin',
    screen: (
      <AdministratorsOnly>
        <UsersScreen part="one" />
      </AdministratorsOnly>
    ),
  },
]
`

test('readScreens returns the module of each route', () => {
  expect(readScreens(ROUTER_SOURCE)).toEqual([
    { address: '/login', module: 'src/features/login-screen.tsx', hasShell: false },
    { address: '/users/:id', module: 'src/features/users-screen.tsx', hasShell: true },
  ])
})

test('readScreens throws for a route that is not imported lazily', () => {
  expect(() => readScreens(ROUTER_SOURCE.replace('<LoginScreen />', '<OtherScreen />'))).toThrow('«/login»')
})
