import { CARD_HEIGHT, CARD_WIDTH, type CardPosition, clampPosition, codeBoxes, type Rectangle } from '@hudur/core/cards/geometry'
import type { CardLook } from '@hudur/core/cards/look'
import { cardSizesOf, guestNameBox, panelBoxOf } from '@hudur/core/cards/parts'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useMemo, useRef } from 'react'
import type { CardDrawing } from '../../../cards/paint-card.ts'
import { text } from '../../../text/ar.ts'
import { formatWholeNumber } from '../../../text/format.ts'
import { CardPreview, useCardPainter } from '../card-preview.tsx'

/** The parts of a card that can be moved. Only some looks have a `panel`. */
export type CardPart = 'name' | 'code' | 'panel'
export const movablePartsOf = (look: CardLook): readonly CardPart[] => (panelBoxOf(look) ? ['name', 'code', 'panel'] : ['name', 'code'])

const PREVIEW_WIDTH = 640

/** How far an arrow key moves a part, in percent of the card. */
const KEY_STEP_PERCENT = 1
const LONG_KEY_STEP_PERCENT = 5

const ARROW_DIRECTIONS: Record<string, CardPosition> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
}

type MovableCardPreviewProps = {
  invitation: Invitation
  drawing: CardDrawing
  part: CardPart
  onPart: (part: CardPart) => void
  onPlace: (part: CardPart, place: CardPosition, gesture?: string) => void
  onGestureEnd: () => void
}

/** Shows a large card. A click moves the chosen part to the clicked point; parts can also be dragged, or moved with the arrow keys. */
export function MovableCardPreview({ invitation, drawing, part, onPart, onPlace, onGestureEnd }: MovableCardPreviewProps) {
  const invitations = useMemo(() => [invitation], [invitation])
  const painter = useCardPainter(drawing, invitations, PREVIEW_WIDTH)
  const card = useRef<HTMLDivElement>(null)
  const { look } = drawing
  const { x, y } = look.places[part]

  /** Converts coordinates of a pointer in the window to percent of the card. */
  function cardPointOf({ clientX, clientY }: { clientX: number; clientY: number }): CardPosition {
    const { left: start, top, width, height } = card.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: ((clientX - start) / width) * 100, y: ((clientY - top) / height) * 100 }
  }

  return (
    <div className="relative overflow-hidden rounded-sm shadow-overlay">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles and sliders work without a pointer. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: handles and sliders work without a pointer. */}
      <div className="cursor-crosshair" onClick={(event: MouseEvent) => onPlace(part, cardPointOf(event))} ref={card}>
        <CardPreview painter={painter} invitation={invitation} label={text.generator.cardOf(invitationRules.guestLabel(invitation))} />
      </div>
      {movablePartsOf(look).map(handled => (
        <PartHandle
          frame={partFrameOf(look, handled, invitation)}
          isChosen={part === handled}
          key={handled}
          onChoose={() => onPart(handled)}
          onPlace={(place, gesture) => onPlace(handled, place, gesture)}
          onSettle={onGestureEnd}
          part={handled}
          place={look.places[handled]}
          pointOf={cardPointOf}
        />
      ))}
      <output className="sr-only">{text.studio.placed(text.studio.parts[part], formatWholeNumber(x), formatWholeNumber(y))}</output>
    </div>
  )
}

function partFrameOf(look: CardLook, part: CardPart, invitation: Invitation): Rectangle {
  const panel = part === 'panel' && panelBoxOf(look)
  if (panel) return panel
  return part === 'name' ? guestNameBox(look, invitation) : codeBoxes(look.places.code, cardSizesOf(look)).box
}

type PartHandleProps = {
  part: CardPart
  place: CardPosition
  frame: Rectangle
  isChosen: boolean
  pointOf: (event: PointerEvent) => CardPosition
  onChoose: () => void
  onPlace: (place: CardPosition, gesture: string) => void
  onSettle: () => void
}

function PartHandle({ part, place, frame, isChosen, pointOf, onChoose, onPlace, onSettle }: PartHandleProps) {
  /** While dragging: the vector from the pointer to the centre of the part. */
  const grabOffset = useRef<CardPosition>(undefined)

  function startDrag(event: PointerEvent<HTMLButtonElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    // The offset is measured from the visible frame, because near an edge the part is drawn further inside than its stored position.
    grabOffset.current = { x: centreOf(frame).x - point.x, y: centreOf(frame).y - point.y }
    onChoose()
  }

  function continueDrag(event: PointerEvent) {
    if (!grabOffset.current) return
    const point = pointOf(event)
    const newPlace = clampPosition({ x: point.x + grabOffset.current.x, y: point.y + grabOffset.current.y })
    if (newPlace.x !== place.x || newPlace.y !== place.y) onPlace(newPlace, `drag-${part}`)
  }

  function endDrag() {
    grabOffset.current = undefined
    onSettle()
  }

  function moveByKey(event: KeyboardEvent) {
    const direction = ARROW_DIRECTIONS[event.key]
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const by = event.shiftKey ? LONG_KEY_STEP_PERCENT : KEY_STEP_PERCENT
    onPlace({ x: place.x + direction.x * by, y: place.y + direction.y * by }, `keys-${part}`)
  }

  return (
    <button
      aria-description={text.studio.handleHint}
      aria-label={text.studio.handleOf(text.studio.parts[part])}
      aria-pressed={isChosen}
      className={`absolute cursor-grab touch-none rounded-sm border-2 border-dashed outline-1 outline-white/70 focus-visible:outline-3 focus-visible:outline-focus active:cursor-grabbing ${isChosen ? 'z-10 border-[#0f4a38]' : 'border-transparent hover:border-[#0f4a38]/50'}`}
      onFocus={onChoose}
      onKeyDown={moveByKey}
      onKeyUp={onSettle}
      onPointerCancel={endDrag}
      onPointerDown={startDrag}
      onPointerMove={continueDrag}
      onPointerUp={endDrag}
      style={cssInsetOf(frame)}
      type="button"
    />
  )
}

const centreOf = ({ x, y, width, height }: Rectangle): CardPosition => ({
  x: ((x + width / 2) / CARD_WIDTH) * 100,
  y: ((y + height / 2) / CARD_HEIGHT) * 100,
})

/** Returns the CSS inset of a box of the card, in percent, counted from the left edge like the card's coordinates (not from the right). */
const cssInsetOf = ({ x, y, width, height }: Rectangle) => ({
  inset: `${(y / CARD_HEIGHT) * 100}% ${(1 - (x + width) / CARD_WIDTH) * 100}% ${(1 - (y + height) / CARD_HEIGHT) * 100}% ${(x / CARD_WIDTH) * 100}%`,
})
