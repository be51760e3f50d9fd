import { accountRules, type User } from '@hudur/core'
import { text } from '../../text/ar.ts'
import { wholeNumber } from '../../text/format.ts'
import { Numeric } from '../../ui/numeric.tsx'

/** Shows the signed-in user's name, role, and remaining balance of invitations. */
export function AccountSummary({ user, className = '' }: { user: User; className?: string }) {
  return (
    <div className={`text-sm leading-6 ${className}`}>
      <p className="max-w-[14rem] truncate font-semibold">{user.fullName}</p>
      {/* A narrow header has no room for role and balance in one line. */}
      <p className="flex flex-wrap whitespace-nowrap text-muted text-xs leading-5 md:max-lg:flex-col md:max-lg:leading-4">
        <span>{user.isAdmin ? text.shell.admin : text.shell.user}</span>
        <span aria-hidden="true" className="whitespace-pre md:max-lg:hidden">
          {' · '}
        </span>
        <span>
          {text.shell.balance} <Numeric>{wholeNumber(accountRules.remaining(user))}</Numeric>
        </span>
      </p>
    </div>
  )
}
