/** Reports that the guest has opened the page, adds step buttons, and saves the card. The page works without this script. */

/** How long (ms) the page must be visible before it counts as opened. Link previews and mistaken taps are shorter. */
const MIN_VISIBLE_DURATION_MS = 1_000

function reportPageOpened(code: string) {
  // Hosts open the page with this fragment to preview it. Their visits do not count as opened by the guest.
  if (location.hash === '#preview') return
  let timer: ReturnType<typeof setTimeout> | undefined
  const sendOpenedReport = () =>
    void fetch('/api/i/opened.php', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      keepalive: true,
      // Without a network the report is lost. The next visit sends it again.
    }).catch(() => undefined)
  const restartReportTimer = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = setTimeout(sendOpenedReport, MIN_VISIBLE_DURATION_MS)
  }
  restartReportTimer()
  document.addEventListener('visibilitychange', restartReportTimer)
}

/**
 * Stops the form from being submitted with a number of people that the server would refuse. The form has `novalidate`: the browser would
 * also validate the hidden number of a guest who declines.
 */
function validatePeopleOnSubmit(field: HTMLInputElement) {
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

/** Adds a minus button before and a plus button after the number of people. Without this script the guest types the number. */
function addStepButtons(field: HTMLInputElement) {
  const buttons = [
    { by: -1, sign: '−', label: field.dataset.less },
    { by: 1, sign: '+', label: field.dataset.more },
  ].map(({ by, sign, label }) => {
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', textContent: sign, ariaLabel: label })
    button.addEventListener('click', () => {
      field.valueAsNumber = clampPeople((field.valueAsNumber || 0) + by)
      field.dispatchEvent(new Event('input'))
    })
    return { button, by }
  })
  const clampPeople = (people: number) => Math.min(Math.max(people, Number(field.min)), Number(field.max))
  const updateStepButtons = () => {
    for (const { button, by } of buttons) button.disabled = clampPeople(field.valueAsNumber + by) === field.valueAsNumber
  }
  field.addEventListener('input', updateStepButtons)
  validatePeopleOnSubmit(field)
  field.before(buttons[0]!.button)
  field.after(buttons[1]!.button)
  field.parentElement?.classList.add('stepped')
  updateStepButtons()
}

/** Keeps the number of children at most as high as the number of people. */
function limitChildren(children: HTMLInputElement, people: HTMLInputElement) {
  const limit = () => {
    const most = people.valueAsNumber || Number(people.max)
    children.max = String(most)
    if (children.valueAsNumber > most) children.valueAsNumber = most
    children.dispatchEvent(new Event('input'))
  }
  people.addEventListener('input', limit)
  limit()
}

/** Shows the button that saves the card as a picture. The code that draws the card is loaded only when the button is pressed. */
function showSaveCardButton(item: HTMLElement, code: string) {
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

const invitationCode = document.querySelector<HTMLElement>('[data-code]')?.dataset.code
const saveCardItem = document.querySelector<HTMLElement>('#save')
if (invitationCode) reportPageOpened(invitationCode)
if (invitationCode && saveCardItem) showSaveCardButton(saveCardItem, invitationCode)
const peopleField = document.querySelector<HTMLInputElement>('#people')
if (peopleField) addStepButtons(peopleField)
const childrenField = document.querySelector<HTMLInputElement>('#children')
if (childrenField) addStepButtons(childrenField)
if (childrenField && peopleField) limitChildren(childrenField, peopleField)
