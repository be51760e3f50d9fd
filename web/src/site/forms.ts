import { westernDigits } from '@hudur/core'
import { newIdempotencyKey } from '../device/idempotency-key.ts'
import { formText } from '../text/site.ts'
import { type DateParts, wireDateParts } from './date-parts.ts'

/** How long to wait for the server's answer (ms). */
const TIMEOUT_MS = 30_000
const MAX_INVITATIONS = 1000

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Refused = { error?: unknown; fields?: Record<string, unknown> }

/** Parses a typed number of invitations. Returns 1 for text that is no number from 1 to 1000. */
const countOf = (typed: string) => {
  const written = westernDigits(typed).trim()
  const count = /^\d+$/.test(written) ? Number(written) : 1
  return count >= 1 && count <= MAX_INVITATIONS ? count : 1
}

export function wireForms() {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-form]')) wireForm(form)
}

function wireForm(form: HTMLFormElement) {
  const formMessages = form.dataset.form === 'order' ? formText.order : formText.message
  const controls = [...form.querySelectorAll<Control>('[name]')]
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!
  const message = form.querySelector<HTMLElement>('[data-message]')!
  const group = form.querySelector<HTMLElement>('[data-date]')
  const note = form.querySelector<HTMLElement>('[data-note]')
  const count = form.querySelector<HTMLInputElement>('[data-count]')
  const date = group ? wireDateParts(group, changeDay) : undefined
  const label = button.textContent

  let isSending = false
  /** The last request's body and idempotency key: the same body sent again after no answer gets the same key. */
  let lastRequest = { body: '', nonce: '' }

  function changeDay(day: string | undefined) {
    if (day && group) showProblem(group, undefined)
    void describeDay(day)
  }

  let written: string | undefined
  async function describeDay(day: string | undefined) {
    if (!note) return
    written = day
    const { hijriDay } = await import('../text/format.ts')
    // Use the latest date: several key presses may wait for the same import.
    note.textContent = written ? hijriDay(written) : ''
  }

  function say(tone: 'done' | 'failed' | '', words = '') {
    message.dataset.tone = tone
    message.setAttribute('role', tone === 'failed' ? 'alert' : 'status')
    message.textContent = words
  }

  const problemElementOf = (field: Element) => field.closest('[data-field]')?.querySelector('[data-problem]')

  function showProblem(field: Element, problem: string | undefined) {
    for (const part of field === group ? group.querySelectorAll('[data-part]') : [field])
      if (problem === undefined) part.removeAttribute('aria-invalid')
      else part.setAttribute('aria-invalid', 'true')
    const place = problemElementOf(field)
    if (place) place.textContent = problem ?? ''
  }

  const markableFields = () => [...controls, ...(group ? [group] : [])]
  const fieldOf = (name: string) =>
    markableFields().find(field => (field === group ? group?.dataset.date : (field as Control).name) === name)

  function focusOn(field: Element | undefined) {
    if (field && field === group) date?.focus()
    else if (field instanceof HTMLElement) field.focus()
  }

  /** Returns the form's values; undefined, after showing what is wrong, when a field is empty or the date does not exist. */
  function read(): Record<string, string | number> | undefined {
    for (const field of markableFields()) showProblem(field, undefined)
    say('')
    if (count) count.value = String(countOf(count.value))
    const values: Record<string, string | number> = Object.fromEntries(controls.map(({ name, value }) => [name, value]))
    if (count) values[count.name] = Number(count.value)
    const day = date?.read()
    if (group?.dataset.date) values[group.dataset.date] = day ?? ''

    const isEmpty = (control: Control) => control.required && control.value.trim() === ''
    const empty = markableFields().filter(field => (field === group ? day === '' : isEmpty(field as Control)))
    for (const field of empty) showProblem(field, '')
    const isNoDay = group !== null && day === undefined
    if (isNoDay) showProblem(group, formText.badDate)
    const first = firstOnPage([...empty, ...(isNoDay ? [group] : [])])
    if (!first) return values
    // Shown at the field too: on a phone the message at the end of the form is out of view.
    if (empty.some(field => field === first)) showProblem(first, formText.required)
    say('failed', empty.length > 0 ? formText.required : formText.badDate)
    focusOn(first)
    return undefined
  }

  /** Returns the field that comes first on the page. */
  const firstOnPage = (fields: Element[]) =>
    fields.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0]

  function refuse({ error, fields }: Refused) {
    const wrong = Object.entries(fields ?? {}).flatMap(([name, problem]) => {
      const field = fieldOf(name)
      if (!field || typeof problem !== 'string') return []
      showProblem(field, problem)
      return [field]
    })
    say('failed', typeof error === 'string' ? error : formMessages.failed)
    focusOn(firstOnPage(wrong))
  }

  async function send(values: Record<string, string | number>) {
    const body = JSON.stringify(values)
    if (lastRequest.body !== body) lastRequest = { body, nonce: newIdempotencyKey() }
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...values, nonce: lastRequest.nonce }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) {
      form.reset()
      date?.clear()
      void describeDay('')
      lastRequest = { body: '', nonce: '' }
      say('done', formMessages.done)
    } else refuse(response.status < 500 ? ((await response.json()) as Refused) : {})
  }

  form.addEventListener('submit', async event => {
    event.preventDefault()
    if (isSending) return
    const values = read()
    if (!values) return
    isSending = true
    try {
      if (date && !(await confirmPastDate(date))) return date.focus()
      button.textContent = formText.sending
      button.setAttribute('aria-disabled', 'true')
      await send(values)
    } catch {
      say('failed', formMessages.failed)
    } finally {
      isSending = false
      button.textContent = label
      button.removeAttribute('aria-disabled')
    }
  })
  for (const control of controls) control.addEventListener('input', () => showProblem(control, undefined))
  count?.addEventListener('blur', () => {
    count.value = String(countOf(count.value))
  })
  button.disabled = false
}

/** Asks for confirmation of a date in the past. Returns whether to send the form. */
async function confirmPastDate(date: DateParts) {
  const day = date.read() ?? ''
  const now = new Date()
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0')).join('-')
  const dialog = document.querySelector<HTMLDialogElement>('#past')
  const words = dialog?.querySelector('[data-past]')
  if (day >= today || !dialog || !words) return true
  const { gregorianDay } = await import('../text/format.ts')
  words.textContent = formText.past(gregorianDay(day))
  dialog.returnValue = ''
  dialog.showModal()
  await new Promise(resolve => dialog.addEventListener('close', resolve, { once: true }))
  return dialog.returnValue === 'send'
}
