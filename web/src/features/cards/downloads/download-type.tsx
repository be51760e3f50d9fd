import { useId } from 'react'
import { CARD_FILE_TYPES, type CardFileType } from '../../../cards/card-files.ts'
import { text } from '../../../text/ar.ts'
import type { Downloads } from './use-downloads.ts'

const FILE_TYPES = Object.keys(CARD_FILE_TYPES) as CardFileType[]

/** Renders the choice of the file type of saved cards. If the background is a photograph, a text explains the difference in file size. */
export function DownloadTypeChoice({ downloads: { type, setType, isPhotograph, state } }: { downloads: Downloads }) {
  const group = useId()
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1" disabled={state.is === 'working'}>
      <legend className="float-start me-3 text-muted text-sm">{text.generator.fileType}</legend>
      <div className="flex gap-1 rounded-lg bg-default p-1">
        {FILE_TYPES.map(fileType => (
          <label
            className="relative min-h-9 cursor-pointer content-center rounded-md px-3 text-center text-sm has-checked:bg-segment has-checked:font-medium has-disabled:cursor-default has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-focus"
            key={fileType}
          >
            <input
              aria-describedby={isPhotograph ? `${group}-sizes` : undefined}
              checked={type === fileType}
              className="absolute inset-0 cursor-[inherit] opacity-0"
              name={group}
              onChange={() => setType(fileType)}
              type="radio"
            />
            {text.generator.fileTypes[fileType]}
          </label>
        ))}
      </div>
      {isPhotograph && (
        <p className="text-muted text-xs" id={`${group}-sizes`}>
          {text.generator.fileSizes[type]}
        </p>
      )}
    </fieldset>
  )
}
