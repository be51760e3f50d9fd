import { accountRules, type User } from '@hudur/core'
import { text } from '../../text/ar.ts'
import { wholeNumber } from '../../text/format.ts'
import { Numeric } from '../../ui/numeric.tsx'

/** Who is here, as what, and how many invitations they may still make. */
export function AccountSummary({ user, className = '' }: { user: User; className?: string }) {
  return (
    <div className={`text-sm leading-6 ${className}`}>
      <p className="max-w-56 truncate font-semibold">{user.fullName}</p>
      <p className="whitespace-nowrap text-muted text-xs leading-5">
        {/* Where a header is narrow it is only heard. */}
        <span className="md:max-lg:sr-only">
          {user.isAdmin ? text.shell.admin : text.shell.user}
          {' · '}
        </span>
        {text.shell.balance} <Numeric>{wholeNumber(accountRules.remaining(user))}</Numeric>
      </p>
    </div>
  )
}
