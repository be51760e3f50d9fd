import type { Design } from '@hudur/core/cards/contract'
import type { EventOfCard } from '@hudur/core/events/event-time'
import { isUnansweredError } from '@hudur/core/http-backend'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { useEvent } from '../../backend/hooks/use-event.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type CardChoice, cardDrawingOf, DEFAULT_CARD_CHOICE, withEventTexts, withPicture } from '../cards/card-choice.ts'
import { CardPreview, useCardPainter } from '../cards/card-preview.tsx'
import { useSavedChoice } from '../cards/designs/use-saved-choice.ts'
import { DownloadProgress } from '../cards/downloads/download-progress.tsx'
import { DownloadTypeChoice } from '../cards/downloads/download-type.tsx'
import { useDownloads } from '../cards/downloads/use-downloads.ts'

const words = text.data
const PREVIEW_WIDTH = 420

/**
 * Shows an invitation's card in the design saved for its event. If the server does not respond, the card is drawn without the background
 * image, or with the first template if the design is unknown.
 */
export function InvitationCardImage({ invitation }: { invitation: Invitation }) {
  const event = { ...useEvent(invitation.eventId ?? '').data, ...invitation }
  const savedChoice = useSavedChoice(event)
  const { design, data: choice, error } = savedChoice
  if (error && !isUnansweredError(error)) {
    return <LoadFailure query={savedChoice}>{words.cardFailed}</LoadFailure>
  }
  if (error) return <DrawnCard choice={choiceWithoutPicture(design, event)} invitation={invitation} note={words.designUnreachable} />
  if (!choice) return <Skeleton className="aspect-[2/3] w-full" />
  return <DrawnCard choice={choice} invitation={invitation} note={design === null ? words.noDesign : undefined} />
}

/** Returns a choice that needs no request: the design without its background image or, if there is no design, the first template. */
const choiceWithoutPicture = (design: Design | null | undefined, event: EventOfCard) =>
  design ? withPicture({ look: design.look, picture: undefined }, undefined) : withEventTexts(DEFAULT_CARD_CHOICE, event)

type DrawnCardProps = { invitation: Invitation; choice: CardChoice; note: string | undefined }

function DrawnCard({ invitation, choice, note }: DrawnCardProps) {
  const drawing = useMemo(() => cardDrawingOf(choice), [choice])
  const invitations = useMemo(() => [invitation], [invitation])
  const painter = useCardPainter(drawing, invitations, PREVIEW_WIDTH)
  const downloads = useDownloads(drawing, invitations)
  return (
    <div className="grid gap-3">
      <div className="overflow-hidden rounded-md shadow-surface">
        <CardPreview painter={painter} invitation={invitation} label={words.cardOf(invitationRules.guestLabel(invitation))} />
      </div>
      {note && <p className="text-muted text-xs">{note}</p>}
      <DownloadTypeChoice downloads={downloads} />
      <Button onPress={() => void downloads.saveCard(invitation)} variant="secondary">
        <Download aria-hidden="true" className="size-5" strokeWidth={1.6} />
        {words.downloadCard}
      </Button>
      <DownloadProgress downloads={downloads} />
    </div>
  )
}
