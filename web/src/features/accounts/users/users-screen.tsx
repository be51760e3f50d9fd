import type { User } from '@hudur/core/accounts/contract'
import { indexWords } from '@hudur/core/names/index-words'
import { matchSearch, parseSearch, rankMatches } from '@hudur/core/names/search'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from '../../../router/hooks.ts'
import { text } from '../../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { notify } from '../../../ui/toast.tsx'
import { useRemoveUser, useUsers } from '../administration-queries.ts'
import { errorTextOf, refusalMessageOf } from '../error-text.ts'
import { useOwnPassword } from '../own-password.tsx'
import { CreditsDialog } from './credits-dialog.tsx'
import { UserCard } from './user-card.tsx'
import { UserDialog } from './user-dialog.tsx'

const words = text.users

const SEARCH_PARAMETER = 'search'

/** Returns the request or order that the URL names, with its number of invitations and its event; `/orders` links to such URLs. */
function requestIn(address: URLSearchParams) {
  const [requestId, orderId] = [address.get('request') ?? undefined, address.get('order') ?? undefined]
  if (requestId === undefined && orderId === undefined) return undefined
  const wanted = { amount: Number(address.get('count')) || Number.NaN, reason: text.credits.forRequest(address.get('event') ?? '') }
  return { ...wanted, requestId, orderId }
}

export function UsersScreen() {
  const users = useUsers()
  const [address, setAddress] = useSearchParams()
  const [editing, setEditing] = useState<User | 'new'>()
  const [removing, setRemoving] = useState<User>()
  const searchText = address.get(SEARCH_PARAMETER) ?? ''
  const credited = users.data?.find(({ id }) => id === address.get('credits'))
  const searchParameters = searchText ? { [SEARCH_PARAMETER]: searchText } : undefined

  return (
    <>
      <PageHeading
        actions={
          <Button onPress={() => setEditing('new')}>
            <UserRoundPlus aria-hidden="true" className="size-5" strokeWidth={1.6} />
            {words.add}
          </Button>
        }
        note={users.data && formatCountedNoun(users.data.length, words.countWord)}
        title={words.title}
      />
      <SearchField
        className="mb-6 max-w-md"
        label={words.search}
        onSearch={search => setAddress(search ? { [SEARCH_PARAMETER]: search } : {}, { replace: true })}
        placeholder={words.searchExample}
        value={searchText}
      />
      {users.isError && (
        <LoadFailure className="mb-6" query={users}>
          {errorTextOf(users.error, { failed: words.loadFailed })}
        </LoadFailure>
      )}
      {users.isPending && <UsersSkeleton />}
      {users.data && (
        <UserCards
          key={searchText}
          onCredits={({ id }) => setAddress({ ...searchParameters, credits: id }, { replace: true })}
          onEdit={setEditing}
          onRemove={setRemoving}
          searched={searchText}
          users={users.data}
        />
      )}
      {credited && (
        <CreditsDialog
          onClose={() => setAddress({ ...searchParameters }, { replace: true })}
          request={requestIn(address)}
          user={credited}
        />
      )}
      {editing && <UserDialog onClose={() => setEditing(undefined)} user={editing === 'new' ? undefined : editing} />}
      {removing && <RemoveUserDialog onClose={() => setRemoving(undefined)} user={removing} />}
    </>
  )
}

type UserCardsProps = Record<'onEdit' | 'onCredits' | 'onRemove', (user: User) => void> & { users: readonly User[]; searched: string }

const USER_LIST_STEP = 30

function UserCards({ users, searched, onEdit, onCredits, onRemove }: UserCardsProps) {
  const [shown, setShown] = useState(USER_LIST_STEP)
  const matchingUsers = findUsers(users, searched)
  if (matchingUsers.length === 0) return <EmptyState title={words.noMatch}>{words.noMatchAdvice}</EmptyState>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 md:gap-5 xl:grid-cols-3">
        {matchingUsers.slice(0, shown).map(user => (
          <UserCard
            key={user.id}
            onCredits={() => onCredits(user)}
            onEdit={() => onEdit(user)}
            onRemove={() => onRemove(user)}
            user={user}
          />
        ))}
      </ul>
      {matchingUsers.length > shown && (
        <Button className="justify-self-center" onPress={() => setShown(shown + USER_LIST_STEP)} variant="ghost">
          {words.more(formatWholeNumber(matchingUsers.length - shown))}
        </Button>
      )}
      {users.length === 1 && <EmptyState title={words.alone}>{words.aloneAdvice}</EmptyState>}
    </div>
  )
}

/** Returns the users whose names or phone number match the search; matches that assume a typing error come last. */
function findUsers(users: readonly User[], searchText: string) {
  if (searchText === '') return users
  const search = parseSearch(searchText)
  return rankMatches(users, ({ fullName, username, phone }) => matchSearch(indexWords(`${fullName} ${username}`, phone), search))
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
