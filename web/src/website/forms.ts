import { toWesternDigits } from '@hudur/core/arabic'
import { newIdempotencyKey } from '../device/idempotency-key.ts'
import { formText } from '../text/website.ts'
import { type DateParts, initDateParts } from './date-parts.ts'

const RESPONSE_TIMEOUT_MS = 30_000
const MAX_INVITATIONS = 1000

type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type RefusalBody = { error?: unknown; fields?: Record<string, unknown> }

/** Parses a typed number of invitations. Returns 1 for a text that is not a whole number from 1 to 1000. */
const parseInvitationCount = (typed: string) => {
  const written = toWesternDigits(typed).trim()
  const count = /^\d+$/.test(written) ? Number(written) : 1
  return count >= 1 && count <= MAX_INVITATIONS ? count : 1
}

export function initForms() {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-form]')) initForm(form)
}

function initForm(form: HTMLFormElement) {
  const formMessages = form.dataset.form === 'order' ? formText.order : formText.message
  const controls = [...form.querySelectorAll<FormControl>('[name]')]
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!
  const message = form.querySelector<HTMLElement>('[data-message]')!
  const group = form.querySelector<HTMLElement>('[data-date]')
  const note = form.querySelector<HTMLElement>('[data-note]')
  const count = form.querySelector<HTMLInputElement>('[data-count]')
  const date = group ? initDateParts(group, handleDayChange) : undefined
  const label = button.textContent

  let isSending = false
  /** The last request. The same body, sent again after a lost response, gets the same key, so the server stores it once. */
  let lastRequest = { body: '', nonce: '' }

  function handleDayChange(day: string | undefined) {
    if (day && group) showProblem(group, undefined)
    void showHijriDay(day)
  }

  let written: string | undefined
  async function showHijriDay(day: string | undefined) {
    if (!note) return
    written = day
    const { formatHijriDay } = await import('../text/format.ts')
    // Several key presses may wait for the same import. All of them describe the latest date.
    note.textContent = written ? formatHijriDay(written) : ''
  }

  function showMessage(tone: 'done' | 'failed' | '', words = '') {
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

  const getMarkableFields = () => [...controls, ...(group ? [group] : [])]
  const findFieldByName = (name: string) =>
    getMarkableFields().find(field => (field === group ? group?.dataset.date : (field as FormControl).name) === name)

  function focusField(field: Element | undefined) {
    if (field && field === group) date?.focus()
    else if (field instanceof HTMLElement) field.focus()
  }

  /** Returns the values of the form. When a required field is empty or the date does not exist, shows the error and returns undefined. */
  function readFormValues(): Record<string, string | number> | undefined {
    for (const field of getMarkableFields()) showProblem(field, undefined)
    showMessage('')
    if (count) count.value = String(parseInvitationCount(count.value))
    const values: Record<string, string | number> = Object.fromEntries(controls.map(({ name, value }) => [name, value]))
    if (count) values[count.name] = Number(count.value)
    const day = date?.read()
    if (group?.dataset.date) values[group.dataset.date] = day ?? ''

    const isEmpty = (control: FormControl) => control.required && control.value.trim() === ''
    const empty = getMarkableFields().filter(field => (field === group ? day === '' : isEmpty(field as FormControl)))
    for (const field of empty) showProblem(field, '')
    const isNoDay = group !== null && day === undefined
    if (isNoDay) showProblem(group, formText.badDate)
    const first = findFirstOnPage([...empty, ...(isNoDay ? [group] : [])])
    if (!first) return values
    // The message is also shown at the field, because on a phone the message at the end of the form is out of view.
    if (empty.some(field => field === first)) showProblem(first, formText.required)
    showMessage('failed', empty.length > 0 ? formText.required : formText.badDate)
    focusField(first)
    return undefined
  }

  const findFirstOnPage = (fields: Element[]) =>
    fields.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0]

  function showRefusal({ error, fields }: RefusalBody) {
    const wrong = Object.entries(fields ?? {}).flatMap(([name, problem]) => {
      const field = findFieldByName(name)
      if (!field || typeof problem !== 'string') return []
      showProblem(field, problem)
      return [field]
    })
    showMessage('failed', typeof error === 'string' ? error : formMessages.failed)
    focusField(findFirstOnPage(wrong))
  }

  const readTypedTexts = () => JSON.stringify([...form.elements].map(element => (element as FormControl).value))

  /** Sends the values. After the success, empties the form, unless the user has changed it since. */
  async function sendForm(values: Record<string, string | number>) {
    const sentTexts = readTypedTexts()
    const body = JSON.stringify(values)
    if (lastRequest.body !== body) lastRequest = { body, nonce: newIdempotencyKey() }
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...values, nonce: lastRequest.nonce }),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    if (response.ok) {
      const isChanged = readTypedTexts() !== sentTexts
      if (!isChanged) {
        form.reset()
        void showHijriDay('')
      }
      lastRequest = { body: '', nonce: '' }
      showMessage('done', isChanged ? `${formMessages.done}. ${formText.changedWhileSending}` : formMessages.done)
    } else showRefusal(response.status < 500 ? ((await response.json()) as RefusalBody) : {})
  }

  form.addEventListener('submit', async event => {
    event.preventDefault()
    if (isSending) return
    const values = readFormValues()
    if (!values) return
    isSending = true
    try {
      if (date && !(await confirmPastDate(date))) return date.focus()
      button.textContent = formText.sending
      button.setAttribute('aria-disabled', 'true')
      await sendForm(values)
    } catch {
      showMessage('failed', formMessages.failed)
    } finally {
      isSending = false
      button.textContent = label
      button.removeAttribute('aria-disabled')
    }
  })
  for (const control of controls) control.addEventListener('input', () => showProblem(control, undefined))
  count?.addEventListener('blur', () => {
    count.value = String(parseInvitationCount(count.value))
  })
  button.disabled = false
}

/** Asks the user to confirm a date in the past. Returns whether the form may be sent; other dates need no confirmation. */
async function confirmPastDate(date: DateParts) {
  const day = date.read() ?? ''
  const now = new Date()
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0')).join('-')
  const dialog = document.querySelector<HTMLDialogElement>('#past')
  const words = dialog?.querySelector('[data-past]')
  if (day >= today || !dialog || !words) return true
  const { formatGregorianDay } = await import('../text/format.ts')
  words.textContent = formText.past(formatGregorianDay(day))
  dialog.returnValue = ''
  dialog.showModal()
  await new Promise(resolve => dialog.addEventListener('close', resolve, { once: true }))
  return dialog.returnValue === 'send'
}
