import { Dropdown, Label } from '@heroui/react'
import type { EventSummary } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Ban, Download, Ellipsis, type LucideIcon, PencilLine, Printer, Trash2, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import type { BulkAction } from '../../backend/hooks/use-invitations.ts'
import { useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { RepeatIcon, SendIcon } from '../../ui/arrows.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { cardDrawingOf, DEFAULT_CARD_CHOICE } from '../cards/card-choice.ts'
import { useEventDrawing } from '../cards/designs/use-saved-choice.ts'
import { DownloadProgress } from '../cards/downloads/download-progress.tsx'
import { useDownloads } from '../cards/downloads/use-downloads.ts'
import { eventIdentityOf } from '../cards/event-identity.ts'
import { roundPath } from '../sending/send-queue.ts'
import { BulkActionDialog } from './bulk-action-dialog.tsx'
import { ChangeManyDialog } from './change-many-dialog.tsx'

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

type SelectionAction = { id: string; label: string; Icon: LucideIcon; isDisabled: boolean; isDanger?: boolean; act: () => void }

/** Renders the bar with the actions for the selected guests. On a phone it covers the bottom navigation. */
export function SelectionBar({ event, selection, onPrint, onDone, onClose }: SelectionBarProps) {
  const invitations = useMemo(() => [...selection.values()], [selection])
  const validInvitations = useMemo(() => invitationRules.filterValidInvitations(invitations), [invitations])
  const { drawing } = useEventDrawing(eventIdentityOf(event))
  const downloads = useDownloads(drawing ?? DEFAULT_DRAWING, validInvitations)
  const [actionToConfirm, setActionToConfirm] = useState<BulkAction>()
  const [isChanging, setChanging] = useState(false)
  const [isEmpty, hasNoCard] = [invitations.length === 0, validInvitations.length === 0]
  const isOffline = useIsOffline()
  const isWide = useIsWide()
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
      <section
        aria-label={words.selection}
        className="fixed inset-x-0 bottom-0 z-30 grid gap-2 border-border border-t bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-overlay md:inset-x-auto md:start-1/2 md:bottom-6 md:w-max md:translate-x-1/2 md:rounded-xl md:border md:px-5 print:hidden"
      >
        <DownloadProgress downloads={downloads} />
        {/* On a phone the buttons have no icons, so that they fit on one line. */}
        <div className="flex flex-wrap items-center gap-1.5 max-md:[&_button:not([aria-label],[aria-haspopup])]:px-2.5 max-md:[&_button:not([aria-label],[aria-haspopup])_svg]:hidden">
          <p className="font-medium text-sm max-md:grow md:me-4" role="status">
            {words.selected(formatCountedNoun(invitations.length, words.guestWord))}
          </p>
          {!isWide && (
            <>
              <CloseButton onClose={onClose} />
              <span className="w-full" />
            </>
          )}
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
          {isWide ? secondaryActions.map(one => <ActionButton action={one} key={one.id} />) : <MoreActions actions={secondaryActions} />}
          {isWide && <CloseButton onClose={onClose} />}
        </div>
      </section>
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

function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <IconButton label={words.endSelection} onPress={onClose} size="sm">
      <X aria-hidden="true" className="size-5" strokeWidth={1.6} />
    </IconButton>
  )
}

function ActionButton({ action: { label, Icon, isDisabled, isDanger = false, act } }: { action: SelectionAction }) {
  return (
    <Button className={isDanger ? 'text-danger' : ''} isDisabled={isDisabled} onPress={act} size="sm" variant="ghost">
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.6} />
      {label}
    </Button>
  )
}

function MoreActions({ actions }: { actions: readonly SelectionAction[] }) {
  return (
    <MenuButton
      className={buttonClass({ variant: 'ghost', size: 'sm', isIconOnly: true })}
      menu={opened => (
        <Menu
          disabledKeys={actions.filter(({ isDisabled }) => isDisabled).map(({ id }) => id)}
          label={words.more}
          onAction={chosen => actions.find(({ id }) => id === chosen)?.act()}
          opened={opened}
        >
          {actions.map(({ id, label, Icon, isDanger = false }) => (
            <Dropdown.Item className={isDanger ? 'text-danger' : ''} id={id} key={id} textValue={label}>
              <Icon aria-hidden="true" className="size-4" strokeWidth={1.7} />
              <Label>{label}</Label>
            </Dropdown.Item>
          ))}
        </Menu>
      )}
    >
      <Ellipsis aria-hidden="true" className="size-5" strokeWidth={1.6} />
      <span className="sr-only">{words.more}</span>
    </MenuButton>
  )
}
