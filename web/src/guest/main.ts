/**
 * The page of an invitation is complete without this script. It tells the server that the guest has opened it, adds two buttons to the number
 * of people, and saves the card.
 */

/** How long (ms) the page must be in view before it counts as opened: previews and mistaken taps are shorter. */
const OPENED_AFTER_MS = 1_000

function reportOpened(code: string) {
  // The hosts look at the page from their own screens.
  if (location.hash === '#preview') return
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = () =>
    void fetch('/api/i/opened.php', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      keepalive: true,
      // Without a network there is nobody to tell; the next visit tells.
    }).catch(() => undefined)
  const watch = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = setTimeout(report, OPENED_AFTER_MS)
  }
  watch()
  document.addEventListener('visibilitychange', watch)
}

/**
 * Keeps the form from being sent with a number of people that the server would refuse. The browser does not check the form itself: it would
 * also check the number of a guest who declines, which is hidden.
 */
function checkPeople(field: HTMLInputElement) {
  field.addEventListener('input', () => field.setCustomValidity(''))
  field.form?.addEventListener('submit', event => {
    field.setCustomValidity('')
    const isComing = new FormData(field.form!).get('attends') === 'yes'
    if (!isComing || field.checkValidity()) return
    event.preventDefault()
    field.setCustomValidity(field.dataset.refusal ?? '')
    field.reportValidity()
  })
}

/** Puts a button before and after the number of people; without script the field is typed into. */
function addSteps(field: HTMLInputElement) {
  const buttons = [
    { by: -1, sign: '−', label: field.dataset.less },
    { by: 1, sign: '+', label: field.dataset.more },
  ].map(({ by, sign, label }) => {
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', textContent: sign, ariaLabel: label })
    button.addEventListener('click', () => {
      field.valueAsNumber = clamp((field.valueAsNumber || 0) + by)
      update()
    })
    return { button, by }
  })
  const clamp = (people: number) => Math.min(Math.max(people, Number(field.min)), Number(field.max))
  const update = () => {
    for (const { button, by } of buttons) button.disabled = clamp(field.valueAsNumber + by) === field.valueAsNumber
  }
  field.addEventListener('input', update)
  checkPeople(field)
  field.before(buttons[0]!.button)
  field.after(buttons[1]!.button)
  field.parentElement?.classList.add('stepped')
  update()
}

/** Shows the button that saves the card; what draws the card is loaded when it is pressed. */
function offerCard(item: HTMLElement, code: string) {
  const button = item.querySelector('button')
  const label = item.querySelector('span')
  if (!button || !label) return
  const words = label.textContent
  item.hidden = false
  button.addEventListener('click', async () => {
    button.disabled = true
    label.textContent = item.dataset.busy ?? ''
    try {
      const { saveCard } = await import('./save-card.ts')
      await saveCard(code)
      label.textContent = words
    } catch {
      label.textContent = item.dataset.failed ?? ''
    } finally {
      button.disabled = false
    }
  })
}

const code = document.querySelector<HTMLElement>('[data-code]')?.dataset.code
const saving = document.querySelector<HTMLElement>('#save')
if (code) reportOpened(code)
if (code && saving) offerCard(saving, code)
const people = document.querySelector<HTMLInputElement>('#people')
if (people) addSteps(people)
