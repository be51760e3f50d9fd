import type { PendingRegistration } from '@hudur/core/accounts/contract'
import { Check, X } from 'lucide-react'
import { type RowsAction, rowsSheet, SelectedRows } from '../../../selection/selected-rows.tsx'
import type { useDelayedChange } from '../../../selection/use-delayed-change.tsx'
import type { RowSelection } from '../../../selection/use-selection.ts'
import { text } from '../../../text/ar.ts'
import { formatCountedNoun, formatSheetMoment, formatWholeNumber } from '../../../text/format.ts'
import { useDecideRegistrations } from '../administration-queries.ts'

const words = text.selection.registrations
const { word, genitive } = text.selection.orders
const titles = text.selection.columns

const COLUMNS = [
  { title: titles.name, width: 26, cell: ({ full_name }: PendingRegistration) => full_name },
  { title: titles.username, width: 20, cell: ({ username }: PendingRegistration) => username },
  { title: titles.phone, width: 18, cell: ({ phone }: PendingRegistration) => phone ?? '' },
  { title: titles.email, width: 28, cell: ({ email }: PendingRegistration) => email ?? '' },
  { title: titles.createdAt, width: 18, cell: ({ created_at }: PendingRegistration) => formatSheetMoment(created_at) },
]

const ICONS = { approved: Check, rejected: X } as const
const LABELS = { approved: text.selection.approve, rejected: text.selection.reject } as const

type Filters = { search: string; from: string | undefined; to: string | undefined }
type SelectedRegistrationsProps = { selection: RowSelection<PendingRegistration, Filters>; delayed: ReturnType<typeof useDelayedChange> }

/** Approves, rejects and exports the selected registrations. */
export function SelectedRegistrations({ selection, delayed }: SelectedRegistrationsProps) {
  const decide = useDecideRegistrations()
  const rows = [...selection.rows.values()]
  const withMail = rows.filter(({ email }) => email !== null).length
  return (
    <SelectedRows
      actions={(['approved', 'rejected'] as const).map(
        (verdict): RowsAction<PendingRegistration, Filters> => ({
          ...{ id: verdict, label: LABELS[verdict], Icon: ICONS[verdict], isDanger: verdict === 'rejected' },
          question: words.question[verdict](formatCountedNoun(rows.length, genitive)),
          numbers: [words.withMail(formatWholeNumber(withMail)), words.means[verdict]],
          change: {
            announcement: words.toDecide[verdict](formatCountedNoun(rows.length, word)),
            failed: words.failed,
            send: async input => words.decided[verdict](formatCountedNoun((await decide.mutateAsync({ ...input, verdict })).decided, word)),
          },
        }),
      )}
      delayed={delayed}
      file={words.file}
      selection={selection}
      sheetOf={selected => rowsSheet(COLUMNS, selected)}
      word={word}
    />
  )
}
