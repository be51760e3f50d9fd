import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen } from './screen.tsx'

export const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }

/** The fields and buttons of the generator screen, and actions on them. */
export const generator = {
  eventName: page.getByRole('textbox', { name: /اسم المناسبة/ }),
  eventDate: page.getByRole('group', { name: /تاريخ المناسبة/ }),
  dateParts: page.getByRole('group', { name: /تاريخ المناسبة/ }).getByRole('spinbutton'),
  names: page.getByRole('textbox', { name: /أسماء المعازيم/ }),
  guest: page.getByRole('textbox', { name: /اسم الضيف/ }),
  owner: page.getByRole('combobox', { name: /صاحب الدعوات/ }),
  submit: page.getByRole('button', { name: /توليد الدعوات/ }),
  review: page.getByRole('dialog', { name: 'مراجعة القائمة' }),
  /** The button that downloads all cards. It is absent until cards are created. */
  downloadAll: page.getByRole('button', { name: /تحميل الكل/ }),
  cards: page.getByRole('img', { name: /^بطاقة / }),

  kind: (name: 'بالأسماء' | 'بالعدد' | 'مخصص') => page.getByRole('radio', { name: new RegExp(`^${name}`) }),
  persons: page.getByRole('textbox', { name: 'عدد الأشخاص', exact: true }),
  hour: page.getByLabelText('ساعة البدء'),
  time: page.getByRole('textbox', { name: 'الوقت بالكلمات', exact: true }),
  place: page.getByRole('textbox', { name: 'المكان', exact: true }),
  design: (title: string) => page.getByRole('radio', { name: title, exact: true }),

  /** Types a date into the date field, in the order day, month, year. */
  async typeDate(day: string, month: string, year: string) {
    await generator.dateParts.first().click()
    await userEvent.keyboard(day + month + year)
  },

  /** Opens the screen with the event name and date in the query string, as the link in an order does. The form then has these values. */
  open: (event: { eventName: string; eventDate: string } = EVENT) => openScreen(`/generator?${new URLSearchParams(event)}`),

  /** Scrolls to the field of the owner, which is rendered only when it is nearly visible. */
  async scrollToOwner() {
    const nextField = page.getByRole('group', { name: /تصميم البطاقة/ })
    await expect.element(nextField).toBeVisible()
    nextField.element().scrollIntoView({ block: 'center' })
    await expect.element(generator.owner).toBeVisible()
  },

  /** Types the guest names, one name per line. If the review dialog opens, chooses to keep the lines unchanged. */
  async typeNames(text: string) {
    await generator.names.fill(text)
    if (generator.review.query()) await generator.review.getByRole('button', { name: 'أبقِ الأسطر كما كُتبت' }).click()
  },

  /**
   * Replaces the guest names by a pasted text. It sends a paste event instead of using the clipboard, because the test pages that run at
   * the same time share one clipboard.
   */
  async pasteNames(text: string) {
    await generator.names.click()
    const field = generator.names.element() as HTMLTextAreaElement
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const isBrowsersToInsert = field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    if (!isBrowsersToInsert) return
    field.setRangeText(text, 0, field.value.length, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
  },

  /** Expects that the fields of the event name and of the guest names have these values. */
  async expectTyped({ eventName = EVENT.eventName, names = 'سارة\nعلي\nهدى' } = {}) {
    await expect.element(generator.eventName).toHaveValue(eventName)
    await expect.element(generator.names).toHaveValue(names)
  },
}
