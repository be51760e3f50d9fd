import type { EventSummary } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { Printer, SlidersHorizontal } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useValidInvitations } from '../../backend/hooks/use-invitations.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { useLeaveQuestion } from '../../ui/use-leave-question.ts'
import { type CardChoice, cardDrawingOf, withCardTexts } from '../cards/card-choice.ts'
import { CardList } from '../cards/card-list.tsx'
import { DesignSavingLine } from '../cards/designs/design-saving-line.tsx'
import { SavedDesigns } from '../cards/designs/saved-designs.tsx'
import { useDesignSaving } from '../cards/designs/use-design-saving.ts'
import { useSavedChoice } from '../cards/designs/use-saved-choice.ts'
import { DownloadButtons, DownloadProgress } from '../cards/downloads/download-progress.tsx'
import { DownloadTypeChoice } from '../cards/downloads/download-type.tsx'
import { useDownloads } from '../cards/downloads/use-downloads.ts'
import { CardEditor } from '../cards/editor/card-editor.tsx'
import { ShortCodeNote } from '../cards/editor/code-note.tsx'
import { eventIdentityOf } from '../cards/event-identity.ts'
import { initialMessage } from '../invitations/guest-message.ts'
import { CardSheets } from '../paper/card-sheets.tsx'
import { TrialButton } from '../sending/trial-button.tsx'

const words = text.eventCard

export function EventCards({ event }: { event: EventSummary }) {
  const invitations = useValidInvitations(event.id)
  const { data } = invitations
  const saved = useSavedChoice(eventIdentityOf(event))
  // While the saved design is reloaded, the previously loaded one stays visible.
  const [savedChoice, setSavedChoice] = useState(saved.data)
  if (saved.data && saved.data !== savedChoice) setSavedChoice(saved.data)
  if (invitations.isError && !data) return <LoadFailure query={invitations}>{text.data.listFailed}</LoadFailure>
  if (!data) return <ScreenSkeleton />
  if (!hasInvitations(data))
    return (
      <EmptyState action={<ButtonLink to={`/events/${event.id}`}>{words.toGuests}</ButtonLink>} title={words.empty}>
        {words.emptyAdvice}
      </EmptyState>
    )
  if (!savedChoice && saved.isError) return <LoadFailure query={saved}>{words.designFailed}</LoadFailure>
  if (!savedChoice) return <ScreenSkeleton />
  return <EventCardsSection event={event} invitations={data} saved={savedChoice} savedAt={saved.design?.updatedAt ?? ''} />
}

type NonEmptyInvitations = readonly [Invitation, ...Invitation[]]

const hasInvitations = (invitations: readonly Invitation[]): invitations is NonEmptyInvitations => invitations.length > 0

type EventCardsSectionProps = { event: EventSummary; invitations: NonEmptyInvitations; saved: CardChoice; savedAt: string }

function EventCardsSection({ event, invitations, saved, savedAt }: EventCardsSectionProps) {
  // A design is saved only after the user has changed it, and closed the editor.
  const [changed, setChanged] = useState<CardChoice>()
  const choice = changed ?? saved
  const [isEditing, setEditing] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const drawing = useMemo(() => cardDrawingOf(choice), [choice])
  const downloads = useDownloads(drawing, invitations)
  const savedEvent = { ...eventIdentityOf(event), userId: event.userId }
  const saving = useDesignSaving(choice, savedEvent, changed === undefined || isEditing, saved)
  useLeaveQuestion(changed !== undefined && !isEditing && saving.status !== 'success')
  const change = useCallback((make: (now: CardChoice) => CardChoice) => setChanged(now => make(now ?? saved)), [saved])

  return (
    <section aria-labelledby="event-cards" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="me-auto font-semibold text-lg" id="event-cards">
          {words.title}{' '}
          <span className="font-normal text-muted text-sm">{formatCountedNoun(invitations.length, text.generator.cardWord)}</span>
        </h2>
        <Button onPress={() => setEditing(true)} variant="outline">
          <SlidersHorizontal aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {text.generator.customize}
        </Button>
        <Button onPress={() => setPrinting(true)} variant="outline">
          <Printer aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {text.paper.menu}
        </Button>
        <TrialButton event={event} message={initialMessage('unsent', event)} />
        <DownloadButtons downloads={downloads} />
      </div>
      <DownloadTypeChoice downloads={downloads} />
      <ShortCodeNote invitations={invitations} look={choice.look} />
      <DownloadProgress downloads={downloads} />
      <DesignSavingLine designSaving={saving} />
      <SavedDesigns
        onChoose={chosen => change(now => ({ ...chosen, look: withCardTexts(chosen.look, now.look) }))}
        ownerId={event.userId}
      />
      <CardList drawing={drawing} invitations={invitations} onDownload={downloads.saveCard} />
      <CardEditor
        choice={choice}
        downloads={downloads}
        drawing={drawing}
        invitations={invitations}
        isOpen={isEditing}
        onChoice={change}
        onOpenChange={setEditing}
        savedAt={savedAt}
      />
      {isPrinting && (
        <Dialog isDismissable={false} isOpen onOpenChange={() => setPrinting(false)} title={text.paper.cards.title}>
          <CardSheets drawing={drawing} invitations={invitations} onClose={() => setPrinting(false)} />
        </Dialog>
      )}
    </section>
  )
}
