import { type CardLook, TEMPLATE_NAMES } from '@hudur/core/cards/look'
import { memo, type ReactNode, useId, useMemo, useState } from 'react'
import { OCCASIONS, type Occasion, TEMPLATE_OCCASIONS } from '../../../cards/templates/occasions.ts'
import { text } from '../../../text/ar.ts'
import { FilterButtons } from '../../../ui/filter-buttons.tsx'
import { useCurrentInView } from '../../../ui/use-current-in-view.ts'
import { type CardChoice, cardDrawingOf, DEFAULT_CARD_CHOICE, sampleInvitation, withPicture } from '../card-choice.ts'
import { CardPreview, useCardPainter } from '../card-preview.tsx'

type Background = CardLook['background']
type DesignPickerProps = { choice: CardChoice; onChange: (background: Background) => void; children?: ReactNode }

type OccasionFilter = Occasion | 'all'

const OCCASION_FILTERS = (['all', ...OCCASIONS] as const).map(id => ({ id, label: text.card.occasions[id], count: undefined }))

const templatesFor = (occasion: OccasionFilter) =>
  TEMPLATE_NAMES.filter(name => occasion === 'all' || TEMPLATE_OCCASIONS[name] === occasion).map(
    (design): Background => ({ is: 'ready', design }),
  )

/** Offers the uploaded background image, if there is one, `children`, and the templates. A chosen template that the filter hides stays chosen. */
export function DesignPicker({ choice, onChange, children }: DesignPickerProps) {
  const group = useId()
  const [occasion, setOccasion] = useState<OccasionFilter>('all')
  const templateOptions = templatesFor(occasion)
  const options: Background[] = choice.picture ? [{ is: 'picture', pictureId: choice.picture.id }, ...templateOptions] : templateOptions
  const chosen = backgroundName(choice.look.background)
  const line = useCurrentInView<HTMLDivElement>(chosen)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-foreground text-sm">{text.generator.design}</legend>
      <FilterButtons label={text.studio.occasion} onChange={setOccasion} options={OCCASION_FILTERS} value={occasion} />
      <div className="relative -mx-1 flex gap-2.5 overflow-x-auto p-1 pb-2" ref={line}>
        {children}
        {options.map(background => (
          <label className="group relative grid w-19 shrink-0 cursor-pointer gap-1 text-center text-xs" key={backgroundName(background)}>
            <input
              checked={chosen === backgroundName(background)}
              className="absolute inset-0 z-10 cursor-pointer opacity-0"
              name={group}
              onChange={() => onChange(background)}
              type="radio"
              value={backgroundName(background)}
            />
            <span className="block overflow-hidden rounded-sm outline-2 outline-transparent outline-offset-2 ring-1 ring-border group-has-checked:outline-accent group-has-focus-visible:outline-focus group-has-focus-visible:outline-dashed">
              <Thumbnail background={background} picture={background.is === 'picture' ? choice.picture : undefined} />
            </span>
            <span className="text-muted group-has-checked:font-semibold group-has-checked:text-foreground">
              {backgroundTitle(background)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const backgroundName = (background: Background) => (background.is === 'ready' ? background.design : background.is)

const backgroundTitle = (background: Background) =>
  background.is === 'ready' ? text.card.designs[background.design] : text.generator.ownPicture

const SAMPLE_INVITATION = sampleInvitation()
const SAMPLE_INVITATIONS = [SAMPLE_INVITATION]
/** The width of the drawn thumbnail, in pixels. */
const THUMBNAIL_WIDTH = 136

/** The URLs of the templates' thumbnails by file name. `npm run pictures` renders the files, so that not every template's fonts are loaded. */
const THUMBNAIL_URLS = import.meta.glob<string>('./thumbnails/template-*.webp', { eager: true, query: '?url', import: 'default' })

const Thumbnail = memo(function Thumbnail({ background, picture }: { background: Background; picture: CardChoice['picture'] }) {
  if (background.is === 'picture') return <PictureThumbnail picture={picture} />
  const address = THUMBNAIL_URLS[`./thumbnails/template-${background.design}.webp`]
  return <img alt="" className="block aspect-[2/3] w-full bg-surface-secondary" height={228} loading="lazy" src={address} width={152} />
})

function PictureThumbnail({ picture }: { picture: CardChoice['picture'] }) {
  const drawing = useMemo(() => cardDrawingOf(withPicture(DEFAULT_CARD_CHOICE, picture)), [picture])
  const painter = useCardPainter(drawing, SAMPLE_INVITATIONS, THUMBNAIL_WIDTH)
  return (
    <span aria-hidden="true">
      <CardPreview painter={painter} invitation={SAMPLE_INVITATION} label="" />
    </span>
  )
}
