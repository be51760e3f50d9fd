import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { UndoIcon } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useUndo } from './queries.ts'
import type { RecentScan } from './recent-scan.ts'

/** Returns the texts for an admission or an exit. */
const textsOf = ({ outcome }: RecentScan) => (outcome === 'exited' ? text.scanner.undo.exit : text.scanner.undo)

type UndoButtonProps = { recentScan: RecentScan; gate: string; onUndone: (nonce: string) => void; className?: string }

/** Renders a button that undoes an admission or an exit of this device after a confirmation. */
export function UndoButton({ recentScan, gate, onUndone, className = '' }: UndoButtonProps) {
  const words = textsOf(recentScan)
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error, reset } = useUndo(nonce => {
    setAsking(false)
    onUndone(nonce)
  })

  function setConfirmationOpen(isOpen: boolean) {
    if (isOpen) reset()
    setAsking(isOpen)
  }

  return (
    <>
      <Button aria-label={words.of(recentScan.name)} className={className} onPress={() => setConfirmationOpen(true)} variant="outline">
        <UndoIcon aria-hidden="true" className="size-5" strokeWidth={1.7} />
        {text.scanner.undo.action}
      </Button>
      <ConfirmDialog
        confirm={words.confirm}
        isOpen={isAsking}
        isPending={isPending}
        onConfirm={() => mutate({ ...recentScan, gate })}
        onOpenChange={setConfirmationOpen}
        title={words.question(recentScan.name)}
      >
        <p>{words.consequence(formatCountedNoun(recentScan.admission?.people ?? 0, text.scanner.personWord))}</p>
        {error && (
          <Notice className="mt-3" tone="danger">
            {error instanceof Refusal ? error.message : `${text.scanner.unreachable}. ${text.scanner.undo.unreachable}`}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  )
}
