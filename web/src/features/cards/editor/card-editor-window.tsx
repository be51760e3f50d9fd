import { type CardPosition, clampPosition } from '@hudur/core/cards/geometry'
import { type CardLook, DEFAULT_LOOK } from '@hudur/core/cards/look'
import { findCollisions } from '@hudur/core/cards/parts'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { CardDrawing } from '../../../cards/paint-card.ts'
import { templateOf } from '../../../cards/templates.ts'
import { text } from '../../../text/ar.ts'
import { formatCountedNoun } from '../../../text/format.ts'
import { RedoIcon, RepeatIcon, UndoIcon } from '../../../ui/arrows.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { UnsavedDialog } from '../../../ui/unsaved-dialog.tsx'
import { type CardChoice, isSameCard, withPicture } from '../card-choice.ts'
import { DownloadButtons, DownloadProgress } from '../downloads/download-progress.tsx'
import type { Downloads } from '../downloads/use-downloads.ts'
import { CardWordsFields } from './card-words-fields.tsx'
import { CodeFields } from './code-fields.tsx'
import { DesignPicker } from './design-picker.tsx'
import { FormerPictures, withFormerPicture } from './former-pictures.tsx'
import { NameStyleFields } from './name-fields.tsx'
import { PictureContentChoice } from './picture-content-choice.tsx'
import { PictureField } from './picture-field.tsx'
import { type CardPart, MovableCardPreview, movablePartsOf } from './placing-card.tsx'
import { SegmentedChoice } from './segments.tsx'
import { SHOWN_GUESTS, type ShownGuestKind, shownGuests } from './shown-guests.ts'
import { PositionSlider } from './sliders.tsx'
import { type CardUndoSteps, useCardUndoSteps } from './use-card-steps.ts'

export type CardEditorProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The invitations whose cards are designed. It must stay the same array while the list is unchanged. */
  invitations: readonly [Invitation, ...Invitation[]]
  choice: CardChoice
  drawing: CardDrawing
  onChoice: (change: (now: CardChoice) => CardChoice) => void
  downloads: Downloads
  /** When the design was saved; '' for an event without a design. Counts the cards that were sent since. */
  savedAt?: string | undefined
}

/** Edits the look of a card. Every change is passed to `onChoice` at once; the caller saves none while the editor is open. */
export function CardEditorWindow({ isOpen, onOpenChange, invitations, choice, drawing, onChoice, downloads, savedAt }: CardEditorProps) {
  const [lastPart, setPart] = useState<CardPart>('name')
  const [shown, setShown] = useState<ShownGuestKind>('first')
  const guests = useMemo(() => shownGuests(invitations), [invitations])
  const steps = useCardUndoSteps(choice, onChoice)
  useUndoKeys(isOpen, steps)
  const { change, changeLook, endUndoStep } = steps
  /** The choice with which the editor was opened; undefined while it is closed. */
  const [opened, setOpened] = useState<CardChoice>()
  if (isOpen !== (opened !== undefined)) setOpened(isOpen ? choice : undefined)
  const sentCount = invitations.filter(({ sentAt }) => sentAt !== null && savedAt !== undefined && sentAt >= savedAt).length
  const close = () => onOpenChange(false)
  const { look, picture } = choice
  const parts = movablePartsOf(look)
  const part = parts.includes(lastPart) ? lastPart : 'name'
  const movePart = (movedPart: CardPart, make: (from: CardPosition) => CardPosition, gesture?: string) =>
    changeLook(now => ({ ...now, places: { ...now.places, [movedPart]: clampPosition(make(now.places[movedPart])) } }), gesture)
  const collisionTexts = findCollisions(look, templateOf(look), guests[shown])

  return (
    <UnsavedDialog
      footer={
        <div className="grid w-full gap-3">
          <DownloadProgress downloads={downloads} />
          <div className="grid grid-cols-2 gap-2 max-md:[&>*]:w-full max-md:[&>*]:px-2 md:flex">
            <Button className="md:me-auto" onPress={() => changeLook(resetLook)} variant="ghost">
              <RepeatIcon aria-hidden="true" className="size-5" strokeWidth={1.6} />
              {text.generator.reset}
            </Button>
            <DownloadButtons downloads={downloads} />
            <Button onPress={close}>{text.generator.done}</Button>
          </div>
        </div>
      }
      isChanged={opened !== undefined && !isSameCard(choice, opened)}
      // The generator stores every change in its draft.
      isDraft={savedAt === undefined}
      isOpen={isOpen}
      onDiscard={() => {
        if (opened) change(() => opened)
        close()
      }}
      onOpenChange={onOpenChange}
      onSave={close}
      size="cover"
      title={text.generator.customize}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] md:gap-8">
        <div className="-top-[3px] sticky z-20 -mx-[3px] grid grid-cols-[minmax(0,8.75rem)_minmax(0,1fr)] gap-3 self-start bg-overlay px-[3px] pb-3 md:order-2 md:grid-cols-1 md:justify-items-center">
          <div className="w-full md:w-[min(22rem,calc((100dvh-26.5rem)*2/3))] md:min-w-48">
            <MovableCardPreview
              drawing={drawing}
              invitation={guests[shown]}
              onPart={setPart}
              onPlace={(movedPart, place, gesture) => movePart(movedPart, () => place, gesture)}
              onGestureEnd={endUndoStep}
              part={part}
            />
          </div>
          <div className="grid w-full content-start gap-3">
            <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-end">
              <SegmentedChoice
                legend={text.generator.place}
                onChange={setPart}
                options={parts.map(value => ({ value, title: text.studio.parts[value] }))}
                value={part}
              />
              <UndoButtons steps={steps} />
            </div>
            {new Set(SHOWN_GUESTS.map(which => guests[which])).size > 1 && (
              <SegmentedChoice
                legend={text.studio.shownGuest}
                onChange={setShown}
                options={SHOWN_GUESTS.map(value => ({ value, title: text.studio.shown[value] }))}
                value={shown}
              />
            )}
          </div>
        </div>
        <div className="grid min-w-0 content-start gap-7 max-md:[&_*]:scroll-mt-60">
          {sentCount > 0 && <Notice tone="quiet">{formatCountedNoun(sentCount, text.studio.sentWord)}</Notice>}
          {collisionTexts.length > 0 && (
            <Notice tone="warning">
              {collisionTexts.map(obstacle => (
                <p key={obstacle}>{text.studio.collisions[obstacle]}</p>
              ))}
            </Notice>
          )}
          <DesignPicker choice={choice} onChange={background => changeLook(now => ({ ...now, background }))}>
            <FormerPictures
              chosenId={picture?.id}
              event={invitations[0]}
              onChoose={former => change(now => withFormerPicture(now, former))}
            />
          </DesignPicker>
          <PictureField onChange={chosen => change(now => withPicture(now, chosen))} picture={picture} />
          <PictureContentChoice look={look} onChange={content => changeLook(now => ({ ...now, ...content }))} />
          {parts.map(movedPart => (
            <fieldset className="grid min-w-0 gap-4" key={movedPart} onFocus={() => setPart(movedPart)}>
              <legend className="mb-2 font-semibold text-foreground text-sm">{text.studio.parts[movedPart]}</legend>
              <PositionSlider
                direction={text.generator.across}
                partName={text.studio.parts[movedPart]}
                onChange={x => movePart(movedPart, from => ({ ...from, x }), `slide-${movedPart}-x`)}
                onGestureEnd={endUndoStep}
                value={look.places[movedPart].x}
              />
              <PositionSlider
                direction={text.generator.upAndDown}
                partName={text.studio.parts[movedPart]}
                onChange={y => movePart(movedPart, from => ({ ...from, y }), `slide-${movedPart}-y`)}
                onGestureEnd={endUndoStep}
                value={look.places[movedPart].y}
              />
              {movedPart === 'name' && (
                <NameStyleFields
                  look={look}
                  onChange={(name, gesture) => changeLook(now => ({ ...now, name: { ...now.name, ...name } }), gesture)}
                  onGestureEnd={endUndoStep}
                />
              )}
              {movedPart === 'code' && (
                <CodeFields
                  fullest={guests.fullest}
                  look={look}
                  onChange={(code, gesture) => changeLook(now => ({ ...now, code: { ...now.code, ...code } }), gesture)}
                  onGestureEnd={endUndoStep}
                />
              )}
            </fieldset>
          ))}
          <CardWordsFields look={look} onChange={changeLook} onGestureEnd={endUndoStep} />
        </div>
      </div>
    </UnsavedDialog>
  )
}

/** Returns the look with the initial positions and the initial style of name and QR code. Background and texts stay. */
const resetLook = (look: CardLook): CardLook => ({ ...look, places: DEFAULT_LOOK.places, name: DEFAULT_LOOK.name, code: DEFAULT_LOOK.code })

function UndoButtons({ steps: { undo, redo } }: { steps: CardUndoSteps }) {
  return (
    <div className="flex gap-2">
      <IconButton isDisabled={!undo} label={text.studio.undo} onPress={() => undo?.()} variant="outline">
        <UndoIcon aria-hidden="true" className="size-5" strokeWidth={1.6} />
      </IconButton>
      <IconButton isDisabled={!redo} label={text.studio.redo} onPress={() => redo?.()} variant="outline">
        <RedoIcon aria-hidden="true" className="size-5" strokeWidth={1.6} />
      </IconButton>
    </div>
  )
}

/** Returns the Latin letter of a key, also on an Arabic keyboard. */
const latinLetterOf = ({ key, code }: KeyboardEvent) => (/^[a-z]$/i.test(key) ? key : code.replace('Key', '')).toLowerCase()

const isTextField = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'text'

/** Undoes on Ctrl+Z and redoes on Ctrl+Shift+Z or Ctrl+Y, except in text fields, which have their own undo. */
function useUndoKeys(isOpen: boolean, { undo, redo }: CardUndoSteps) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || isTextField(event.target)) return
    const letter = latinLetterOf(event)
    const go = letter === 'y' || (letter === 'z' && event.shiftKey) ? redo : letter === 'z' ? undo : undefined
    if (!go) return
    event.preventDefault()
    go()
  })
  useEffect(() => {
    if (!isOpen) return
    const handleKeydown = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', handleKeydown)
    return () => document.removeEventListener('keydown', handleKeydown)
  }, [isOpen])
}
