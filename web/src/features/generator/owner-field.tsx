import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { ComboField } from '../../ui/combo-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import type { GeneratorValues } from './generator-values.ts'
import { useHosts } from './queries.ts'

export function OwnerField({ form }: { form: UseFormReturn<GeneratorValues> }) {
  const { data: hosts, isError, isFetching, refetch } = useHosts()
  const isDeletedOwner = (owner: string) => owner !== '' && hosts?.some(({ id }) => id === owner) === false
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Controller
        control={form.control}
        name="owner"
        render={({ field, fieldState }) => (
          <ComboField
            {...field}
            clearLabel={text.generator.clearOwner}
            description={text.generator.ownerHint}
            error={isDeletedOwner(field.value) ? text.generator.ownerGone : fieldState.error?.message}
            label={text.generator.owner}
            nothing={hosts ? text.generator.noHosts : text.ui.loading}
            options={(hosts ?? []).map(hostToOption)}
            placeholder={text.generator.oneself}
          />
        )}
        rules={{ validate: owner => !isDeletedOwner(owner) || text.generator.ownerGone }}
      />
      {isError && !hosts && (
        <Notice
          action={
            <Button isPending={isFetching} onPress={() => void refetch()} size="sm" variant="ghost">
              {text.ui.retry}
            </Button>
          }
          tone="quiet"
        >
          {text.generator.hostsFailed}
        </Notice>
      )}
    </div>
  )
}

const hostToOption = (host: User) => ({
  id: host.id,
  // The username distinguishes users of the same name.
  label: `${host.fullName} (${host.username})`,
  face: (
    <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 pe-6">
      <span className="truncate">{host.fullName}</span>
      <span className="row-span-2 text-muted text-xs">
        {text.balance.label} <Numeric>{formatWholeNumber(accountRules.remainingBalance(host))}</Numeric>
      </span>
      <span className="truncate text-muted text-xs">
        <Numeric>@{host.username}</Numeric>
      </span>
    </span>
  ),
})
