import { CalendarDays, ChevronDown } from 'lucide-react'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { siteText } from '../text/site.ts'

type FieldProps = { id: string; label: string; hint?: string; className?: string }
type LabelledProps = FieldProps & { isRequired?: boolean; children: ReactNode }

const Star = () => (
  <span aria-hidden="true" className="text-danger">
    {' *'}
  </span>
)

/** A label, its field, and the place of the field's error message. */
function Labelled({ id, label, hint, className = '', isRequired = true, children }: LabelledProps) {
  return (
    <div className={`grid min-w-0 content-start gap-1 ${className}`} data-field="">
      <label className="label" htmlFor={id}>
        {label}
        {isRequired && <Star />}
      </label>
      {children}
      {hint && (
        <p className="text-muted text-xs" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldProblem id={id} />
    </div>
  )
}

const FieldProblem = ({ id }: { id: string }) => <p className="text-danger text-xs empty:hidden" data-problem="" id={`${id}-problem`} />

const describedBy = (id: string, hint: string | undefined) => (hint ? `${id}-problem ${id}-hint` : `${id}-problem`)

export function Field({ id, label, hint, className = '', required = true, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Labelled className={className} hint={hint ?? ''} id={id} isRequired={required && input.defaultValue === undefined} label={label}>
      <input {...input} aria-describedby={describedBy(id, hint)} className="input w-full" id={id} required={required} />
    </Labelled>
  )
}

export function Area({ id, label, className = '', ...area }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Labelled className={className} id={id} label={label}>
      <textarea {...area} aria-describedby={describedBy(id, undefined)} className="textarea w-full leading-8" id={id} required />
    </Labelled>
  )
}

export function Choice({ id, label, name, options }: FieldProps & { name: string; options: Record<string, string> }) {
  return (
    <Labelled id={id} label={label}>
      <div className="relative">
        <select aria-describedby={describedBy(id, undefined)} className="input choice w-full" defaultValue="" id={id} name={name} required>
          <option value="">{siteText.order.choose}</option>
          {Object.entries(options).map(([value, said]) => (
            <option key={value} value={value}>
              {said}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-3 inset-y-0 my-auto size-4 text-muted" />
      </div>
    </Labelled>
  )
}

const parts = [
  { part: 'day', digits: 2, width: 'w-11' },
  { part: 'month', digits: 2, width: 'w-11' },
  { part: 'year', digits: 4, width: 'w-14' },
] as const

/** Fields for day, month and year, typed in this order as in the application, or picked from the browser's calendar. */
export function DateParts({ id, label, name }: FieldProps & { name: string }) {
  return (
    <div className="grid min-w-0 content-start gap-1" data-field="">
      <span aria-hidden="true" className="label">
        {label}
        <Star />
      </span>
      <fieldset
        aria-describedby={`${id}-problem ${id}-note`}
        aria-label={label}
        className="input flex w-full items-center py-0"
        data-date={name}
      >
        {parts.map(({ part, digits, width }) => (
          <Fragment key={part}>
            {part !== 'day' && (
              <span aria-hidden="true" className="text-muted">
                /
              </span>
            )}
            <input
              aria-label={siteText.order[part]}
              autoComplete="off"
              className={`date-part ${width}`}
              inputMode="numeric"
              maxLength={12}
              placeholder={siteText.order.short[part]}
              role="spinbutton"
              data-digits={digits}
              data-part={part}
            />
          </Fragment>
        ))}
        <input aria-hidden="true" className="date-picker" data-picker="" tabIndex={-1} type="date" />
        <button aria-label={siteText.order.openCalendar} className="date-button" data-open="" type="button">
          <CalendarDays aria-hidden="true" className="size-5" strokeWidth={1.7} />
        </button>
      </fieldset>
      <p className="text-muted text-xs empty:hidden" data-note="" id={`${id}-note`} />
      <FieldProblem id={id} />
    </div>
  )
}

type SiteFormProps = { action: string; is: 'order' | 'message'; submit: string; className?: string; children: ReactNode }

/** A form that `forms.ts` submits. Its button is disabled until that script has loaded. */
export function SiteForm({ action, is, submit, className = '', children }: SiteFormProps) {
  return (
    <form action={action} className={`grid content-start gap-5 sm:grid-cols-2 ${className}`} data-form={is} method="post" noValidate>
      {children}
      <noscript>
        <p className="text-sm sm:col-span-2">{siteText.order.noScript}</p>
      </noscript>
      <div className="form-message sm:col-span-2" data-message="" role="status" />
      <button className="button button--primary button--lg w-full sm:col-span-2" disabled type="submit">
        {submit}
      </button>
    </form>
  )
}
