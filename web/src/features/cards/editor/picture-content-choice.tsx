import type { CardLook } from '@hudur/core/cards/look'
import { text } from '../../../text/ar.ts'
import { SegmentedField } from '../../../ui/segmented-field.tsx'

const words = text.studio.pictureContent
const OPTIONS = (['finished', 'blank'] as const).map(id => ({ id, label: words[id] }))

type PictureContentChoiceProps = { look: CardLook; onChange: (look: Pick<CardLook, 'panel'>) => void }

/** Asks whether an uploaded picture already has the card's words. Only a picture without words gets the panel. Shows nothing on a template. */
export function PictureContentChoice({ look: { background, panel }, onChange }: PictureContentChoiceProps) {
  if (background.is !== 'picture') return null
  const content = panel ? 'blank' : 'finished'
  return (
    <SegmentedField
      description={words.hints[content]}
      label={words.question}
      onChange={id => onChange({ panel: id === 'blank' })}
      options={OPTIONS}
      value={content}
    />
  )
}
