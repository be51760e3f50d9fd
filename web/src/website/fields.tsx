import { CalendarDays, ChevronDown } from 'lucide-react'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { websiteText } from '../text/website.ts'

type FieldProps = { id: string; label: string; hint?: string; className?: string }
type LabelledFieldProps = FieldProps & { isRequired?: boolean; children: ReactNode }

const RequiredMark = () => (
  <span aria-hidden="true" className="text-danger">
    {' *'}
  </span>
)

/** Renders the label of a form field, the field, an optional hint, and an empty element for the field's error message. */
function LabelledField({ id, label, hint, className = '', isRequired = true, children }: LabelledFieldProps) {
  return (
    <div className={`grid min-w-0 content-start gap-1 ${className}`} data-field="">
      <label className="label" htmlFor={id}>
        {label}
        {isRequired && <RequiredMark />}
      </label>
      {children}
      {hint && (
        <p className="text-muted text-xs" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldErrorMessage id={id} />
    </div>
  )
}

const FieldErrorMessage = ({ id }: { id: string }) => (
  <p className="text-danger text-xs empty:hidden" data-problem="" id={`${id}-problem`} />
)

const describedByIds = (id: string, hint: string | undefined) => (hint ? `${id}-problem ${id}-hint` : `${id}-problem`)

export function InputField({ id, label, hint, className = '', required = true, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <LabelledField className={className} hint={hint ?? ''} id={id} isRequired={required && input.defaultValue === undefined} label={label}>
      <input {...input} aria-describedby={describedByIds(id, hint)} className="input w-full" id={id} required={required} />
    </LabelledField>
  )
}

export function TextAreaField({ id, label, hint, className = '', required = true, ...area }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <LabelledField className={className} hint={hint ?? ''} id={id} isRequired={required} label={label}>
      <textarea {...area} aria-describedby={describedByIds(id, hint)} className="textarea w-full leading-8" id={id} required={required} />
    </LabelledField>
  )
}

export function SelectField({ id, label, name, options }: FieldProps & { name: string; options: Record<string, string> }) {
  return (
    <LabelledField id={id} label={label}>
      <div className="relative">
        <select
          aria-describedby={describedByIds(id, undefined)}
          className="input choice w-full"
          defaultValue=""
          id={id}
          name={name}
          required
        >
          <option value="">{websiteText.order.choose}</option>
          {Object.entries(options).map(([value, said]) => (
            <option key={value} value={value}>
              {said}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-3 inset-y-0 my-auto size-4 text-muted" />
      </div>
    </LabelledField>
  )
}

const datePartInputs = [
  { part: 'day', digits: 2, width: 'w-11' },
  { part: 'month', digits: 2, width: 'w-11' },
  { part: 'year', digits: 4, width: 'w-14' },
] as const

/** Renders the fields of a date in the order of the app's date field, and a button that opens the browser's calendar. */
export function DateParts({ id, label, name }: FieldProps & { name: string }) {
  return (
    <div className="grid min-w-0 content-start gap-1" data-field="">
      <span aria-hidden="true" className="label">
        {label}
        <RequiredMark />
      </span>
      <fieldset
        aria-describedby={`${id}-problem ${id}-note`}
        aria-label={label}
        className="input flex w-full items-center py-0"
        data-date={name}
      >
        {datePartInputs.map(({ part, digits, width }) => (
          <Fragment key={part}>
            {part !== 'day' && (
              <span aria-hidden="true" className="text-muted">
                /
              </span>
            )}
            <input
              aria-label={websiteText.order[part]}
              autoComplete="off"
              className={`date-part ${width}`}
              inputMode="numeric"
              maxLength={12}
              placeholder={websiteText.order.short[part]}
              role="spinbutton"
              data-digits={digits}
              data-part={part}
            />
          </Fragment>
        ))}
        <input aria-hidden="true" className="date-picker" data-picker="" tabIndex={-1} type="date" />
        <button aria-label={websiteText.order.openCalendar} className="date-button" data-open="" type="button">
          <CalendarDays aria-hidden="true" className="size-5" strokeWidth={1.7} />
        </button>
      </fieldset>
      <p className="text-muted text-xs empty:hidden" data-note="" id={`${id}-note`} />
      <FieldErrorMessage id={id} />
    </div>
  )
}

type SiteFormProps = { action: string; is: 'order' | 'message'; submit: string; className?: string; children: ReactNode }

/** Renders a form that the script `forms.ts` submits. The submit button is disabled until that script has loaded. */
export function SiteForm({ action, is, submit, className = '', children }: SiteFormProps) {
  return (
    <form action={action} className={`grid content-start gap-5 sm:grid-cols-2 ${className}`} data-form={is} method="post" noValidate>
      {children}
      <noscript>
        <p className="text-sm sm:col-span-2">{websiteText.order.noScript}</p>
      </noscript>
      <div className="form-message sm:col-span-2" data-message="" role="status" />
      <button className="button button--primary button--lg w-full sm:col-span-2" disabled type="submit">
        {submit}
      </button>
    </form>
  )
}
