import type { ComponentProps, ReactNode } from 'react'
import { siteText } from '../text/site.ts'

type FieldProps = { id: string; label: string; hint?: string; className?: string }

/** A label, what it names, and the place where what is wrong is said. */
function Labelled({ id, label, hint, className = '', children }: FieldProps & { children: ReactNode }) {
  return (
    <div className={`grid min-w-0 content-start gap-1 ${className}`} data-field="">
      <label className="label" htmlFor={id}>
        {label}
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

export function Field({ id, label, hint, className = '', ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Labelled className={className} hint={hint ?? ''} id={id} label={label}>
      <input {...input} aria-describedby={describedBy(id, hint)} className="input w-full" id={id} required />
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
      <select aria-describedby={describedBy(id, undefined)} className="input choice w-full" defaultValue="" id={id} name={name} required>
        <option value="">{siteText.order.choose}</option>
        {Object.entries(options).map(([value, said]) => (
          <option key={value} value={value}>
            {said}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

const parts = [
  { part: 'day', digits: 2, example: '14', width: 'w-12' },
  { part: 'month', digits: 2, example: '01', width: 'w-12' },
  { part: 'year', digits: 4, example: '2027', width: 'w-16' },
] as const

/** Day, month and year, typed one after the other as on the other screens; or picked from the browser's own calendar. */
export function DateParts({ id, label, name }: FieldProps & { name: string }) {
  return (
    <div className="grid min-w-0 content-start gap-1" data-field="">
      <span aria-hidden="true" className="label">
        {label}
      </span>
      <fieldset
        aria-describedby={`${id}-problem ${id}-note`}
        aria-label={label}
        className="input flex w-full items-center py-0"
        data-date={name}
      >
        {parts.map(({ part, digits, example, width }) => (
          <input
            aria-label={siteText.order[part]}
            autoComplete="off"
            className={`date-part ${width}`}
            inputMode="numeric"
            key={part}
            maxLength={12}
            placeholder={example}
            role="spinbutton"
            data-digits={digits}
            data-part={part}
          />
        ))}
        <input aria-hidden="true" className="date-picker" data-picker="" tabIndex={-1} type="date" />
        <button aria-label={siteText.order.openCalendar} className="date-button" data-open="" type="button">
          <svg aria-hidden="true" fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="1.7" viewBox="0 0 24 24">
            <path d="M8 2v4M16 2v4M3 10h18" />
            <rect height="18" rx="2" width="18" x="3" y="4" />
          </svg>
        </button>
      </fieldset>
      <p className="text-muted text-xs empty:hidden" data-note="" id={`${id}-note`} />
      <FieldProblem id={id} />
    </div>
  )
}

type SiteFormProps = { action: string; is: 'order' | 'message'; submit: string; className?: string; children: ReactNode }

/** A form that `forms.ts` sends; until it is there nothing can be sent. */
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
