import { DEFAULT_PLACES } from '@hudur/core'
import { memo, useId, useMemo } from 'react'
import { text } from '../../../text/ar.ts'
import { CardPreview, useGrounds } from '../cards/card-preview.tsx'
import { type DesignId, designIds } from '../cards/designs.ts'
import { type CardChoice, lookOf, sampleInvitation } from './card-choice.ts'

type Uses = CardChoice['uses']
type DesignPickerProps = { choice: CardChoice; onChange: (uses: Uses) => void }

/** The ready designs as small cards in one row, and the uploaded picture beside them when there is one. */
export function DesignPicker({ choice, onChange }: DesignPickerProps) {
  const group = useId()
  const options: Uses[] = choice.picture ? ['picture', ...designIds] : designIds
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-sm">{text.generator.design}</legend>
      <div className="relative -mx-1 flex gap-2.5 overflow-x-auto p-1 pb-2">
        {options.map(uses => (
          <label className="group relative grid w-19 shrink-0 cursor-pointer gap-1 text-center text-xs" key={uses}>
            <input
              checked={choice.uses === uses}
              className="absolute inset-0 z-10 cursor-pointer opacity-0"
              name={group}
              onChange={() => onChange(uses)}
              type="radio"
              value={uses}
            />
            <span className="block overflow-hidden rounded-sm outline-2 outline-transparent outline-offset-2 ring-1 ring-border group-has-checked:outline-accent group-has-focus-visible:outline-focus group-has-focus-visible:outline-dashed">
              <Thumbnail picture={uses === 'picture' ? choice.picture : undefined} uses={uses} />
            </span>
            <span className="text-muted group-has-checked:font-semibold group-has-checked:text-foreground">{titleOf(uses)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const titleOf = (uses: DesignId | 'picture') => (uses === 'picture' ? text.generator.ownPicture : text.card.designs[uses])

const SAMPLE = sampleInvitation()
const SAMPLES = [SAMPLE]
const THUMBNAIL = 136

const Thumbnail = memo(function Thumbnail({ uses, picture }: Pick<CardChoice, 'uses' | 'picture'>) {
  const look = useMemo(() => lookOf({ uses, picture, places: DEFAULT_PLACES }), [uses, picture])
  const grounds = useGrounds(look, SAMPLES, THUMBNAIL)
  return (
    <span aria-hidden="true">
      <CardPreview grounds={grounds} invitation={SAMPLE} label="" />
    </span>
  )
})
