import { fillPage, publicPageValues } from '@hudur/core/site/fill-page'
import { SAMPLE_SITE_CONTENT } from '@hudur/core/site/sample-content'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focusElement } from '../../testing/component/controls.ts'
import { expectAccessible } from '../../testing/component/screen.tsx'
import { admin } from '../../testing/component/session.ts'
import style from '../styles/website.css?inline'
import { websiteText } from '../text/website.ts'
import { ContactSection } from './contact.tsx'
import { initForms } from './forms.ts'
import { OrderSection } from './order.tsx'

const REQUIRED_FIELDS_MESSAGE = 'يرجى ملء جميع الحقول المطلوبة'
const ORDER_SENT_MESSAGE = 'تم إرسال طلبك بنجاح، سنتواصل معك قريباً'
const ORDER_FAILED_MESSAGE = 'حدث خطأ أثناء إرسال الطلب، يرجى المحاولة مرة أخرى'
const MESSAGE_SENT_CONFIRMATION = 'تم إرسال رسالتك بنجاح، سنرد عليك في أقرب وقت ممكن'

const orderForm = page.getByCss('#order form[data-form]')
const orderField = (name: string) => orderForm.getByRole('textbox', { name, exact: false })
const orderDateGroup = orderForm.getByRole('group', { name: 'تاريخ المناسبة', exact: false })
const orderControls = {
  eventName: orderField('اسم المناسبة'),
  date: orderDateGroup,
  day: orderDateGroup.getByRole('spinbutton').first(),
  type: orderForm.getByRole('combobox', { name: 'نوع المناسبة', exact: false }),
  phone: orderField('رقم الهاتف'),
  count: orderField('عدد الدعوات'),
  submit: orderForm.getByRole('button', { name: 'إرسال الطلب' }),
  statusMessage: orderForm.getByCss('[data-message]'),
}
const contactForm = page.getByCss('#contact form')
const contactControls = {
  fullName: contactForm.getByRole('textbox', { name: 'الاسم الكامل', exact: false }),
  email: contactForm.getByRole('textbox', { name: 'البريد الإلكتروني', exact: false }),
  subject: contactForm.getByRole('textbox', { name: 'الموضوع', exact: false }),
  text: contactForm.getByRole('textbox', { name: 'الرسالة', exact: false }),
  submit: contactForm.getByRole('button', { name: 'إرسال الرسالة' }),
  said: contactForm.getByCss('[data-message]'),
}

/** Types the digits of a date, in the order day, month, year, into the order form. */
async function typeDate(digits: string) {
  await orderControls.day.click()
  await userEvent.keyboard(digits)
}

const expectDate = (...parts: string[]) =>
  expect
    .poll(() =>
      orderDateGroup
        .getByRole('spinbutton')
        .elements()
        .map(part => (part as HTMLInputElement).value),
    )
    .toEqual(parts)

async function fillOrderForm() {
  await orderControls.eventName.fill('زفاف محمّد وسارة')
  await typeDate('14012067')
  await orderControls.type.selectOptions('زفاف')
  await orderControls.phone.fill('0512345678')
}

async function fillContactForm() {
  await contactControls.fullName.fill('أروى باسليم')
  await contactControls.email.fill('arwa@example.com')
  await contactControls.subject.fill('سؤال')
  await contactControls.text.fill('هل يُطبع الرمز؟')
}

/** Holds all requests back until `release` is called. Also returns the mock of `fetch`. */
function holdRequests() {
  const { fetch } = window
  const released = Promise.withResolvers<void>()
  const fetchSpy = vi.spyOn(window, 'fetch').mockImplementation(async (...request) => {
    await released.promise
    return fetch(...request)
  })
  onTestFinished(() => fetchSpy.mockRestore())
  return { fetchSpy, release: released.resolve }
}

const listOrders = async () => (await admin.requests.orders({})).rows
const listMessages = async () => (await admin.messages.list({})).rows

let formElements: HTMLElement[] = []

beforeEach(() => {
  const sheet = document.createElement('style')
  sheet.textContent = style
  const place = document.createElement('main')
  const markup = renderToStaticMarkup(
    <>
      <h1>حُضور</h1>
      <OrderSection />
      <ContactSection />
    </>,
  )
  place.innerHTML = fillPage(markup, publicPageValues(SAMPLE_SITE_CONTENT, { origin: '', hasBackups: true }))
  formElements = [sheet, place]
  document.body.append(...formElements)
  initForms()
})

afterEach(() => {
  for (const element of formElements) element.remove()
})

test('the page says how many fields the order form has', () => {
  expect(orderForm.element().querySelectorAll('[data-field]')).toHaveLength(7)
  expect(JSON.stringify(websiteText)).toContain('في نموذجٍ من سبع خانات')
})

test('the order form sends an order and empties its fields', async () => {
  await fillOrderForm()
  await expect.element(orderForm.getByText(/28 شوال 1489/)).toBeVisible()
  await orderField('اسمك').fill('أم خالد')
  await orderControls.count.fill('150')
  await orderField('ملاحظات').fill('قسمان\nللرجال والنساء')
  await orderControls.submit.click()
  await expect.element(orderControls.statusMessage).toHaveTextContent(ORDER_SENT_MESSAGE)
  await expect.element(orderControls.statusMessage).toHaveAttribute('role', 'status')
  await expect.element(orderControls.eventName).toHaveValue('')
  await expectDate('', '', '')
  await expect.element(orderControls.type).toHaveValue('')
  await expect.element(orderControls.phone).toHaveValue('')
  await expect.element(orderControls.count).toHaveValue('1')
  await expect.element(orderForm.getByText(/28 شوال 1489/)).not.toBeInTheDocument()
  await expectAccessible()
  expect(await listOrders()).toMatchObject([
    {
      eventName: 'زفاف محمّد وسارة',
      eventDate: '2067-01-14',
      eventType: 'wedding',
      customerName: 'أم خالد',
      phone: '0512345678',
      invitationCount: 150,
      customerNotes: 'قسمان\nللرجال والنساء',
      officeNotes: null,
      status: 'pending',
      source: 'website',
    },
  ])
})

test('an incomplete order focuses the first empty field', async () => {
  await orderControls.phone.fill('0512345678')
  await orderControls.submit.click()
  await expect.element(orderControls.statusMessage).toHaveTextContent(REQUIRED_FIELDS_MESSAGE)
  await expect.element(orderControls.statusMessage).toHaveAttribute('role', 'alert')
  await expect.element(orderControls.eventName).toHaveFocus()
  await expect.element(orderControls.eventName).toHaveAccessibleDescription(REQUIRED_FIELDS_MESSAGE)
  await expect.element(orderControls.phone).toHaveValue('0512345678')
  await orderControls.eventName.fill('زفاف')
  await expect.element(orderControls.eventName).not.toHaveAttribute('aria-invalid')
  await expect.element(orderControls.eventName).not.toHaveAccessibleDescription(REQUIRED_FIELDS_MESSAGE)
  await orderControls.submit.click()
  await expect.element(orderControls.day).toHaveFocus()
  await expect.element(orderControls.day).toHaveAttribute('aria-invalid', 'true')
  await typeDate('14012067')
  await expect.element(orderControls.day).not.toHaveAttribute('aria-invalid')
  await contactControls.submit.click()
  await expect.element(contactControls.said).toHaveTextContent(REQUIRED_FIELDS_MESSAGE)
  await expect.element(contactControls.fullName).toHaveFocus()
  await expectAccessible()
  expect(await listOrders()).toEqual([])
})

test('the order form accepts Arabic digits', async () => {
  await fillOrderForm()
  await orderControls.day.click()
  for (const digit of '١٥٠٢٢٠٦٧') document.execCommand('insertText', false, digit)
  await orderControls.phone.fill('٠٥١٢٣٤٥٦٧٨')
  await orderControls.count.fill('٢٥')
  await orderControls.submit.click()
  await expect.element(orderControls.statusMessage).toHaveTextContent(ORDER_SENT_MESSAGE)
  expect(await listOrders()).toMatchObject([{ eventDate: '2067-02-15', phone: '0512345678', invitationCount: 25 }])
})

test('the order form replaces an invalid number of invitations by 1', async () => {
  const invalidCounts = ['0', '1001', 'abc', '', '-3', '2.5']
  for (const count of invalidCounts) {
    await orderControls.count.fill(count)
    focusElement(orderControls.phone)
    await expect.element(orderControls.count, { message: count }).toHaveValue('1')
  }
  for (const [at, count] of invalidCounts.entries()) {
    await fillOrderForm()
    await orderControls.count.fill(count)
    await userEvent.keyboard('{Enter}')
    await expect.element(orderControls.statusMessage, { message: count }).toHaveTextContent(ORDER_SENT_MESSAGE)
    expect(
      (await listOrders()).map(({ invitationCount }) => invitationCount),
      count,
    ).toEqual(Array(at + 1).fill(1))
  }
})

test('the order form asks for confirmation of a past date', async () => {
  await fillOrderForm()
  await typeDate('01012020')
  await orderControls.submit.click()
  const question = page.getByRole('dialog', { name: 'هل التاريخ صحيح؟' })
  await expect.element(question).toMatchTextContent('1 يناير 2020')
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(orderControls.day).toHaveFocus()
  expect(await listOrders()).toEqual([])
  await orderControls.submit.click()
  await question.getByRole('button', { name: 'أعدّل التاريخ' }).click()
  await expectDate('01', '01', '2020')
  await orderControls.submit.click()
  await question.getByRole('button', { name: 'نعم، أرسل الطلب' }).click()
  await expect.element(orderControls.statusMessage).toHaveTextContent(ORDER_SENT_MESSAGE)
  expect(await listOrders()).toMatchObject([{ eventDate: '2020-01-01' }])
})

test('the order form reports a date that does not exist', async () => {
  await fillOrderForm()
  await typeDate('31022027')
  await orderControls.submit.click()
  await expect.element(orderControls.statusMessage).toHaveTextContent('تاريخ غير صحيح')
  await expect.element(orderDateGroup).toHaveAccessibleDescription(/تاريخ غير صحيح/)
  await orderControls.day.fill('2027-03-09')
  await expectDate('09', '03', '2027')
  await orderControls.day.fill('7/4/2028')
  await expectDate('7', '4', '2028')
  expect(await listOrders()).toEqual([])
})

test('a form that is submitted twice sends one request', async () => {
  // The responses arrive after both submits. Otherwise the second submit could find an empty form.
  const { fetchSpy, release } = holdRequests()
  await fillOrderForm()
  await orderControls.submit.dblClick()
  await fillContactForm()
  await contactControls.subject.click()
  await userEvent.keyboard('{Enter}{Enter}')
  release()
  await expect.element(orderControls.statusMessage).toHaveTextContent(ORDER_SENT_MESSAGE)
  await expect.element(contactControls.said).toHaveTextContent(MESSAGE_SENT_CONFIRMATION)
  expect(fetchSpy).toHaveBeenCalledTimes(2)
  expect(await listOrders()).toHaveLength(1)
  expect(await listMessages()).toHaveLength(1)
})

test('changes made while an order is sent are sent at the next submit', async () => {
  const { fetchSpy, release } = holdRequests()
  await fillOrderForm()
  await orderControls.submit.click()
  await expect.poll(() => fetchSpy.mock.calls.length).toBe(1)
  await typeDate('15012067')
  release()
  await expect.element(orderControls.statusMessage).toHaveTextContent(`${ORDER_SENT_MESSAGE}. أما ما غيّرته أثناء الإرسال فلم يُرسل بعد`)
  await expectDate('15', '01', '2067')
  await expect.element(orderControls.phone).toHaveValue('0512345678')
  expect(await listOrders()).toMatchObject([{ eventDate: '2067-01-14' }])
  await orderControls.submit.click()
  await expect.element(orderControls.eventName).toHaveValue('')
  await expect.element(orderControls.statusMessage).toHaveTextContent(ORDER_SENT_MESSAGE)
  expect((await listOrders()).map(({ eventDate }) => eventDate).toSorted()).toEqual(['2067-01-14', '2067-01-15'])
})

test('an order that is sent again after a lost response is stored once', async () => {
  const originalFetch = window.fetch
  const fetchSpy = vi.spyOn(window, 'fetch').mockImplementationOnce(async (...request) => {
    await originalFetch(...request)
    throw new TypeError('Failed to fetch')
  })
  await fillOrderForm()
  await orderControls.submit.click()
  await expect.element(orderControls.statusMessage).toHaveTextContent(ORDER_FAILED_MESSAGE)
  fetchSpy.mockRestore()
  await expect.element(orderControls.eventName).toHaveValue('زفاف محمّد وسارة')
  expect(await listOrders()).toHaveLength(1)
  await orderControls.submit.click()
  await expect.element(orderControls.statusMessage).toHaveTextContent(ORDER_SENT_MESSAGE)
  expect(await listOrders()).toHaveLength(1)
})

test('the message form stores HTML tags as plain text', async () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
  const tooLongText = 'نص '.repeat(3_333)
  await contactControls.fullName.fill(script)
  await contactControls.email.fill('guest@example.com')
  await contactControls.subject.fill(script)
  await contactControls.text.fill(tooLongText)
  await contactControls.submit.click()
  await expect.element(contactControls.said).toHaveTextContent('النص أطول من 5000 حرف')
  await expect.element(contactControls.text).toHaveFocus()
  await expect.element(contactControls.text).toHaveValue(tooLongText)
  await expect.element(contactControls.text).toHaveAccessibleDescription('النص أطول من 5000 حرف')
  await expectAccessible()
  await contactControls.text.fill(script)
  await contactControls.submit.click()
  await expect.element(contactControls.said).toHaveTextContent(MESSAGE_SENT_CONFIRMATION)
  await expect.element(contactControls.fullName).toHaveValue('')
  expect(await listMessages()).toMatchObject([{ fullName: script, subject: script, message: script, status: 'new', source: 'website' }])

  await fillOrderForm()
  await orderControls.eventName.fill('ن'.repeat(10_000))
  await orderControls.submit.click()
  await expect.element(orderControls.statusMessage).toHaveTextContent('النص أطول من 200 حرف')
  await expect.element(orderControls.eventName).toHaveValue('ن'.repeat(10_000))
})

test('the forms report an invalid email address and phone number', async () => {
  await fillContactForm()
  await contactControls.email.fill('أروى')
  await contactControls.submit.click()
  await expect.element(contactControls.email).toHaveAccessibleDescription('البريد الإلكتروني غير صحيح')
  await fillOrderForm()
  await orderControls.phone.fill('لا أدري')
  await orderControls.submit.click()
  await expect.element(orderControls.phone).toHaveAccessibleDescription('رقم الهاتف غير صحيح')
  await expect.element(orderControls.phone).toHaveFocus()
})
