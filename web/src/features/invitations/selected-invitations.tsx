import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { PencilLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { listInvitationsInput } from '../../backend/hooks/use-invitations.ts'
import { SelectedRows, startChangeOf } from '../../selection/selected-rows.tsx'
import type { useDelayedChange } from '../../selection/use-delayed-change.tsx'
import type { RowSelection } from '../../selection/use-selection.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { ChangeManyDialog } from './change-many-dialog.tsx'
import { invitationSheet } from './invitation-sheet.ts'
import { useRemoveMany, useUpdateMany } from './queries.ts'

const words = text.selection.invitations
const formatCount = (count: number) => formatCountedNoun(count, words.word)

/** Yields rows that are in memory, as pages of a list. */
async function* asPages(rows: readonly Invitation[]) {
  yield { rows, total: rows.length }
}

type SelectedInvitationsProps = {
  selection: RowSelection<Invitation, ReturnType<typeof listInvitationsInput>>
  delayed: ReturnType<typeof useDelayedChange>
}

/** Changes, moves, deletes and exports the selected invitations. */
export function SelectedInvitations({ selection, delayed }: SelectedInvitationsProps) {
  const update = useUpdateMany()
  const remove = useRemoveMany()
  const [isChanging, setChanging] = useState(false)
  const rows = [...selection.rows.values()]
  const arrived = rows.filter(({ currentScans }) => currentScans > 0).length
  const refundable = rows.filter(one => invitationRules.isRefundable(one, new Date())).length
  return (
    <>
      <SelectedRows
        actions={[
          { id: 'change', label: text.selection.change, Icon: PencilLine, open: () => setChanging(true) },
          {
            ...{ id: 'remove', label: text.selection.remove, Icon: Trash2, isDanger: true },
            question: words.question(formatCountedNoun(rows.length, words.genitive)),
            numbers: [
              ...(arrived > 0 ? [words.arrived(formatWholeNumber(arrived))] : []),
              ...(refundable > 0 ? [words.refunds(formatWholeNumber(refundable))] : []),
              words.means,
            ],
            change: {
              announcement: words.toRemove(formatCount(rows.length)),
              failed: words.removeFailed,
              async send(input) {
                const { removed, refunded } = await remove.mutateAsync(input)
                return refunded > 0
                  ? words.removedAndRefunded(formatCount(removed), formatCountedNoun(refunded, words.genitive))
                  : words.removed(formatCount(removed))
              },
            },
          },
        ]}
        delayed={delayed}
        file={text.sheets.invitations}
        selection={selection}
        sheetOf={selected => invitationSheet(asPages(selected), () => {}, new AbortController().signal)}
        word={words.word}
      />
      {isChanging && (
        <ChangeManyDialog
          invitations={rows}
          onChosen={(changes, changedCount) => {
            setChanging(false)
            startChangeOf(
              selection,
              delayed,
            )({
              announcement: words.toChange(formatCount(changedCount)),
              failed: words.changeFailed,
              send: async input => words.changed(formatCount((await update.mutateAsync({ ...input, ...changes })).changed)),
            })
          }}
          onClose={() => setChanging(false)}
          onDone={() => setChanging(false)}
        />
      )}
    </>
  )
}
