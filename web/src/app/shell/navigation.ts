import type { User } from '@hudur/core'
import { type LucideIcon, ScanLine, Sparkles } from 'lucide-react'
import { text } from '../../text/ar.ts'

/** Where somebody stands after signing in. */
export const homeOf = ({ isAdmin }: Pick<User, 'isAdmin'>) => (isAdmin ? '/generator' : '/requests')

const generatorOf = ({ isAdmin }: User) => (isAdmin ? '/generator' : '/requests/generate')

type Place = { label: string; icon: LucideIcon; to: (user: User) => string }

/** The main navigation, the same in the header and at the foot of a phone. */
export const places: readonly Place[] = [
  { label: text.shell.generator, icon: Sparkles, to: generatorOf },
  { label: text.shell.scanner, icon: ScanLine, to: () => '/scanner' },
]
