import { Label, ProgressBar } from '@heroui/react'
import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { text } from '../text/ar.ts'
import { formatWholeNumber } from '../text/format.ts'

const COLOUR_OF_USAGE = { green: 'success', yellow: 'warning', red: 'danger' } as const

type BalanceBarProps = {
  account: Pick<User, 'generationLimit' | 'usedGenerations'>
  label?: string
  /** How much the current form would use. */
  requested?: number
}

/** Renders a bar that shows how much of an account's limit is used, and how much the current form would use. */
export function BalanceBar({ account, label = text.balance.label, requested = 0 }: BalanceBarProps) {
  const { generationLimit, usedGenerations } = account
  const remaining = accountRules.remainingBalance(account)
  const limit = Math.max(1, generationLimit)
  const used = Math.min(usedGenerations, limit)
  const percentOfLimit = (count: number) => `${(count / limit) * 100}%`
  return (
    <div className="grid gap-1">
      <ProgressBar
        className="w-full grid-cols-[minmax(min-content,1fr)_auto] gap-x-3"
        color={COLOUR_OF_USAGE[accountRules.quotaColour(account)]}
        data-usage={accountRules.quotaColour(account)}
        maxValue={limit}
        value={used}
        valueLabel={text.balance.left(formatWholeNumber(remaining), formatWholeNumber(generationLimit))}
      >
        <Label className="min-w-0 break-words">{label}</Label>
        <ProgressBar.Output className="font-normal text-muted" />
        <ProgressBar.Track>
          <ProgressBar.Fill />
          <span
            className={`absolute inset-y-0 ${requested > remaining ? 'bg-danger' : 'bg-gold'}`}
            style={{ insetInlineStart: percentOfLimit(used), inlineSize: percentOfLimit(Math.min(requested, limit - used)) }}
          />
        </ProgressBar.Track>
      </ProgressBar>
      {requested > 0 && (
        <p className="text-muted text-xs">
          {requested > remaining
            ? text.balance.beyond(formatWholeNumber(requested))
            : text.balance.requested(formatWholeNumber(requested), formatWholeNumber(remaining - requested))}
        </p>
      )}
    </div>
  )
}
