import { Calendar } from '@heroui/react'
import type { CalendarDate } from '@internationalized/date'
import type { RefObject } from 'react'
import { Popover } from 'react-aria-components'
import { text } from '../text/ar.ts'
import { Next, Previous } from './arrows.tsx'
import { HijriSwitch } from './hijri-switch.tsx'

export type CalendarPopoverProps = {
  /** The element beside which it opens. */
  triggerRef: RefObject<HTMLElement | null>
  value: CalendarDate | null
  minValue: CalendarDate | null
  maxValue: CalendarDate | null
  onChange: (picked: CalendarDate) => void
  isHijri: boolean
  onHijri: (isHijri: boolean) => void
  onClose: () => void
}

/** A month of the locale's calendar to pick a day from. */
export function CalendarPopover({ triggerRef, onChange, isHijri, onHijri, onClose, ...range }: CalendarPopoverProps) {
  return (
    <Popover
      aria-label={text.ui.calendar}
      className="date-picker__popover"
      isOpen
      onOpenChange={onClose}
      placement="bottom end"
      triggerRef={triggerRef}
    >
      <Calendar
        aria-label={text.ui.calendar}
        autoFocus
        {...range}
        onChange={picked => {
          onChange(picked)
          onClose()
        }}
      >
        <Calendar.Header role="presentation">
          <Calendar.Heading />
          {/* HeroUI does not mirror its own arrows inside a picker. Back is to the right. */}
          <Calendar.NavButton slot="previous">
            <Previous aria-hidden="true" className="size-5" />
          </Calendar.NavButton>
          <Calendar.NavButton slot="next">
            <Next aria-hidden="true" className="size-5" />
          </Calendar.NavButton>
        </Calendar.Header>
        {/* Arabic "short" weekdays are whole words and collide. */}
        <Calendar.Grid weekdayStyle="narrow">
          <Calendar.GridHeader>{weekday => <Calendar.HeaderCell>{weekday}</Calendar.HeaderCell>}</Calendar.GridHeader>
          <Calendar.GridBody>{date => <Calendar.Cell date={date} />}</Calendar.GridBody>
        </Calendar.Grid>
      </Calendar>
      <div className="mt-2 flex justify-end border-separator border-t pt-2">
        <HijriSwitch isHijri={isHijri} onChange={onHijri} />
      </div>
    </Popover>
  )
}
