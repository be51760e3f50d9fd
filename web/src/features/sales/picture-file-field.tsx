import { ImageUp } from 'lucide-react'
import { useId } from 'react'
import { text } from '../../text/ar.ts'

const words = text.orderMoney

type PictureFileFieldProps = { file: File | undefined; onChange: (file: File) => void; error?: string | undefined }

/** Renders the field in which the picture of a receipt is chosen. */
export function PictureFileField({ file, onChange, error }: PictureFileFieldProps) {
  const id = useId()
  return (
    <div>
      <label className="relative flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-field-border border-dashed px-4 py-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-offset-2">
        <input
          accept="image/png,image/jpeg,image/webp"
          aria-describedby={`${id}-hint ${id}-problem`}
          aria-invalid={error !== undefined}
          aria-labelledby={`${id}-label`}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={event => {
            const chosen = event.target.files?.[0]
            if (chosen) onChange(chosen)
            // The input is emptied, because choosing the same file again would trigger no change event otherwise.
            event.target.value = ''
          }}
          type="file"
        />
        <ImageUp aria-hidden="true" className="size-6 shrink-0 text-gold-ink" strokeWidth={1.5} />
        <span className="min-w-0">
          <span className="block font-medium text-sm" id={`${id}-label`}>
            {words.picture}
          </span>
          <span className="block break-words text-muted text-xs" id={`${id}-hint`}>
            {file ? words.pictureChosen(file.name) : words.pictureHint}
          </span>
        </span>
      </label>
      <p className="mt-1 text-danger text-xs empty:hidden" id={`${id}-problem`} role="alert">
        {error}
      </p>
    </div>
  )
}
