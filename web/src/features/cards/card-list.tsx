import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Download } from 'lucide-react'
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CardDrawing } from '../../cards/paint-card.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { type CardPainter, CardPreview, useCardPainter } from './card-preview.tsx'

const PREVIEW_WIDTH = 420
/** The number of cards added to the page at once. The next ones follow when the user scrolls near the end. */
const CARDS_AT_ONCE = 48

type CardListProps = { drawing: CardDrawing; invitations: readonly Invitation[]; onDownload: (invitation: Invitation) => unknown }

/** Renders the created cards. The component is memoised, because the screen renders again for every file of a download. */
export const CardList = memo(function CardList({ drawing, invitations, onDownload }: CardListProps) {
  const [shownCount, setShownCount] = useState(CARDS_AT_ONCE)
  const painter = useCardPainter(drawing, invitations, PREVIEW_WIDTH)
  const remainingCount = invitations.length - shownCount

  return (
    <>
      <ul className="grid grid-cols-2 gap-4 md:grid-cols-3 md:gap-6 lg:grid-cols-2 xl:grid-cols-3">
        {invitations.slice(0, shownCount).map(invitation => (
          <CardItem painter={painter} invitation={invitation} key={invitation.id} onDownload={onDownload} />
        ))}
      </ul>
      {/* The key makes a new element after each step. An IntersectionObserver reports an element that stays in view only once. */}
      {remainingCount > 0 && (
        <LoadMore key={remainingCount} remainingCount={remainingCount} onMore={() => setShownCount(shownCount + CARDS_AT_ONCE)} />
      )}
    </>
  )
})

type CardItemProps = Pick<CardListProps, 'onDownload'> & { painter: CardPainter; invitation: Invitation }

const CardItem = memo(function CardItem({ painter, invitation, onDownload }: CardItemProps) {
  const guest = invitationRules.guestLabel(invitation)
  const { maxScans } = invitation
  return (
    <li className="min-w-0">
      <div className="overflow-hidden rounded-md shadow-surface">
        <CardPreview painter={painter} invitation={invitation} label={text.generator.cardOf(guest)} />
      </div>
      <div className="mt-2 flex items-start gap-2">
        <div className="min-w-0 grow text-sm">
          <p className="break-words font-medium" dir="auto">
            {guest}
          </p>
          {maxScans > 1 && (
            <p className="text-muted text-xs">{text.generator.admits(formatCountedNoun(maxScans, text.generator.admitWord))}</p>
          )}
        </div>
        <IconButton label={text.generator.downloadOf(guest)} onPress={() => onDownload(invitation)} size="sm">
          <Download aria-hidden="true" className="size-5" strokeWidth={1.6} />
        </IconButton>
      </div>
    </li>
  )
})

/** Renders the end of the list. It loads the next cards when it is nearly in view or when its button is pressed. */
function LoadMore({ remainingCount, onMore }: { remainingCount: number; onMore: () => void }) {
  const endElement = useRef<HTMLDivElement>(null)
  const loadMore = useEffectEvent(onMore)
  useEffect(() => {
    if (!endElement.current) return
    const observer = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && loadMore(), { rootMargin: '600px' })
    observer.observe(endElement.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div className="mt-6 text-center" ref={endElement}>
      <Button onPress={onMore} variant="ghost">
        {text.generator.more(formatWholeNumber(remainingCount))}
      </Button>
    </div>
  )
}
