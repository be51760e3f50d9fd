import type { CardLook } from '@hudur/core/cards/look'
import { text } from '../../../text/ar.ts'
import { notify } from '../../../ui/toast.tsx'
import type { CardChoice } from '../card-choice.ts'
import { DesignThumbnail } from '../designs/saved-designs.tsx'
import { useLoadDesignChoice } from '../designs/use-design-choice.ts'
import { useFormerLooks } from '../queries.ts'

/** The event of the cards; its id is unknown before the event is created. */
type EventOfCards = { eventId?: string | null | undefined; userId: string; eventName: string; eventDate: string }
/** `chosenId`: the id of the picture that is chosen now, which is not offered again. */
type FormerPicturesProps = { event: EventOfCards; chosenId: string | undefined; onChoose: (former: CardChoice) => void }

/** Offers the host's own pictures that the cards of the event had before, each with its placement. */
export function FormerPictures({ event, chosenId, onChoose }: FormerPicturesProps) {
  const { data: looks = [] } = useFormerLooks(event.eventId)
  const loadChoice = useLoadDesignChoice()
  const choosePicture = (look: CardLook) =>
    loadChoice({ look, userId: event.userId }).then(onChoose, () => notify.failure(text.studio.kept.pictureFailed))
  const isOffered = ({ background }: CardLook) => background.is === 'picture' && background.pictureId !== chosenId
  return looks.filter(isOffered).map(look => (
    <button
      className="w-19 shrink-0 cursor-pointer content-start text-center text-muted text-xs"
      key={JSON.stringify(look.background)}
      onClick={() => void choosePicture(look)}
      type="button"
    >
      <span aria-hidden="true" className="mb-1 block overflow-hidden rounded-sm ring-1 ring-border">
        <DesignThumbnail {...event} look={look} />
      </span>
      {text.studio.formerPicture}
    </button>
  ))
}

/** Returns the present look with the picture of a former one, and with its placement. The texts stay. */
export const withFormerPicture = (
  now: CardChoice,
  { look: { background, places, name, code, panel }, picture }: CardChoice,
): CardChoice => ({
  look: { ...now.look, background, places, name, code, panel },
  picture,
})
