import type { DeletedAccount } from '@hudur/core/accounts/contract'
import { useState } from 'react'
import { text } from '../../../text/ar.ts'
import { formatShortNumber, formatWholeNumber } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stats } from '../../../ui/stats.tsx'
import { useDeletedAccounts } from '../administration-queries.ts'
import { errorTextOf } from '../error-text.ts'
import { DeletedAccountDialog, DeletedAccountsTable, SortFields } from './deleted-accounts-table.tsx'
import { PAGE_SIZES, useListOptions } from './deleted-list-options.ts'

const words = text.deleted

/** Lists deleted accounts, with who deleted them and when. The server searches, sorts and counts. */
export function DeletedAccountsScreen() {
  const { shown, show } = useListOptions()
  const deletedAccounts = useDeletedAccounts(shown)
  const [opened, setOpened] = useState<DeletedAccount>()
  const { accounts, statistics, pagination } = deletedAccounts.data ?? {}

  return (
    <>
      <PageHeading title={words.title} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {!deletedAccounts.isError && (
          <Stats
            stats={[
              { label: words.stats.total, value: statistics && formatWholeNumber(statistics.total_deleted) },
              { label: words.stats.admins, value: statistics && formatWholeNumber(statistics.deleted_admins) },
              { label: words.stats.self, value: statistics && formatWholeNumber(statistics.self_deleted) },
              { label: words.stats.average, value: statistics && formatShortNumber(statistics.avg_generations_used) },
            ]}
          />
        )}
        <div className="flex flex-wrap items-end gap-3">
          <SearchField
            className="min-w-56 max-w-md grow"
            label={words.search}
            onSearch={search => show({ search })}
            placeholder={words.searchExample}
            value={shown.search}
          />
          <SortFields onShow={show} shown={shown} />
          <SelectField
            className="ms-auto w-28"
            label={words.size}
            onChange={size => show({ limit: Number(size) })}
            options={PAGE_SIZES.map(size => ({ id: String(size), label: formatWholeNumber(size) }))}
            value={String(shown.limit)}
          />
        </div>
        {deletedAccounts.isError && (
          <LoadFailure query={deletedAccounts} tone="danger">
            {errorTextOf(deletedAccounts.error, { failed: words.failed, unreachable: words.unreachable })}
          </LoadFailure>
        )}
        {deletedAccounts.isPending && <TableSkeleton />}
        {accounts && pagination && (
          <Pagination isOld={deletedAccounts.isPlaceholderData} size={pagination.per_page} total={pagination.total_records}>
            <DeletedAccountsTable
              accounts={accounts}
              isBusy={deletedAccounts.isPlaceholderData}
              onOpen={setOpened}
              onShow={show}
              shown={shown}
            />
          </Pagination>
        )}
        {pagination?.total_records === 0 &&
          (shown.search ? (
            <EmptyState action={<Button onPress={() => show({ search: '' })}>{words.clear}</Button>} title={words.noMatch}>
              {words.noMatchAdvice}
            </EmptyState>
          ) : (
            <EmptyState title={words.empty}>{words.emptyAdvice}</EmptyState>
          ))}
      </div>
      {opened && <DeletedAccountDialog account={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function TableSkeleton() {
  return (
    <div aria-label={text.ui.loading} className="grid gap-3" role="status">
      {['a', 'b', 'c', 'd', 'e', 'f'].map(row => (
        <Skeleton className="h-14" key={row} />
      ))}
    </div>
  )
}
