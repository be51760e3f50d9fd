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

type Place = { label: string; icon: LucideIcon; to: (user: User) => string }

/** The main navigation, the same in the header and at the foot of a phone. */
export const places: readonly Place[] = [
  { label: text.shell.generator, icon: Sparkles, to: generatorOf },
  { label: text.places.events, icon: CalendarDays, to: () => '/events' },
  { label: text.places.reports, icon: ChartNoAxesColumn, to: () => '/reports' },
  { label: text.shell.scanner, icon: ScanLine, to: () => '/scanner' },
]

type FurtherPlace = Omit<Place, 'to'> & { to: string }

const forEverybody: readonly FurtherPlace[] = [
  { label: text.places.data, icon: Table2, to: '/data' },
  { label: text.places.profile, icon: UserRound, to: '/profile' },
  { label: text.places.website, icon: Globe, to: '/website' },
]

const forHosts: readonly FurtherPlace[] = [{ label: text.places.requests, icon: Inbox, to: '/requests' }]

const forAdministrators: readonly FurtherPlace[] = [
  { label: text.places.orders, icon: Inbox, to: '/orders' },
  { label: text.places.messages, icon: Mail, to: '/messages' },
  { label: text.places.apply, icon: UserRoundCheck, to: '/apply' },
  { label: text.places.users, icon: UsersRound, to: '/users' },
  { label: text.places.notifications, icon: Bell, to: '/notifications' },
  { label: text.places.deletedAccounts, icon: UserRoundX, to: '/DeletedAccounts' },
  { label: text.places.settings, icon: Settings, to: '/settings' },
]

/** Returns the screens outside the main navigation, in groups. */
export const furtherPlacesOf = ({ isAdmin }: Pick<User, 'isAdmin'>): readonly { label: string; places: readonly FurtherPlace[] }[] =>
  isAdmin
    ? [
        { label: text.shell.office, places: forAdministrators },
        { label: text.shell.yours, places: forEverybody },
      ]
    : [{ label: text.shell.yours, places: [...forHosts, ...forEverybody] }]

/** Whether a screen's path is the path of the page, in any case. */
export const isCurrentPath = (pathname: string, to: string) => pathname.toLowerCase() === to.toLowerCase()
