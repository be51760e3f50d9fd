import { Slider } from '@heroui/react'
import { MAX_POSITION_PERCENT, MIN_POSITION_PERCENT } from '@hudur/core/cards/geometry'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { text } from '../../../text/ar.ts'
import { formatWholeNumber } from '../../../text/format.ts'
import { Numeric } from '../../../ui/numeric.tsx'

type SliderProps = { value: number; onChange: (value: number) => void; onGestureEnd: () => void }

const SliderLine = ({ title, shownValue, children }: { title: string; shownValue: string; children: ReactNode }) => (
  <div className="grid gap-1">
    <span className="flex justify-between text-foreground text-sm">
      <span>{title}</span>
      <Numeric className="text-muted">{shownValue}</Numeric>
    </span>
    {children}
  </div>
)

/** Edits one coordinate of a part. Card coordinates count from the left, so the slider runs from left to right, unlike the page. */
export function PositionSlider({
  partName,
  direction,
  value,
  onChange,
  onGestureEnd,
}: SliderProps & { partName: string; direction: string }) {
  return (
    <SliderLine shownValue={text.generator.percent(formatWholeNumber(value))} title={direction}>
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
    </SliderLine>
  )
}

/** Edits a size in pixels of the card. The slider fills from the start of the line, in the page's direction. */
export function SizeSlider({
  title,
  range,
  value,
  onChange,
  onGestureEnd,
}: SliderProps & { title: string; range: { min: number; max: number } }) {
  return (
    <SliderLine shownValue={text.studio.pixels(formatWholeNumber(value))} title={title}>
      <Slider
        aria-label={title}
        className="w-full"
        maxValue={range.max}
        minValue={range.min}
        onChange={size => onChange(Number(size))}
        onChangeEnd={onGestureEnd}
        step={2}
        value={value}
      >
        <Slider.Track>
          <Slider.Fill />
          <Slider.Thumb />
        </Slider.Track>
      </Slider>
    </SliderLine>
  )
}
