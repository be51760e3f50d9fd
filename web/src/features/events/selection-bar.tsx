import { type EventSummary, type Invitation, invitationRules, Refusal } from '@hudur/core'
import { Download, Printer, Trash2, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { text } from '../../text/ar.ts'
import { counted } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { PaperPlane } from '../../ui/arrows.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { say } from '../../ui/toast.tsx'
import { DownloadProgress } from '../invitations/cards/download-progress.tsx'
import { useDownloads } from '../invitations/cards/use-downloads.ts'
import { drawingOf, FIRST_CHOICE } from '../invitations/studio/card-choice.ts'
import { useEventDrawing } from '../invitations/studio/use-saved-choice.ts'
import { identityOf } from './event-identity.ts'
import { useRemoveInvitations } from './queries.ts'
import { roundAddress } from './sending/send-queue.ts'

const words = text.events.guests
const FIRST_DRAWING = drawingOf(FIRST_CHOICE)

type SelectionBarProps = {
  event: EventSummary
  selection: ReadonlyMap<string, Invitation>
  onPrint: () => void
  onRemoved: () => void
  onClose: () => void
}

/** Acts on the selected guests: sends their invitations, downloads their cards, prints them or deletes them. On a phone it covers the bottom navigation. */
export function SelectionBar({ event, selection, onPrint, onRemoved, onClose }: SelectionBarProps) {
  const invitations = useMemo(() => [...selection.values()], [selection])
  const withCard = useMemo(() => invitationRules.validOnly(invitations), [invitations])
  const { drawing } = useEventDrawing(identityOf(event))
  const downloads = useDownloads(drawing ?? FIRST_DRAWING, withCard)
  const [isRemoving, setRemoving] = useState(false)
  const isEmpty = invitations.length === 0
  const navigate = useNavigate()
  const serverTime = useServerTime()
  return (
    <>
      <section
        aria-label={words.selection}
        className="fixed inset-x-0 bottom-0 z-30 grid gap-2 border-border border-t bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-overlay md:inset-x-auto md:start-1/2 md:bottom-6 md:w-max md:translate-x-1/2 md:rounded-xl md:border md:px-5 print:hidden"
      >
        <DownloadProgress downloads={downloads} />
        {/* On a phone the buttons have no icons, so that they fit on one line. */}
        <div className="flex flex-wrap items-center gap-1.5 max-md:[&_button:not([aria-label])]:px-2.5 max-md:[&_button:not([aria-label])_svg]:hidden">
          <p className="w-full font-medium text-sm md:me-4 md:w-auto" role="status">
            {words.selected(counted(invitations.length, words.guestWord))}
          </p>
          <Button
            isDisabled={withCard.length === 0}
            onPress={() =>
              void navigate(roundAddress(event.id, 'selected', serverTime()), { state: { ids: withCard.map(({ id }) => id) } })
            }
            size="sm"
          >
            <PaperPlane aria-hidden="true" className="size-5" strokeWidth={1.6} />
            {words.send}
          </Button>
          <Button
            isDisabled={withCard.length === 0 || !drawing || downloads.state.is === 'working'}
            onPress={() => void downloads.zip()}
            size="sm"
            variant="ghost"
          >
            <Download aria-hidden="true" className="size-5" strokeWidth={1.6} />
            {words.download}
          </Button>
          <Button isDisabled={isEmpty} onPress={onPrint} size="sm" variant="ghost">
            <Printer aria-hidden="true" className="size-5" strokeWidth={1.6} />
            {words.print}
          </Button>
          <Button className="text-danger" isDisabled={isEmpty} onPress={() => setRemoving(true)} size="sm" variant="ghost">
            <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.6} />
            {words.remove}
          </Button>
          <IconButton className="ms-auto" label={words.endSelection} onPress={onClose} size="sm">
            <X aria-hidden="true" className="size-5" strokeWidth={1.6} />
          </IconButton>
        </div>
      </section>
      {isRemoving && (
        <RemoveGuestsDialog
          invitations={invitations}
          onClose={() => setRemoving(false)}
          onRemoved={() => {
            setRemoving(false)
            onRemoved()
          }}
        />
      )}
    </>
  )
}

type RemoveGuestsDialogProps = { invitations: readonly Invitation[]; onClose: () => void; onRemoved: () => void }

/** Asks for confirmation with the number of guests, then deletes their invitations. */
function RemoveGuestsDialog({ invitations, onClose, onRemoved }: RemoveGuestsDialogProps) {
  const remove = useRemoveInvitations()
  const [failure, setFailure] = useState<{ title: string; why: string }>()
  const countText = counted(invitations.length, words.guestWord)

  async function confirm() {
    const { removedCount, error } = await remove.mutateAsync(invitations.map(({ id }) => id))
    if (error === undefined) {
      say.done(words.removed(counted(removedCount, words.guestWord)))
      return onRemoved()
    }
    const leftCount = invitations.length - removedCount
    setFailure({ title: words.removeFailed(counted(leftCount, words.guestWord)), why: error instanceof Refusal ? error.message : '' })
  }

  return (
    <>
      <ConfirmDialog
        confirm={words.remove}
        isDanger
        isOpen
        isPending={remove.isPending}
        onConfirm={() => void confirm()}
        onOpenChange={onClose}
        title={words.removeQuestion(countText)}
      >
        {words.removeMeans}
      </ConfirmDialog>
      <AlertBox
        onClose={() => {
          setFailure(undefined)
          onRemoved()
        }}
        title={failure?.title}
      >
        {failure?.why}
      </AlertBox>
    </>
  )
}
