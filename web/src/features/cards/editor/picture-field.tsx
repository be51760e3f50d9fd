import { ImageUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { CardPicture } from '../../../cards/card-picture.ts'
import { fetchPartWhenIdle } from '../../../loading/idle.ts'
import { withRetries } from '../../../loading/retry.ts'
import { text } from '../../../text/ar.ts'
import { IconButton } from '../../../ui/button.tsx'

const importPictureReader = withRetries(() => import('../../../cards/read-card-picture.ts'))
fetchPartWhenIdle(importPictureReader)

type PictureFieldProps = { picture: CardPicture | undefined; onChange: (picture: CardPicture | undefined) => void }

/** Renders the field for the card's background image. A file that is no image is refused, and the previous image stays. */
export function PictureField({ picture, onChange }: PictureFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const newestFile = useRef<File>(undefined)
  const [problem, setProblem] = useState<string>()

  async function readChosenFile(file: File | undefined) {
    if (!file) return
    newestFile.current = file
    const { readCardPicture } = await importPictureReader()
    const reading = await readCardPicture(file)
    if (newestFile.current !== file) return
    setProblem(reading.ok ? undefined : reading.problem)
    if (reading.ok) onChange(reading.picture)
  }

  return (
    <div>
      <div className="flex items-center gap-2 rounded-md border border-field-border border-dashed pe-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-offset-2">
        <label className="relative flex min-w-0 grow cursor-pointer items-center gap-3 px-4 py-3.5">
          <input
            accept="image/png,image/jpeg,image/webp"
            aria-describedby={`${id}-hint ${id}-problem`}
            aria-invalid={problem !== undefined}
            aria-labelledby={`${id}-label`}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={event => {
              void readChosenFile(event.target.files?.[0])
              // The input is emptied, because choosing the same file again would trigger no change event otherwise.
              event.target.value = ''
            }}
            ref={input}
            type="file"
          />
          <ImageUp aria-hidden="true" className="size-6 shrink-0 text-gold-ink" strokeWidth={1.5} />
          <span className="min-w-0">
            <span className="block font-medium text-foreground text-sm" id={`${id}-label`}>
              {text.generator.picture}
            </span>
            <span className="block break-words text-muted text-xs" id={`${id}-hint`}>
              {picture ? text.generator.pictureChosen(picture.name) : text.generator.pictureHint}
            </span>
          </span>
        </label>
        {picture && (
          <IconButton
            label={text.generator.removePicture}
            onPress={() => {
              onChange(undefined)
              setProblem(undefined)
              input.current?.focus()
            }}
            size="sm"
          >
            <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.6} />
          </IconButton>
        )}
      </div>
      <p className="mt-1 text-danger text-xs empty:hidden" id={`${id}-problem`} role="alert">
        {problem}
      </p>
    </div>
  )
}
