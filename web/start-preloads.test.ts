import { expect, test } from 'vitest'
import { readScreens } from './start-preloads.ts'

const SOURCE = `
const LoginScreen = lazyPart(async () => (await import('../features/login-screen.tsx')).LoginScreen)
const UsersScreen = lazyPart(
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

test('reads the module of each address, and whether it is shown inside the shell', () => {
  expect(readScreens(SOURCE)).toEqual([
    { address: '/login', module: 'src/features/login-screen.tsx', hasShell: false },
    { address: '/users/:id', module: 'src/features/users-screen.tsx', hasShell: true },
  ])
})

test('throws when an address has a screen that is not fetched separately', () => {
  expect(() => readScreens(SOURCE.replace('<LoginScreen />', '<OtherScreen />'))).toThrow('«/login»')
})
