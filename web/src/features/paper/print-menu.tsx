import { Dropdown, Label } from '@heroui/react'
import type { EventSummary } from '@hudur/core/events/contract'
import { Armchair, LayoutGrid, ListChecks, Printer } from 'lucide-react'
import { useState } from 'react'
import { useValidInvitations } from '../../backend/hooks/use-invitations.ts'
import { text } from '../../text/ar.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { LoadFailure, type QueryState } from '../../ui/load-failure.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useEventDrawing } from '../cards/designs/use-saved-choice.ts'
import { eventIdentityOf } from '../cards/event-identity.ts'
import { CardSheets } from './card-sheets.tsx'
import type { useGateList } from './gate-list.tsx'
import { TableSigns } from './table-signs.tsx'

const words = text.paper

const PRINT_ACTIONS = [
  { id: 'gate', label: text.gateList.print, Icon: ListChecks },
  { id: 'cards', label: words.cards.action, Icon: LayoutGrid },
  { id: 'tables', label: words.tables.action, Icon: Armchair },
] as const

type PrintMenuProps = { event: EventSummary; gateList: Pick<ReturnType<typeof useGateList>, 'print' | 'isPending'> }

export function PrintMenu({ event, gateList }: PrintMenuProps) {
  const [open, setOpen] = useState<'cards' | 'tables'>()
  const closeDialog = () => setOpen(undefined)
  return (
    <>
      <MenuButton
        className={buttonClass({ variant: 'ghost' })}
        isPending={gateList.isPending}
        menu={opened => (
          <Menu
            label={words.menu}
            onAction={action => (action === 'gate' ? gateList.print() : setOpen(action as 'cards' | 'tables'))}
            opened={opened}
          >
            {PRINT_ACTIONS.map(({ id, label, Icon }) => (
              <Dropdown.Item id={id} key={id} textValue={label}>
                <Icon aria-hidden="true" className="size-4 text-gold-ink" strokeWidth={1.7} />
                <Label>{label}</Label>
              </Dropdown.Item>
            ))}
          </Menu>
        )}
      >
        <Printer aria-hidden="true" className="size-5" strokeWidth={1.6} />
        {words.menu}
      </MenuButton>
      {open === 'cards' && <PrintedCards event={event} onClose={closeDialog} />}
      {open === 'tables' && <PrintedTables event={event} onClose={closeDialog} />}
    </>
  )
}

type PrintedPartProps = { event: EventSummary; onClose: () => void }

function PrintedCards({ event, onClose }: PrintedPartProps) {
  const list = useValidInvitations(event.id)
  const { drawing, ...design } = useEventDrawing(eventIdentityOf(event))
  const { data } = list
  return (
    <Dialog isDismissable={false} isOpen onOpenChange={onClose} title={words.cards.title}>
      {data?.length === 0 && <EmptyState title={words.cards.empty}>{words.cards.emptyAdvice}</EmptyState>}
      {data && data.length > 0 && drawing && <CardSheets drawing={drawing} invitations={data} onClose={onClose} />}
      {!data && <QueryStatus failure={text.data.listFailed} query={list} />}
      {data && data.length > 0 && !drawing && <QueryStatus failure={text.eventCard.designFailed} query={design} />}
    </Dialog>
  )
}

function PrintedTables({ event, onClose }: PrintedPartProps) {
  const list = useValidInvitations(event.id)
  return (
    <Dialog isOpen onOpenChange={onClose} title={words.tables.title}>
      {list.data ? <TableSigns event={event} invitations={list.data} /> : <QueryStatus failure={text.data.listFailed} query={list} />}
    </Dialog>
  )
}

/** Shows a placeholder while a query is loading, and an error with a retry button after a failure. */
function QueryStatus({ query, failure }: { query: QueryState; failure: string }) {
  return query.isError ? <LoadFailure query={query}>{failure}</LoadFailure> : <Skeleton className="h-24 w-full" />
}
