import type { Design } from '@hudur/core/cards/contract'
import { Refusal } from '@hudur/core/refusals'
import { History, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { text } from '../../../text/ar.ts'
import { formatNumericDay } from '../../../text/format.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/toast.tsx'
import { type CardChoice, sampleInvitation } from '../card-choice.ts'
import { CardPreview, useCardPainter } from '../card-preview.tsx'
import { useDesigns, useReadPicture, useRemoveDesign } from '../queries.ts'
import { useLoadDesignChoice } from './use-design-choice.ts'

type SavedDesignsProps = { ownerId: string | undefined; onChoose: (choice: CardChoice) => void }

/** Shows a button that opens the designs saved for the owner's events, for reuse. Without saved designs it shows nothing. */
export function SavedDesigns({ ownerId, onChoose }: SavedDesignsProps) {
  const designs = useDesigns({ userId: ownerId })
  const [isOpen, setOpen] = useState(false)
  const rows = designs.data ?? []
  if (rows.length === 0) return null
  return (
    <>
      <Button className="h-auto justify-self-start whitespace-normal" onPress={() => setOpen(true)} size="sm" variant="ghost">
        <History aria-hidden="true" className="size-5" strokeWidth={1.6} />
        {text.studio.kept.open}
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} size="lg" title={text.studio.kept.title}>
        <DesignGrid
          designs={rows}
          onChoose={choice => {
            onChoose(choice)
            setOpen(false)
          }}
        />
      </Dialog>
    </>
  )
}

/** The number of designs shown at once. It is small, because each design may download a photograph. */
const DESIGNS_AT_ONCE = 8

function DesignGrid({ designs, onChoose }: { designs: readonly Design[]; onChoose: (choice: CardChoice) => void }) {
  const [shownCount, setShownCount] = useState(DESIGNS_AT_ONCE)
  return (
    <div className="grid justify-items-center gap-5">
      <ul className="grid w-full grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-4">
        {designs.slice(0, shownCount).map(design => (
          <DesignItem design={design} key={design.id} onChoose={onChoose} />
        ))}
      </ul>
      {designs.length > shownCount && (
        <Button onPress={() => setShownCount(shownCount + DESIGNS_AT_ONCE)} variant="ghost">
          {text.studio.kept.more}
        </Button>
      )}
    </div>
  )
}

const THUMBNAIL_WIDTH = 320

function DesignItem({ design, onChoose }: { design: Design; onChoose: (choice: CardChoice) => void }) {
  const loadChoice = useLoadDesignChoice()
  const remove = useRemoveDesign()
  const [isAsking, setAsking] = useState(false)
  const { eventName, eventDate } = design

  async function chooseDesign() {
    try {
      onChoose(await loadChoice(design))
    } catch {
      notify.failure(text.studio.kept.pictureFailed)
    }
  }

  async function removeDesign() {
    try {
      await remove.mutateAsync({ id: design.id })
      notify.done(text.studio.kept.removed(eventName))
    } catch (error) {
      notify.failure(error instanceof Refusal ? error.message : text.studio.kept.removeFailed)
    }
    setAsking(false)
  }

  return (
    <li className="grid min-w-0 content-start gap-2">
      <div className="overflow-hidden rounded-md shadow-surface">
        <DesignThumbnail {...design} />
      </div>
      <div className="min-w-0 text-sm">
        <p className="break-words font-medium">{eventName}</p>
        <p className="text-muted text-xs">{formatNumericDay(eventDate)}</p>
      </div>
      <div className="flex gap-2">
        <Button
          aria-label={text.studio.kept.useOf(eventName)}
          className="grow"
          onPress={() => void chooseDesign()}
          size="sm"
          variant="outline"
        >
          {text.studio.kept.use}
        </Button>
        <IconButton label={text.studio.kept.removeOf(eventName)} onPress={() => setAsking(true)} size="sm">
          <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.6} />
        </IconButton>
      </div>
      <ConfirmDialog
        confirm={text.studio.kept.remove}
        isDanger
        isOpen={isAsking}
        isPending={remove.isPending}
        onConfirm={() => void removeDesign()}
        onOpenChange={setAsking}
        title={text.studio.kept.removeOf(eventName)}
      >
        {text.studio.kept.removeMeans}
      </ConfirmDialog>
    </li>
  )
}

export function DesignThumbnail({ look, eventName, eventDate }: Pick<Design, 'look' | 'eventName' | 'eventDate'>) {
  const picture = useThumbnailPicture(look.background.is === 'picture' ? look.background.pictureId : undefined)
  const sample = useMemo(() => sampleInvitation({ eventName, eventDate }), [eventName, eventDate])
  const samples = useMemo(() => [sample], [sample])
  const drawing = useMemo(() => ({ look, picture }), [look, picture])
  const painter = useCardPainter(drawing, samples, THUMBNAIL_WIDTH)
  return <CardPreview painter={painter} invitation={sample} label={text.generator.cardOf(eventName)} />
}

function useThumbnailPicture(id: string | undefined) {
  const read = useReadPicture()
  const [picture, setPicture] = useState<ImageBitmap>()
  useEffect(() => {
    if (id === undefined) return
    let isCurrent = true
    void read(id)
      .then(file => createImageBitmap(file, { resizeWidth: THUMBNAIL_WIDTH }))
      .then(
        bitmap => isCurrent && setPicture(bitmap),
        // A card whose background image cannot be loaded is shown on white. The error is reported if the user chooses the design.
        () => undefined,
      )
    return () => {
      isCurrent = false
    }
  }, [id, read])
  return picture
}
