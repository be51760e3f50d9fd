import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { Refusal } from '@hudur/core/refusals'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { BalanceBar } from '../../ui/balance-bar.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { GeneratorValues } from './generator-values.ts'
import { useGuestList } from './names-field.tsx'

export type AccountQuota = Pick<User, 'generationLimit' | 'usedGenerations'>

/** Returns how many invitations the form requests, and whether `account` (undefined until loaded) has too little balance for them. */
export function useRequestedCount(form: UseFormReturn<GeneratorValues>, account: AccountQuota | undefined) {
  const kind = useWatch({ control: form.control, name: 'kind' })
  const { count } = useGuestList(form)
  const requested = kind === 'names' ? count : 1
  return { requested, isOver: account !== undefined && !accountRules.hasBalanceFor(account, requested) }
}

type RequestBalanceProps = {
  account: AccountQuota | undefined
  label: string
  requested: number
  isOver: boolean
  /** Returns the error text if more invitations are requested than remain. */
  overLimitText: (requested: number, remaining: number) => string
  error: Error | null
}

/** Shows what the requested invitations leave of a balance, or why they cannot be created. */
export function RequestBalance({ account, label, requested, isOver, overLimitText, error }: RequestBalanceProps) {
  return (
    <>
      {account && <BalanceBar account={account} label={label} requested={requested} />}
      {account && isOver && (
        <Notice tone="danger">
          <p className="font-medium">{text.generator.over}</p>
          <p>{overLimitText(requested, accountRules.remainingBalance(account))}</p>
        </Notice>
      )}
      {error && !isOver && (
        <Notice tone="danger">
          <p className="font-medium">{text.generator.failed}</p>
          <p>{error instanceof Refusal ? error.message : text.generator.noAnswer}</p>
        </Notice>
      )}
    </>
  )
}
