import { Slider } from '@heroui/react'
import { text } from '../../../text/ar.ts'
import { formatWholeNumber } from '../../../text/format.ts'
import { Numeric } from '../../../ui/numeric.tsx'

type SizeSliderProps = {
  title: string
  range: { min: number; max: number }
  value: number
  onChange: (value: number) => void
  onGestureEnd: () => void
}

/** Edits a size in pixels of the card. The slider fills from the start of the line, in the page's direction. */
export function SizeSlider({ title, range, value, onChange, onGestureEnd }: SizeSliderProps) {
  return (
    <div className="grid gap-1">
      <span className="flex justify-between text-foreground text-sm">
        <span>{title}</span>
        <Numeric className="text-muted">{text.studio.pixels(formatWholeNumber(value))}</Numeric>
      </span>
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
    </div>
  )
}
