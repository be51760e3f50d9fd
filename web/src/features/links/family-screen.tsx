import type { Invitation } from '@hudur/core/invitations/invitation'
import type { CurrentLink } from '@hudur/core/links/contract'
import { ListChecks, Trash2, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useServerDay } from '../../backend/hooks/use-installation.ts'
import { PAGE_SIZE, useBulkAction, useInvitations, useValidInvitations } from '../../backend/hooks/use-invitations.ts'
import type { CardDrawing } from '../../cards/paint-card.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { eventDayTexts } from '../../text/event-time.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { SendIcon } from '../../ui/arrows.tsx'
import { BalanceBar } from '../../ui/balance-bar.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { RowsSkeleton } from '../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ScreenSkeleton, Skeleton } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.tsx'
import { useQueryString } from '../../ui/use-query-string.ts'
import { CardList } from '../cards/card-list.tsx'
import { useEventDrawing } from '../cards/designs/use-saved-choice.ts'
import { DownloadButtons, DownloadProgress } from '../cards/downloads/download-progress.tsx'
import { useDownloads } from '../cards/downloads/use-downloads.ts'
import { eventIdentityOf } from '../cards/event-identity.ts'
import { AddFamilyGuestsDialog } from '../generator/add-guests-dialog.tsx'
import { EditDialog } from '../invitations/edit-dialog.tsx'
import { GuestRows, type OpenInvitation } from '../invitations/guest-rows.tsx'
import { InvitationDialog } from '../invitations/invitation-dialog.tsx'
import { countWaiting, type SendingRound } from '../sending/send-queue.ts'
import { isLinkEndedError, LinkEnded, LinkPage } from './link-page.tsx'

const words = text.links.family

const SendRound = deferredComponent(
  async () => (await import('../sending/send-round.tsx')).SendRound,
  () => <ScreenSkeleton />,
)

/** Renders the screen of a family link, with which people without an account invite guests within the link's allotment. */
export const FamilyScreen = () => <LinkPage path="/family">{link => <FamilyLinkContent link={link} />}</LinkPage>

type Selection = ReadonlyMap<string, Invitation>

function FamilyLinkContent({ link }: { link: CurrentLink }) {
  const isSending = useQueryString().words('send') !== ''
  return isSending ? <FamilySending link={link} /> : <FamilyGuests link={link} />
}

function FamilySending({ link: { id, event } }: { link: CurrentLink }) {
  const query = useValidInvitations(event.id)
  const { data: invitations, error } = query
  if (isLinkEndedError(error)) return <LinkEnded />
  return (
    <main className="px-4 py-7 md:px-6 md:py-10">
      {invitations ? (
        <SendRound account={id} event={event} guestsPath={`/family?link=${id}`} invitations={invitations} round={UNSENT_ROUND} />
      ) : error ? (
        <LoadFailure query={query}>{text.data.listFailed}</LoadFailure>
      ) : (
        <ScreenSkeleton />
      )}
    </main>
  )
}

const UNSENT_ROUND: SendingRound = { group: 'unsent', since: '', ids: new Set() }

function FamilyGuests({ link }: { link: CurrentLink }) {
  const { event } = link
  const { gregorian, hijri } = eventDayTexts(event)
  const page = useQueryString().page()
  const today = useServerDay()
  const query = useInvitations({ search: '', filter: 'all', event: event.id }, page)
  const { data, error, isPlaceholderData } = query
  const [open, setOpen] = useState<OpenInvitation>()
  const [isAdding, setAdding] = useState(false)
  /** The selected guests by id; undefined while selecting is switched off. */
  const [selection, setSelection] = useState<Selection>()
  useEffect(() => {
    document.title = text.shell.title(event.name)
  }, [event.name])
  if (isLinkEndedError(error)) return <LinkEnded />
  const isFull = link.used >= (link.allotment ?? 0)

  return (
    <main className="mx-auto grid w-full max-w-[1240px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-7 md:px-6 md:py-10">
      <header>
        <p className="text-muted text-sm" dir="auto">
          {link.name}
        </p>
        <h1 className="display break-words text-3xl leading-snug" dir="auto">
          {event.name}
        </h1>
        <p className="text-muted text-sm leading-7" dir="auto">
          {[gregorian, hijri, event.place].filter(Boolean).join('، ')}
        </p>
      </header>
      <div className="grid gap-4 rounded-xl bg-surface p-5 shadow-surface">
        <BalanceBar account={{ generationLimit: link.allotment ?? 0, usedGenerations: link.used }} label={words.allotment} />
        {isFull && <p className="text-muted text-sm">{words.full}</p>}
        <div className="flex flex-wrap gap-3">
          <Button isDisabled={isFull} onPress={() => setAdding(true)}>
            <UserPlus aria-hidden="true" className="size-5" strokeWidth={1.6} />
            {text.eventGuests.add}
          </Button>
          {data && data.total > 0 && (
            <Button onPress={() => setSelection(selection ? undefined : new Map())} variant="ghost">
              <ListChecks aria-hidden="true" className="size-5" strokeWidth={1.6} />
              {selection ? text.eventGuests.endSelection : text.eventGuests.select}
            </Button>
          )}
          <SendUnsentLink link={link} />
          {selection && selection.size > 0 && <RemoveSelectedButton onRemoved={() => setSelection(undefined)} selection={selection} />}
        </div>
      </div>
      <LoadFailure query={query}>{text.data.listFailed}</LoadFailure>
      {!data && !error && <RowsSkeleton />}
      {data?.total === 0 && <EmptyState title={words.empty}>{words.emptyAdvice}</EmptyState>}
      {data && data.total > 0 && (
        <Pagination isOld={isPlaceholderData} size={PAGE_SIZE} total={data.total}>
          <GuestRows
            invitations={data.rows}
            isOld={isPlaceholderData}
            onOpen={setOpen}
            onSelect={setSelection}
            selection={selection}
            showsArrival={event.date <= today}
            showsSending
          />
        </Pagination>
      )}
      {data && data.total > 0 && <FamilyCards link={link} />}
      {isAdding && <AddFamilyGuestsDialog link={link} onClose={() => setAdding(false)} />}
      {open?.act === 'view' && <InvitationDialog invitation={open.invitation} isGuestOnly onClose={() => setOpen(undefined)} />}
      {open?.act === 'edit' && <EditDialog invitation={open.invitation} isGuestOnly onClose={() => setOpen(undefined)} />}
    </main>
  )
}

/** Renders a link to the sending of unsent invitations; nothing if all were sent. */
function SendUnsentLink({ link: { id, event } }: { link: CurrentLink }) {
  const { data: invitations = NO_INVITATIONS } = useValidInvitations(event.id)
  const waiting = countWaiting(invitations, UNSENT_ROUND)
  if (waiting === 0) return null
  return (
    <ButtonLink to={`/family?link=${id}&send=unsent`} variant="outline">
      <SendIcon aria-hidden="true" className="size-5" strokeWidth={1.6} />
      {text.sending.start(formatCountedNoun(waiting, text.invitationWord))}
    </ButtonLink>
  )
}

function RemoveSelectedButton({ selection, onRemoved }: { selection: Selection; onRemoved: () => void }) {
  const { run, isPending } = useBulkAction('remove')
  const [isAsking, setAsking] = useState(false)
  const count = formatCountedNoun(selection.size, text.generator.invitationWord)

  async function removeSelected() {
    const { doneCount, error } = await run([...selection.keys()])
    setAsking(false)
    if (error) return notify.failure(words.removedSome(formatWholeNumber(doneCount), formatWholeNumber(selection.size)))
    notify.done(words.removed)
    onRemoved()
  }

  return (
    <>
      <Button onPress={() => setAsking(true)} variant="outline">
        <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.6} />
        {words.remove(count)}
      </Button>
      <ConfirmDialog
        confirm={words.removeConfirm}
        isDanger
        isOpen={isAsking}
        isPending={isPending}
        onConfirm={() => void removeSelected()}
        onOpenChange={setAsking}
        title={words.removeTitle(count)}
      >
        <p>{words.removeConsequence}</p>
      </ConfirmDialog>
    </>
  )
}

const NO_INVITATIONS: readonly Invitation[] = []

function FamilyCards({ link: { event } }: { link: CurrentLink }) {
  const { data: invitations = NO_INVITATIONS } = useValidInvitations(event.id)
  const { drawing, ...design } = useEventDrawing(eventIdentityOf(event))
  if (invitations.length === 0) return null
  if (!drawing && design.isError) return <LoadFailure query={design}>{text.eventCard.designFailed}</LoadFailure>
  if (!drawing) return <Skeleton className="h-24 w-full" />
  return <DrawnCards drawing={drawing} invitations={invitations} />
}

function DrawnCards({ drawing, invitations }: { drawing: CardDrawing; invitations: readonly Invitation[] }) {
  const downloads = useDownloads(drawing, invitations)
  return (
    <section aria-labelledby="family-cards" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="me-auto font-semibold text-lg" id="family-cards">
          {text.eventCard.title}{' '}
          <span className="font-normal text-muted text-sm">{formatCountedNoun(invitations.length, text.generator.cardWord)}</span>
        </h2>
        <DownloadButtons downloads={downloads} />
      </div>
      <DownloadProgress downloads={downloads} />
      <CardList drawing={drawing} invitations={invitations} onDownload={downloads.saveCard} />
    </section>
  )
}
