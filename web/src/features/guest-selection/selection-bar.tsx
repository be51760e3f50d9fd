import type { EventSummary } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Ban, Download, PencilLine, Printer, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import type { BulkAction } from '../../backend/hooks/use-invitations.ts'
import { useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { RepeatIcon, SendIcon } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectionBar as ActionBar, type SelectionAction } from '../../ui/selection-bar.tsx'
import { cardDrawingOf, DEFAULT_CARD_CHOICE } from '../cards/card-choice.ts'
import { useEventDrawing } from '../cards/designs/use-saved-choice.ts'
import { DownloadProgress } from '../cards/downloads/download-progress.tsx'
import { useDownloads } from '../cards/downloads/use-downloads.ts'
import { eventIdentityOf } from '../cards/event-identity.ts'
import { ChangeManyDialog } from '../invitations/change-many-dialog.tsx'
import { roundPath } from '../sending/send-queue.ts'
import { BulkActionDialog } from './bulk-action-dialog.tsx'

const words = text.eventGuests
const DEFAULT_DRAWING = cardDrawingOf(DEFAULT_CARD_CHOICE)

type SelectionBarProps = {
  event: EventSummary
  selection: ReadonlyMap<string, Invitation>
  onPrint: () => void
  /** Called after an action with the invitations that were not processed: none, unless an error occurred. */
  onDone: (remaining: readonly Invitation[]) => void
  onClose: () => void
}

/** Renders the bar with the actions for the selected guests. */
export function SelectionBar({ event, selection, onPrint, onDone, onClose }: SelectionBarProps) {
  const invitations = useMemo(() => [...selection.values()], [selection])
  const validInvitations = useMemo(() => invitationRules.filterValidInvitations(invitations), [invitations])
  const { drawing } = useEventDrawing(eventIdentityOf(event))
  const downloads = useDownloads(drawing ?? DEFAULT_DRAWING, validInvitations)
  const [actionToConfirm, setActionToConfirm] = useState<BulkAction>()
  const [isChanging, setChanging] = useState(false)
  const [isEmpty, hasNoCard] = [invitations.length === 0, validInvitations.length === 0]
  const isOffline = useIsOffline()
  const navigate = useNavigate()
  const serverTime = useServerTime()

  const startSending = () =>
    void navigate(roundPath(event.id, 'selected', serverTime()), { state: { ids: validInvitations.map(({ id }) => id) } })
  const secondaryActions: SelectionAction[] = [
    {
      ...{ id: 'change', label: text.guestSelection.changeMany.label, Icon: PencilLine, act: () => setChanging(true) },
      isDisabled: isEmpty || isOffline,
    },
    {
      ...{ id: 'download', label: words.download, Icon: Download, act: () => void downloads.saveZip() },
      isDisabled: hasNoCard || !drawing || downloads.state.is === 'working',
    },
    { id: 'print', label: words.print, Icon: Printer, act: onPrint, isDisabled: isEmpty },
    {
      id: 'remove',
      label: words.remove,
      Icon: Trash2,
      act: () => setActionToConfirm('remove'),
      isDisabled: isEmpty || isOffline,
      isDanger: true,
    },
  ]

  return (
    <>
      <ActionBar
        actions={secondaryActions}
        label={words.selection}
        onClose={onClose}
        progress={<DownloadProgress downloads={downloads} />}
        status={words.selected(formatCountedNoun(invitations.length, words.guestWord))}
      >
        <Button isDisabled={hasNoCard} onPress={startSending} size="sm">
          <SendIcon aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {words.send}
        </Button>
        <Button isDisabled={hasNoCard || isOffline} onPress={() => setActionToConfirm('reissue')} size="sm" variant="ghost">
          <RepeatIcon aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {words.many.reissue.label}
        </Button>
        <Button
          className="text-danger"
          isDisabled={hasNoCard || isOffline}
          onPress={() => setActionToConfirm('cancel')}
          size="sm"
          variant="ghost"
        >
          <Ban aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {words.many.cancel.label}
        </Button>
      </ActionBar>
      {isChanging && (
        <ChangeManyDialog
          invitations={invitations}
          onClose={() => setChanging(false)}
          onDone={() => {
            setChanging(false)
            onDone([])
          }}
        />
      )}
      {actionToConfirm && (
        <BulkActionDialog
          action={actionToConfirm}
          invitations={actionToConfirm === 'remove' ? invitations : validInvitations}
          onClose={() => setActionToConfirm(undefined)}
          onDone={remaining => {
            setActionToConfirm(undefined)
            onDone(remaining)
          }}
        />
      )}
    </>
  )
}
