import { toWesternDigits } from '@hudur/core/arabic'

const findRequiredElement = <Found extends Element>(group: Element, selector: string) => {
  const found = group.querySelector<Found>(selector)
  if (!found) throw new Error(`the page has no ${selector} here`)
  return found
}

const DATE_PART_NAMES = ['day', 'month', 'year'] as const
const MAX_PART_VALUES = { day: 31, month: 12, year: 2100 }
const MIN_PART_VALUES = { day: 1, month: 1, year: 1900 }

/** Parses a complete date in ISO form or in the order day, month, year. Returns undefined for other texts. */
function parseTypedDate(written: string) {
  const [, isoYear, isoMonth, isoDay, day, month, year] =
    /^(?:(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}))$/.exec(written.trim()) ?? []
  if (isoYear) return { year: isoYear, month: isoMonth ?? '', day: isoDay ?? '' }
  return year ? { year, month: month ?? '', day: day ?? '' } : undefined
}

export type DateParts = {
  /** Returns the date as `YYYY-MM-DD`; an empty string when all fields are empty; undefined when no such date exists in 1900 to 2100. */
  read: () => string | undefined
  focus: () => void
}

/**
 * Adds the behaviour of a date's three fields: a full field passes the focus on, the digits ٠-٩ are accepted, a pasted date is split, and
 * the arrow keys count up and down. Calls `onChange` with the value of `read`.
 */
export function initDateParts(group: HTMLElement, onChange: (day: string | undefined) => void): DateParts {
  const fields = DATE_PART_NAMES.map(name => findRequiredElement<HTMLInputElement>(group, `[data-part=${name}]`))
  const picker = findRequiredElement<HTMLInputElement>(group, '[data-picker]')
  const readFieldValues = () =>
    Object.fromEntries(DATE_PART_NAMES.map((name, at) => [name, fields[at]!.value])) as Record<(typeof DATE_PART_NAMES)[number], string>

  function fillFields(day: Record<(typeof DATE_PART_NAMES)[number], string>) {
    for (const [at, name] of DATE_PART_NAMES.entries()) fields[at]!.value = day[name]
  }

  function readDate() {
    const { day, month, year } = readFieldValues()
    if (!day && !month && !year) return ''
    if (!day || !month || !year) return undefined
    const whole = `${year.length === 2 ? `20${year}` : year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    const moment = new Date(`${whole}T12:00:00Z`)
    const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(whole) && whole >= '1900' && whole < '2101'
    return isDay ? whole : undefined
  }

  for (const [at, field] of fields.entries()) {
    const name = DATE_PART_NAMES[at]!
    field.addEventListener('input', () => {
      const typed = toWesternDigits(field.value)
      const whole = parseTypedDate(typed)
      if (whole) fillFields(whole)
      else {
        const most = Number(field.dataset.digits)
        const digits = typed.replace(/\D/g, '')
        field.value = digits.slice(0, most)
        const next = fields[at + 1]
        if (next && digits.length >= most && document.activeElement === field) {
          if (digits.length > most) next.value = digits.slice(most, most + Number(next.dataset.digits))
          next.focus()
          next.select()
        }
      }
      onChange(readDate())
    })
    field.addEventListener('focus', () => field.select())
    field.addEventListener('keydown', event => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
      if (event.key === 'Backspace' && field.value === '') fields[at - 1]?.focus()
      if (!step) return
      event.preventDefault()
      const now = Number(field.value) || (name === 'year' ? new Date().getFullYear() - step : step > 0 ? 0 : MAX_PART_VALUES[name] + 1)
      field.value = String(Math.min(MAX_PART_VALUES[name], Math.max(MIN_PART_VALUES[name], now + step)))
      onChange(readDate())
    })
  }

  findRequiredElement<HTMLButtonElement>(group, '[data-open]').addEventListener('click', () => {
    picker.value = readDate() ?? ''
    picker.showPicker()
  })
  picker.addEventListener('change', () => {
    const picked = parseTypedDate(picker.value)
    if (picked) fillFields(picked)
    onChange(readDate())
  })

  return { read: readDate, focus: () => fields[0]!.focus() }
}
