import { Slider } from '@heroui/react'
import { MAX_POSITION_PERCENT, MIN_POSITION_PERCENT } from '@hudur/core/cards/geometry'
import { I18nProvider } from 'react-aria-components'
import { text } from '../../../text/ar.ts'
import { formatWholeNumber } from '../../../text/format.ts'
import { Numeric } from '../../../ui/numeric.tsx'

type PositionSliderProps = {
  partName: string
  direction: string
  value: number
  onChange: (value: number) => void
  onGestureEnd: () => void
}

/** Edits one coordinate of a part. Card coordinates count from the left, so the slider runs from left to right, unlike the page. */
export function PositionSlider({ partName, direction, value, onChange, onGestureEnd }: PositionSliderProps) {
  return (
    <div className="grid gap-1">
      <span className="flex justify-between text-foreground text-sm">
        <span>{direction}</span>
        <Numeric className="text-muted">{text.generator.percent(formatWholeNumber(value))}</Numeric>
      </span>
      <div dir="ltr">
        <I18nProvider locale="ar-Latn-u-nu-latn">
          <Slider
            aria-label={text.generator.sliderOf(partName, direction)}
            className="is-position w-full"
            maxValue={MAX_POSITION_PERCENT}
            minValue={MIN_POSITION_PERCENT}
            onChange={moved => onChange(Number(moved))}
            onChangeEnd={onGestureEnd}
            value={value}
          >
            <Slider.Track>
              <Slider.Thumb />
            </Slider.Track>
          </Slider>
        </I18nProvider>
      </div>
    </div>
  )
}
