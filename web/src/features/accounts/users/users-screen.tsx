import { MAX_SELECTED_ACCOUNTS, type User } from '@hudur/core/accounts/contract'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useSignedInUser } from '../../../backend/hooks/use-session.ts'
import { deferredComponent } from '../../../loading/deferred.tsx'
import { useSearchParams } from '../../../router/hooks.ts'
import { SelectionBox } from '../../../selection/selection-box.tsx'
import { SelectionTools } from '../../../selection/selection-tools.tsx'
import { useDelayedChange } from '../../../selection/use-delayed-change.tsx'
import { useSelection } from '../../../selection/use-selection.ts'
import { text } from '../../../text/ar.ts'
import { formatCountedNoun } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty.tsx'
import { ListFilters } from '../../../ui/list-filters.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PaginatedCards } from '../../../ui/paginated-cards.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { FilteredCount } from '../../../ui/shown-of-all.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { notify } from '../../../ui/toast.tsx'
import { readListFilters } from '../../../ui/use-list-filters.ts'
import { useQueryString } from '../../../ui/use-query-string.ts'
import {
  USERS_PAGE_SIZE,
  type UserFilters,
  useFoundUsers,
  useReadUsers,
  useRemoveUser,
  useUserCount,
  useUsers,
} from '../administration-queries.ts'
import { errorTextOf, refusalMessageOf } from '../error-text.ts'
import { useOwnPassword } from '../own-password.tsx'
import { CreditsDialog } from './credits-dialog.tsx'
import { UserCard } from './user-card.tsx'
import { UserDialog } from './user-dialog.tsx'

const SelectedUsers = deferredComponent(async () => (await import('./selected-users.tsx')).SelectedUsers)

const words = text.users

/** Returns the request or order that the URL names, with its number of invitations and its event; `/orders` links to such URLs. */
function requestIn(address: URLSearchParams) {
  const [requestId, orderId] = [address.get('request') ?? undefined, address.get('order') ?? undefined]
  if (requestId === undefined && orderId === undefined) return undefined
  const wanted = { amount: Number(address.get('count')) || Number.NaN, reason: text.credits.forRequest(address.get('event') ?? '') }
  return { ...wanted, requestId, orderId }
}

const SORTS = ['oldest', 'newest'] as const
const STATES = ['all', 'active', 'spent'] as const
const ROLES = ['all', 'user', 'admin'] as const
const stateOptions = STATES.map(id => ({ id, label: id === 'all' ? words.everyState : words[id] }))
const roleOptions = ROLES.map(id => ({ id, label: id === 'all' ? words.everyRole : text.shell[id] }))

export function UsersScreen() {
  const queryString = useQueryString()
  const [state, role] = [queryString.among('status', STATES), queryString.among('role', ROLES)]
  const filters = readListFilters(queryString, SORTS)
  const { sort, ...limits } = { ...filters.query, ...(state !== 'all' && { state }), ...(role !== 'all' && { role }) }
  const found = useFoundUsers({ ...limits, sort }, queryString.page())
  const { data, isPlaceholderData } = found
  const { id: ownId } = useSignedInUser()
  const isOther = ({ id }: User) => id !== ownId
  const selection = useSelection<User, UserFilters>(data?.rows ?? [], limits, isOther)
  const delayed = useDelayedChange()
  const readPage = useReadUsers(limits)
  const userCount = useUserCount()
  const [address, setAddress] = useSearchParams()
  const [editing, setEditing] = useState<User | 'new'>()
  const [removing, setRemoving] = useState<User>()
  const creditedId = address.get('credits')
  // The account whose credits are shown may be on another page of the list.
  const users = useUsers({ enabled: creditedId !== null })
  const credited = users.data?.find(({ id }) => id === creditedId)

  function closeCredits() {
    const kept = new URLSearchParams(address)
    for (const name of ['credits', 'request', 'order', 'count', 'event']) kept.delete(name)
    setAddress(kept, { replace: true })
  }

  return (
    <>
      <PageHeading
        actions={
          <Button onPress={() => setEditing('new')}>
            <UserRoundPlus aria-hidden="true" className="size-5" strokeWidth={1.6} />
            {words.add}
          </Button>
        }
        note={userCount !== undefined && formatCountedNoun(userCount, words.countWord)}
        title={words.title}
      />
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <SearchField
          className="w-full min-w-0 md:max-w-sm"
          label={words.search}
          onSearch={search => queryString.change({ search })}
          placeholder={words.searchExample}
          value={filters.query.search}
        />
        <SelectField
          className="w-40 max-md:grow"
          isLabelHidden
          label={words.state}
          onChange={chosen => queryString.change({ status: chosen === 'all' ? '' : chosen })}
          options={stateOptions}
          value={state}
        />
        <SelectField
          className="w-40 max-md:grow"
          isLabelHidden
          label={words.role}
          onChange={chosen => queryString.change({ role: chosen === 'all' ? '' : chosen })}
          options={roleOptions}
          value={role}
        />
        <ListFilters isFiltered={filters.isFiltered} onReset={filters.reset} queryString={queryString} sorts={SORTS} />
        {filters.isFiltered && <FilteredCount all={userCount} isOld={isPlaceholderData} shown={data?.total} />}
      </div>
      {found.isError && (
        <LoadFailure className="mb-6" query={found}>
          {errorTextOf(found.error, { failed: words.loadFailed })}
        </LoadFailure>
      )}
      {found.isPending && <UsersSkeleton />}
      {data && (
        <SelectionTools
          isDisabled={delayed.isBusy || isPlaceholderData}
          most={MAX_SELECTED_ACCOUNTS}
          readPage={readPage}
          // The own account cannot be selected. Whether it is among the results is known where they are one page.
          selectable={data.total === data.rows.length ? data.rows.filter(isOther).length : undefined}
          selection={selection}
          total={data.total}
          word={text.selection.users.word}
        />
      )}
      {data && (
        <PaginatedCards isOld={isPlaceholderData} list={data} size={USERS_PAGE_SIZE}>
          {user => (
            <UserCard
              box={isOther(user) && <SelectionBox name={user.fullName} row={user} selection={selection} />}
              key={user.id}
              onCredits={() => setAddress(new URLSearchParams([...address, ['credits', user.id]]), { replace: true })}
              onEdit={() => setEditing(user)}
              onRemove={() => setRemoving(user)}
              user={user}
            />
          )}
        </PaginatedCards>
      )}
      <SelectedUsers delayed={delayed} selection={selection} />
      {data?.total === 0 && !isPlaceholderData && <EmptyState title={words.noMatch}>{words.noMatchAdvice}</EmptyState>}
      {userCount === 1 && (
        <div className="mt-6">
          <EmptyState title={words.alone}>{words.aloneAdvice}</EmptyState>
        </div>
      )}
      {credited && <CreditsDialog onClose={closeCredits} request={requestIn(address)} user={credited} />}
      {editing && <UserDialog onClose={() => setEditing(undefined)} user={editing === 'new' ? undefined : editing} />}
      {removing && <RemoveUserDialog onClose={() => setRemoving(undefined)} user={removing} />}
    </>
  )
}

function UsersSkeleton() {
  return (
    <div aria-label={text.ui.loading} className="grid gap-5 md:grid-cols-2 xl:grid-cols-3" role="status">
      {['a', 'b', 'c', 'd', 'e', 'f'].map(card => (
        <Skeleton className="h-60" key={card} />
      ))}
    </div>
  )
}

function RemoveUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useRemoveUser()
  const ownPassword = useOwnPassword()

  async function removeUser() {
    try {
      if ((await ownPassword.execute(own => remove.mutateAsync({ id: user.id, ...own }))) === 'cancelled') return
      notify.done(words.removed)
    } catch (error) {
      notify.failure(words.removeFailed, refusalMessageOf(error))
    }
    onClose()
  }

  return (
    <>
      <ConfirmDialog
        confirm={words.remove}
        isDanger
        isOpen
        isPending={remove.isPending}
        onConfirm={() => void removeUser()}
        onOpenChange={onClose}
        title={words.question(user.fullName, user.username)}
      >
        {words.consequence}
      </ConfirmDialog>
      {ownPassword.question}
    </>
  )
}
