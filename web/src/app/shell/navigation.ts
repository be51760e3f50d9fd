import type { User } from '@hudur/core/accounts/contract'
import {
  Bell,
  CalendarDays,
  ChartColumn,
  ChartNoAxesColumn,
  Globe,
  Inbox,
  type LucideIcon,
  Mail,
  ScanLine,
  Settings,
  Sparkles,
  Table2,
  UserRound,
  UserRoundCheck,
  UserRoundX,
  UsersRound,
} from 'lucide-react'
import { text } from '../../text/ar.ts'

export const homePathOf = ({ isAdmin }: Pick<User, 'isAdmin'>) => (isAdmin ? '/generator' : '/requests')

export const isScannerPath = (pathname: string) => /^\/scanner\/?$/i.test(pathname)

const generatorPathOf = ({ isAdmin }: User) => (isAdmin ? '/generator' : '/requests/generate')

type MainScreen = { label: string; icon: LucideIcon; to: (user: User) => string }

/** The screens of the main navigation. The header and the navigation at the bottom of a phone show the same screens. */
export const mainScreens: readonly MainScreen[] = [
  { label: text.shell.generator, icon: Sparkles, to: generatorPathOf },
  { label: text.screenNames.events, icon: CalendarDays, to: () => '/events' },
  { label: text.screenNames.reports, icon: ChartNoAxesColumn, to: () => '/reports' },
  { label: text.shell.scanner, icon: ScanLine, to: () => '/scanner' },
]

type FurtherScreen = Omit<MainScreen, 'to'> & { to: string }

const screensForAllUsers: readonly FurtherScreen[] = [
  { label: text.screenNames.data, icon: Table2, to: '/data' },
  { label: text.screenNames.profile, icon: UserRound, to: '/profile' },
  { label: text.screenNames.website, icon: Globe, to: '/website' },
]

const requestsScreen: FurtherScreen = { label: text.screenNames.requests, icon: Inbox, to: '/requests' }

const screensForAdministrators: readonly FurtherScreen[] = [
  { label: text.screenNames.orders, icon: Inbox, to: '/orders' },
  { label: text.screenNames.messages, icon: Mail, to: '/messages' },
  { label: text.screenNames.apply, icon: UserRoundCheck, to: '/apply' },
  { label: text.screenNames.users, icon: UsersRound, to: '/users' },
  { label: text.screenNames.notifications, icon: Bell, to: '/notifications' },
  { label: text.screenNames.deletedAccounts, icon: UserRoundX, to: '/DeletedAccounts' },
  { label: text.screenNames.office, icon: ChartColumn, to: '/office' },
  { label: text.screenNames.settings, icon: Settings, to: '/settings' },
]

/** Returns the screens outside the main navigation that the user may open, in labelled groups. */
export const furtherScreenGroupsOf = ({ isAdmin }: Pick<User, 'isAdmin'>): { label: string; screens: readonly FurtherScreen[] }[] =>
  isAdmin
    ? [
        { label: text.shell.office, screens: screensForAdministrators },
        { label: text.shell.yours, screens: screensForAllUsers },
      ]
    : [{ label: text.shell.yours, screens: [requestsScreen, ...screensForAllUsers] }]

export const isCurrentPath = (pathname: string, to: string) => pathname.toLowerCase() === to.toLowerCase()
