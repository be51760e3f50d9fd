import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type CardLook,
  codeBoxes,
  DEFAULT_PLACES,
  type Invitation,
  invitationRules,
  keepPlace,
  nameBox,
  type Place,
  type Rectangle,
} from '@hudur/core'
import { RotateCcw } from 'lucide-react'
import { type MouseEvent, useId, useMemo, useState } from 'react'
import { text } from '../../../text/ar.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CardPreview, useGrounds } from '../cards/card-preview.tsx'
import { DownloadButtons, DownloadProgress } from '../cards/download-progress.tsx'
import { type CardDrawing, sizesOf } from '../cards/draw-card.ts'
import type { Downloads } from '../cards/use-downloads.ts'
import { type CardChoice, withPicture } from './card-choice.ts'
import { DesignPicker } from './design-picker.tsx'
import { PictureField } from './picture-field.tsx'
import { PositionSlider } from './position-slider.tsx'

type Part = 'name' | 'code'
const PARTS: readonly { part: Part; title: string }[] = [
  { part: 'name', title: text.generator.guestName },
  { part: 'code', title: text.generator.code },
]

const PREVIEW_WIDTH = 640

type CardEditorProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  invitation: Invitation
  choice: CardChoice
  drawing: CardDrawing
  onChoice: (change: (now: CardChoice) => CardChoice) => void
  downloads: Downloads
}

/** Where the name and the code stand on the card, and what is behind them. Every change shows at once and stays. */
export function CardEditor({ isOpen, onOpenChange, invitation, choice, drawing, onChoice, downloads }: CardEditorProps) {
  const [part, setPart] = useState<Part>('name')
  const { look, picture } = choice
  const { places } = look
  const change = (changed: Partial<CardLook>) => onChoice(now => ({ ...now, look: { ...now.look, ...changed } }))
  const move = (moved: Part, place: Place) => change({ places: { ...places, [moved]: keepPlace(place) } })

  return (
    <Dialog
      footer={
        <div className="grid w-full gap-3">
          <DownloadProgress downloads={downloads} />
          <div className="flex flex-wrap gap-2 max-md:[&>*]:grow">
            <Button className="md:me-auto" onPress={() => change({ places: DEFAULT_PLACES })} variant="ghost">
              <RotateCcw aria-hidden="true" className="size-5" strokeWidth={1.6} />
              {text.generator.reset}
            </Button>
            <DownloadButtons downloads={downloads} />
            <Button onPress={() => onOpenChange(false)}>{text.generator.done}</Button>
          </div>
        </div>
      }
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      size="cover"
      title={text.generator.customize}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] md:gap-8">
        <div className="md:order-2">
          <PartChoice part={part} setPart={setPart} />
          <PlacingCard invitation={invitation} drawing={drawing} onPlace={place => move(part, place)} part={part} />
        </div>
        <div className="grid min-w-0 content-start gap-6">
          <DesignPicker choice={choice} onChange={background => change({ background })} />
          <PictureField onChange={chosen => onChoice(now => withPicture(now, chosen))} picture={picture} />
          {PARTS.map(({ part: moved, title }) => (
            <fieldset className="grid gap-3" key={moved} onFocus={() => setPart(moved)}>
              <legend className="mb-2 font-semibold text-sm">{title}</legend>
              <PositionSlider
                direction={text.generator.across}
                of={title}
                onChange={x => move(moved, { ...places[moved], x })}
                value={places[moved].x}
              />
              <PositionSlider
                direction={text.generator.upAndDown}
                of={title}
                onChange={y => move(moved, { ...places[moved], y })}
                value={places[moved].y}
              />
            </fieldset>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

/** Which of the two a click on the card places. */
function PartChoice({ part, setPart }: { part: Part; setPart: (part: Part) => void }) {
  const group = useId()
  return (
    <fieldset className="mb-3">
      <legend className="mb-1.5 text-muted text-xs">{text.generator.place}</legend>
      <div className="flex gap-1 rounded-lg bg-default p-1">
        {PARTS.map(({ part: offered, title }) => (
          <label
            className="relative min-h-9 grow cursor-pointer content-center rounded-md px-3 text-center text-sm has-checked:bg-segment has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-focus"
            key={offered}
          >
            <input
              checked={part === offered}
              className="absolute inset-0 cursor-pointer opacity-0"
              name={group}
              onChange={() => setPart(offered)}
              type="radio"
            />
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type PlacingCardProps = { invitation: Invitation; drawing: CardDrawing; part: Part; onPlace: (place: Place) => void }

/** The card in large: a click puts the chosen part there. The sliders do the same without a pointer. */
function PlacingCard({ invitation, drawing, part, onPlace }: PlacingCardProps) {
  const shown = useMemo(() => [invitation], [invitation])
  const grounds = useGrounds(drawing, shown, PREVIEW_WIDTH)
  const { look } = drawing
  const sizes = sizesOf(look)
  const frame = part === 'name' ? nameBox(invitation.guestName, look.places.name, sizes) : codeBoxes(look.places.code, sizes).box

  function place(event: MouseEvent<HTMLElement>) {
    const card = event.currentTarget.getBoundingClientRect()
    onPlace({ x: ((event.clientX - card.left) / card.width) * 100, y: ((event.clientY - card.top) / card.height) * 100 })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the sliders are the way without a pointer.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <div className="relative mx-auto w-56 cursor-crosshair overflow-hidden rounded-sm shadow-overlay md:w-full" onClick={place}>
      <CardPreview grounds={grounds} invitation={invitation} label={text.generator.cardOf(invitationRules.guestLabel(invitation))} />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute rounded-sm border-2 border-[#0f4a38] border-dashed outline-1 outline-white/70"
        style={toInset(frame)}
      />
    </div>
  )
}

/** A box of the card as insets of its picture; they count from the picture's own left, like the card. */
const toInset = ({ x, y, width, height }: Rectangle) => ({
  inset: `${(y / CARD_HEIGHT) * 100}% ${(1 - (x + width) / CARD_WIDTH) * 100}% ${(1 - (y + height) / CARD_HEIGHT) * 100}% ${(x / CARD_WIDTH) * 100}%`,
})
