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

/**
 * Returns how many invitations the form requests (with `countsPeople`: for how many people), and whether the balance of `account` is too
 * small. `account` is undefined until it is loaded.
 */
export function useRequestedCount(form: UseFormReturn<GeneratorValues>, account: AccountQuota | undefined, countsPeople = false) {
  const [kind, uses, scans] = useWatch({ control: form.control, name: ['kind', 'uses', 'scans'] })
  const { count, guests } = useGuestList(form)
  const invitations = kind === 'names' ? count : 1
  const people = kind === 'names' ? guests.reduce((sum, { persons }) => sum + persons, 0) : kind === 'count' ? uses : scans
  const requested = countsPeople ? people : invitations
  return { requested, isOver: account !== undefined && !accountRules.hasBalanceFor(account, requested) }
}

type RequestBalanceProps = {
  account: AccountQuota | undefined
  label: string
  requested: number
  isOver: boolean
  /** Returns the error text if more is requested than remains. */
  overLimitText: (requested: number, remaining: number) => string
  error: Error | null
}

/** Shows the balance after the request, or why the request exceeds it. */
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
