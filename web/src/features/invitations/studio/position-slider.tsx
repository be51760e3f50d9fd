import { Slider } from '@heroui/react'
import { PLACE_MAX, PLACE_MIN } from '@hudur/core'
import { I18nProvider } from 'react-aria-components'
import { text } from '../../../text/ar.ts'
import { wholeNumber } from '../../../text/format.ts'
import { Numeric } from '../../../ui/numeric.tsx'

type PositionSliderProps = { of: string; direction: string; value: number; onChange: (value: number) => void; onSettle: () => void }

/** Edits one coordinate of a part. Card coordinates count from the left, so the slider runs from left to right, unlike the page. */
export function PositionSlider({ of, direction, value, onChange, onSettle }: PositionSliderProps) {
  return (
    <div className="grid gap-1">
      <span className="flex justify-between text-foreground text-sm">
        <span>{direction}</span>
        <Numeric className="text-muted">{text.generator.percent(wholeNumber(value))}</Numeric>
      </span>
      <div dir="ltr">
        <I18nProvider locale="ar-Latn-u-nu-latn">
          <Slider
            aria-label={text.generator.sliderOf(of, direction)}
            className="is-position w-full"
            maxValue={PLACE_MAX}
            minValue={PLACE_MIN}
            onChange={moved => onChange(Number(moved))}
            onChangeEnd={onSettle}
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
