import type { DeletedAccount } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { DELETED_BY_SELF } from '@hudur/core/accounts/username'
import { ArrowDown, ArrowDownWideNarrow, ArrowUp, ArrowUpNarrowWide } from 'lucide-react'
import { useId } from 'react'
import { text } from '../../../text/ar.ts'
import { formatInvitationMoment, formatWholeNumber } from '../../../text/format.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Numeric } from '../../../ui/numeric.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { type ListOptions, SORT_COLUMNS, type SortColumn, toggleSort } from './deleted-list-options.ts'

const words = text.deleted

type DeletedAccountsTableProps = {
  accounts: readonly DeletedAccount[]
  shown: ListOptions
  onShow: (change: Partial<ListOptions>) => void
  onOpen: (account: DeletedAccount) => void
  /** Whether the rows of another page, search or order are being loaded; until then the previous rows are dimmed. */
  isBusy: boolean
}

export function DeletedAccountsTable({ accounts, shown, onShow, onOpen, isBusy }: DeletedAccountsTableProps) {
  return (
    <div aria-busy={isBusy} className={isBusy ? 'opacity-60' : ''}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:hidden">
        {accounts.map(account => (
          <AccountCard account={account} key={account.id} onOpen={() => onOpen(account)} />
        ))}
      </ul>
      <div className="overflow-x-auto rounded-xl bg-surface shadow-surface max-md:hidden">
        <table className="w-full text-start text-sm">
          <thead>
            <tr className="border-border border-b text-muted">
              {COLUMNS.map(column => (
                <ColumnHeading column={column} key={column} onShow={onShow} shown={shown} />
              ))}
            </tr>
          </thead>
          <tbody>
            {accounts.map(account => (
              <AccountRow account={account} key={account.id} onOpen={() => onOpen(account)} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const COLUMNS = ['username', 'full_name', 'phone', 'used_generations', 'deleted_at', 'details'] as const
type Column = (typeof COLUMNS)[number]

const isSortable = (column: Column): column is SortColumn & Column => SORT_COLUMNS.some(sort => sort === column)

function ColumnHeading({ column, shown, onShow }: { column: Column } & Pick<DeletedAccountsTableProps, 'shown' | 'onShow'>) {
  if (!isSortable(column)) {
    return (
      <th className="px-4 py-3 text-start font-medium" scope="col">
        {words.columns[column]}
      </th>
    )
  }
  const isSorted = shown.sortBy === column
  const isDescending = shown.sortOrder === 'DESC'
  const Icon = isDescending ? ArrowDown : ArrowUp
  return (
    <th aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'} className="p-0 text-start font-medium" scope="col">
      <button
        className="flex min-h-12 w-full cursor-pointer items-center gap-1.5 whitespace-nowrap px-4 outline-offset-[-3px] hover:text-foreground"
        onClick={() => onShow(toggleSort(column, shown))}
        type="button"
      >
        {words.columns[column]}
        <Icon aria-hidden="true" className={`size-4 text-gold-ink ${isSorted ? '' : 'invisible'}`} strokeWidth={1.7} />
      </button>
    </th>
  )
}

const quotaOf = ({ generation_limit, used_generations }: DeletedAccount) => ({
  generationLimit: generation_limit,
  usedGenerations: used_generations,
})

function QuotaUsage({ account }: { account: DeletedAccount }) {
  return (
    <>
      <Numeric>{words.usage(formatWholeNumber(account.used_generations), formatWholeNumber(account.generation_limit))}</Numeric>{' '}
      <span className="text-muted text-xs">
        (<Numeric>{words.percent(formatWholeNumber(accountRules.usedQuotaPercent(quotaOf(account))))}</Numeric>)
      </span>
    </>
  )
}

const Phone = ({ phone }: { phone: string | null }) =>
  phone ? <Numeric>{phone}</Numeric> : <span className="text-muted">{words.noPhone}</span>

const DeletedBy = ({ account: { deleted_by } }: { account: DeletedAccount }) =>
  deleted_by === DELETED_BY_SELF ? words.self : <bdi>{deleted_by}</bdi>

const Username = ({ account: { username, is_admin } }: { account: DeletedAccount }) => (
  <>
    <bdi>{username}</bdi> {is_admin && <Chip tone="going">{words.admin}</Chip>}
  </>
)

function AccountRow({ account, onOpen }: { account: DeletedAccount; onOpen: () => void }) {
  const name = useId()
  return (
    <tr className="border-separator border-b last:border-0">
      <td className="break-words px-4 py-3 font-medium">
        <Username account={account} />
      </td>
      <td className="break-words px-4 py-3" id={name}>
        <bdi>{account.full_name}</bdi>
      </td>
      <td className="whitespace-nowrap px-4 py-3">
        <Phone phone={account.phone} />
      </td>
      <td className="whitespace-nowrap px-4 py-3">
        <QuotaUsage account={account} />
      </td>
      <td className="px-4 py-3">
        <Numeric className="whitespace-nowrap">{formatInvitationMoment(account.deleted_at)}</Numeric>
        <p className="text-muted text-xs">
          {words.by} <DeletedBy account={account} />
        </p>
      </td>
      <td className="px-4 py-3">
        <Button aria-describedby={name} onPress={onOpen} size="sm" variant="outline">
          {words.details}
        </Button>
      </td>
    </tr>
  )
}

function AccountCard({ account, onOpen }: { account: DeletedAccount; onOpen: () => void }) {
  const name = useId()
  return (
    <li className="min-w-0 rounded-xl bg-surface p-5 shadow-surface">
      <h2 className="break-words font-semibold text-lg leading-8" id={name}>
        <bdi>{account.full_name}</bdi>
      </h2>
      <p className="break-words text-muted text-sm">
        <Username account={account} />
      </p>
      <DescriptionList
        className="mt-3"
        items={[
          [words.columns.phone, <Phone key="phone" phone={account.phone} />],
          [words.columns.used_generations, <QuotaUsage account={account} key="usage" />],
          [words.columns.deleted_at, <Numeric key="at">{formatInvitationMoment(account.deleted_at)}</Numeric>],
          [words.by, <DeletedBy account={account} key="by" />],
        ]}
      />
      <Button aria-describedby={name} className="mt-4" fullWidth onPress={onOpen} variant="outline">
        {words.details}
      </Button>
    </li>
  )
}

/** Renders the fields for the sort order on phones, where no column headings can be pressed. */
export function SortFields({ shown, onShow }: Pick<DeletedAccountsTableProps, 'shown' | 'onShow'>) {
  const Icon = shown.sortOrder === 'DESC' ? ArrowDownWideNarrow : ArrowUpNarrowWide
  return (
    <div className="flex grow items-end gap-2 md:hidden">
      <SelectField
        className="grow"
        label={words.sortBy}
        onChange={column => onShow({ sortBy: column as SortColumn, sortOrder: 'DESC' })}
        options={SORT_COLUMNS.map(column => ({ id: column, label: words.columns[column] }))}
        value={shown.sortBy}
      />
      <IconButton
        label={words.order(words.orders[shown.sortOrder])}
        onPress={() => onShow(toggleSort(shown.sortBy, shown))}
        variant="outline"
      >
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.7} />
      </IconButton>
    </div>
  )
}

export function DeletedAccountDialog({ account, onClose }: { account: DeletedAccount; onClose: () => void }) {
  const renderNumeric = (value: string) => <Numeric className="break-all">{value}</Numeric>
  return (
    <Dialog
      footer={
        <Button onPress={onClose} variant="outline">
          {text.ui.close}
        </Button>
      }
      isOpen
      onOpenChange={onClose}
      title={<bdi>{account.full_name}</bdi>}
    >
      <DescriptionList
        className="p-1 text-foreground"
        items={[
          [words.columns.username, <bdi key="username">{account.username}</bdi>],
          [words.facts.id, renderNumeric(account.original_user_id)],
          [words.facts.phone, account.phone ? renderNumeric(account.phone) : words.noPhone],
          [words.facts.created, renderNumeric(formatInvitationMoment(account.account_created_at))],
          [words.facts.limit, renderNumeric(formatWholeNumber(account.generation_limit))],
          [words.facts.used, renderNumeric(formatWholeNumber(account.used_generations))],
          [words.facts.deleted, renderNumeric(formatInvitationMoment(account.deleted_at))],
          [words.by, <DeletedBy account={account} key="by" />],
          [words.facts.reason, account.deletion_reason || undefined],
        ]}
      />
    </Dialog>
  )
}
