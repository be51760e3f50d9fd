import type { User } from '@hudur/core'
import {
  Bell,
  CalendarDays,
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

/** Returns the first screen after signing in. */
export const homeOf = ({ isAdmin }: Pick<User, 'isAdmin'>) => (isAdmin ? '/generator' : '/requests')

const generatorOf = ({ isAdmin }: User) => (isAdmin ? '/generator' : '/requests/generate')

type MainScreen = { label: string; icon: LucideIcon; to: (user: User) => string }

/** The main navigation, the same in the header and at the foot of a phone. */
export const mainScreens: readonly MainScreen[] = [
  { label: text.shell.generator, icon: Sparkles, to: generatorOf },
  { label: text.screenNames.events, icon: CalendarDays, to: () => '/events' },
  { label: text.screenNames.reports, icon: ChartNoAxesColumn, to: () => '/reports' },
  { label: text.shell.scanner, icon: ScanLine, to: () => '/scanner' },
]

type FurtherScreen = Omit<MainScreen, 'to'> & { to: string }

const forEverybody: readonly FurtherScreen[] = [
  { label: text.screenNames.data, icon: Table2, to: '/data' },
  { label: text.screenNames.profile, icon: UserRound, to: '/profile' },
  { label: text.screenNames.website, icon: Globe, to: '/website' },
]

const forHosts: readonly FurtherScreen[] = [{ label: text.screenNames.requests, icon: Inbox, to: '/requests' }]

const forAdministrators: readonly FurtherScreen[] = [
  { label: text.screenNames.orders, icon: Inbox, to: '/orders' },
  { label: text.screenNames.messages, icon: Mail, to: '/messages' },
  { label: text.screenNames.apply, icon: UserRoundCheck, to: '/apply' },
  { label: text.screenNames.users, icon: UsersRound, to: '/users' },
  { label: text.screenNames.notifications, icon: Bell, to: '/notifications' },
  { label: text.screenNames.deletedAccounts, icon: UserRoundX, to: '/DeletedAccounts' },
  { label: text.screenNames.settings, icon: Settings, to: '/settings' },
]

/** Returns the screens outside the main navigation, in groups. */
export const furtherScreensOf = ({ isAdmin }: Pick<User, 'isAdmin'>): readonly { label: string; screens: readonly FurtherScreen[] }[] =>
  isAdmin
    ? [
        { label: text.shell.office, screens: forAdministrators },
        { label: text.shell.yours, screens: forEverybody },
      ]
    : [{ label: text.shell.yours, screens: [...forHosts, ...forEverybody] }]

/** Whether a screen's path is the path of the page, in any case. */
export const isCurrentPath = (pathname: string, to: string) => pathname.toLowerCase() === to.toLowerCase()
