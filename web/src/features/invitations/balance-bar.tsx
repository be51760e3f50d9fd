import { Label, ProgressBar } from '@heroui/react'
import { accountRules, type User } from '@hudur/core'
import { text } from '../../text/ar.ts'
import { wholeNumber } from '../../text/format.ts'

const COLOURS = { green: 'success', yellow: 'warning', red: 'danger' } as const

type BalanceBarProps = { account: Pick<User, 'generationLimit' | 'usedGenerations'>; requested: number }

/** How much of an account's limit is used, and how much is asked for now. */
export function BalanceBar({ account, requested }: BalanceBarProps) {
  const { generationLimit, usedGenerations } = account
  const left = text.generator.left(wholeNumber(accountRules.remaining(account)), wholeNumber(generationLimit))
  return (
    <div className="grid gap-1">
      <ProgressBar
        className="w-full"
        color={COLOURS[accountRules.usage(account)]}
        data-usage={accountRules.usage(account)}
        maxValue={Math.max(1, generationLimit)}
        value={Math.min(usedGenerations, generationLimit)}
        valueLabel={left}
      >
        <Label>{text.generator.balance}</Label>
        <ProgressBar.Output className="font-normal text-muted" />
        <ProgressBar.Track>
          <ProgressBar.Fill />
        </ProgressBar.Track>
      </ProgressBar>
      {requested > 0 && <p className="text-muted text-xs">{text.generator.requested(wholeNumber(requested))}</p>}
    </div>
  )
}
