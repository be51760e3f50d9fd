import type { User } from '@hudur/core/accounts/contract'
import { Trash2 } from 'lucide-react'
import { rowsSheet, SelectedRows } from '../../../selection/selected-rows.tsx'
import type { useDelayedChange } from '../../../selection/use-delayed-change.tsx'
import type { RowSelection } from '../../../selection/use-selection.ts'
import { text } from '../../../text/ar.ts'
import { formatCountedNoun, formatSheetMoment, formatWholeNumber } from '../../../text/format.ts'
import { type UserFilters, useRemoveUsers } from '../administration-queries.ts'
import { useOwnPassword } from '../own-password.tsx'

const words = text.selection.users
const titles = text.selection.columns

const COLUMNS = [
  { title: titles.name, width: 26, cell: ({ fullName }: User) => fullName },
  { title: titles.username, width: 20, cell: ({ username }: User) => username },
  { title: titles.phone, width: 18, cell: ({ phone }: User) => phone ?? '' },
  { title: titles.email, width: 28, cell: ({ email }: User) => email ?? '' },
  { title: titles.limit, width: 14, cell: ({ generationLimit }: User) => generationLimit },
  { title: titles.used, width: 14, cell: ({ usedGenerations }: User) => usedGenerations },
  { title: titles.role, width: 14, cell: ({ isAdmin }: User) => (isAdmin ? text.shell.admin : text.shell.user) },
  { title: titles.createdAt, width: 18, cell: ({ createdAt }: User) => formatSheetMoment(createdAt) },
  { title: titles.id, width: 24, cell: ({ id }: User) => id },
]

type SelectedUsersProps = {
  selection: RowSelection<User, UserFilters>
  delayed: ReturnType<typeof useDelayedChange>
}

/** Deletes and exports the selected accounts. The administrator's own password is asked for as for a single account. */
export function SelectedUsers({ selection, delayed }: SelectedUsersProps) {
  const remove = useRemoveUsers()
  const ownPassword = useOwnPassword()
  const rows = [...selection.rows.values()]
  const admins = rows.filter(({ isAdmin }) => isAdmin).length
  const used = rows.reduce((sum, { usedGenerations }) => sum + usedGenerations, 0)
  return (
    <>
      <SelectedRows
        actions={[
          {
            ...{ id: 'remove', label: text.selection.remove, Icon: Trash2, isDanger: true },
            question: words.question(formatCountedNoun(rows.length, words.genitive)),
            numbers: [...(admins > 0 ? [words.admins(formatWholeNumber(admins))] : []), words.used(formatWholeNumber(used)), words.means],
            change: {
              announcement: words.toRemove(formatCountedNoun(rows.length, words.word)),
              failed: words.failed,
              async send(input) {
                let removed = 0
                const outcome = await ownPassword.execute(async own => {
                  removed = (await remove.mutateAsync({ ...input, ...own })).removed
                })
                return outcome === 'done' ? words.removed(formatCountedNoun(removed, words.word)) : undefined
              },
            },
          },
        ]}
        delayed={delayed}
        file={words.file}
        selection={selection}
        sheetOf={selected => rowsSheet(COLUMNS, selected)}
        word={words.word}
      />
      {ownPassword.question}
    </>
  )
}
