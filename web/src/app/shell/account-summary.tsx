import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { Numeric } from '../../ui/numeric.tsx'

export function AccountSummary({ user, className = '' }: { user: User; className?: string }) {
  return (
    <div className={`text-sm leading-6 ${className}`}>
      <p className="max-w-[14rem] truncate font-semibold">{user.fullName}</p>
      {/* In a narrow header, role and balance do not fit in one line. */}
      <p className="flex flex-wrap whitespace-nowrap text-muted text-xs leading-5 md:max-lg:flex-col md:max-lg:leading-4">
        <span>{user.isAdmin ? text.shell.admin : text.shell.user}</span>
        <span aria-hidden="true" className="whitespace-pre md:max-lg:hidden">
          {' · '}
        </span>
        <span>
          {text.shell.balance} <Numeric>{formatWholeNumber(accountRules.remainingBalance(user))}</Numeric>
        </span>
      </p>
    </div>
  )
}
