import { fillPage, pageValues, SAMPLE_SITE_CONTENT } from '@hudur/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focus } from '../../testing/component/controls.ts'
import { expectAccessible } from '../../testing/component/screen.tsx'
import { admin } from '../../testing/component/session.ts'
import style from '../styles/site.css?inline'
import { ContactSection } from './contact.tsx'
import { initForms } from './forms.ts'
import { OrderSection } from './order.tsx'

const REQUIRED = 'يرجى ملء جميع الحقول المطلوبة'
const ORDERED = 'تم إرسال طلبك بنجاح، سنتواصل معك قريباً'
const ORDER_FAILED = 'حدث خطأ أثناء إرسال الطلب، يرجى المحاولة مرة أخرى'
const MESSAGE_SENT = 'تم إرسال رسالتك بنجاح، سنرد عليك في أقرب وقت ممكن'

const form = page.getByCss('#order form[data-form]')
const field = (name: string) => form.getByRole('textbox', { name, exact: false })
const date = form.getByRole('group', { name: 'تاريخ المناسبة', exact: false })
const order = {
  eventName: field('اسم المناسبة'),
  date,
  day: date.getByRole('spinbutton').first(),
  type: form.getByRole('combobox', { name: 'نوع المناسبة', exact: false }),
  phone: field('رقم الهاتف'),
  count: field('عدد الدعوات'),
  submit: form.getByRole('button', { name: 'إرسال الطلب' }),
  statusMessage: form.getByCss('[data-message]'),
}
const contact = page.getByCss('#contact form')
const message = {
  fullName: contact.getByRole('textbox', { name: 'الاسم الكامل', exact: false }),
  email: contact.getByRole('textbox', { name: 'البريد الإلكتروني', exact: false }),
  subject: contact.getByRole('textbox', { name: 'الموضوع', exact: false }),
  text: contact.getByRole('textbox', { name: 'الرسالة', exact: false }),
  submit: contact.getByRole('button', { name: 'إرسال الرسالة' }),
  said: contact.getByCss('[data-message]'),
}

/** Types the digits of a date, in the order day, month, year, into the order form. */
async function typeDate(digits: string) {
  await order.day.click()
  await userEvent.keyboard(digits)
}

const expectDate = (...parts: string[]) =>
  expect
    .poll(() =>
      date
        .getByRole('spinbutton')
        .elements()
        .map(part => (part as HTMLInputElement).value),
    )
    .toEqual(parts)

async function fillOrder() {
  await order.eventName.fill('زفاف محمّد وسارة')
  await typeDate('14012027')
  await order.type.selectOptions('زفاف')
  await order.phone.fill('0512345678')
}

async function fillMessage() {
  await message.fullName.fill('أروى باسليم')
  await message.email.fill('arwa@example.com')
  await message.subject.fill('سؤال')
  await message.text.fill('هل يُطبع الرمز؟')
}

const orders = async () => (await admin.requests.orders({})).rows
const messages = async () => (await admin.messages.list({})).rows

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
  place.innerHTML = fillPage(markup, pageValues(SAMPLE_SITE_CONTENT, { origin: '', hasBackups: true }))
  formElements = [sheet, place]
  document.body.append(...formElements)
  initForms()
})

afterEach(() => {
  for (const element of formElements) element.remove()
})

test('the order form sends an order with the typed values, confirms it, and empties its fields', async () => {
  await fillOrder()
  await expect.element(form.getByText(/6 شعبان 1448/)).toBeVisible()
  await field('اسمك').fill('أم خالد')
  await order.count.fill('150')
  await order.submit.click()
  await expect.element(order.statusMessage).toHaveTextContent(ORDERED)
  await expect.element(order.statusMessage).toHaveAttribute('role', 'status')
  await expect.element(order.eventName).toHaveValue('')
  await expectDate('', '', '')
  await expect.element(order.type).toHaveValue('')
  await expect.element(order.phone).toHaveValue('')
  await expect.element(order.count).toHaveValue('1')
  await expect.element(form.getByText(/6 شعبان 1448/)).not.toBeInTheDocument()
  await expectAccessible()
  expect(await orders()).toMatchObject([
    {
      eventName: 'زفاف محمّد وسارة',
      eventDate: '2027-01-14',
      eventType: 'wedding',
      customerName: 'أم خالد',
      phone: '0512345678',
      invitationCount: 150,
      status: 'pending',
      source: 'website',
    },
  ])
})

test('submitting an incomplete order shows an error, focuses the first empty field, keeps the typed values, and stores no order', async () => {
  await order.phone.fill('0512345678')
  await order.submit.click()
  await expect.element(order.statusMessage).toHaveTextContent(REQUIRED)
  await expect.element(order.statusMessage).toHaveAttribute('role', 'alert')
  await expect.element(order.eventName).toHaveFocus()
  await expect.element(order.eventName).toHaveAccessibleDescription(REQUIRED)
  await expect.element(order.phone).toHaveValue('0512345678')
  await order.eventName.fill('زفاف')
  await expect.element(order.eventName).not.toHaveAttribute('aria-invalid')
  await expect.element(order.eventName).not.toHaveAccessibleDescription(REQUIRED)
  await order.submit.click()
  await expect.element(order.day).toHaveFocus()
  await expect.element(order.day).toHaveAttribute('aria-invalid', 'true')
  await typeDate('14012027')
  await expect.element(order.day).not.toHaveAttribute('aria-invalid')
  await message.submit.click()
  await expect.element(message.said).toHaveTextContent(REQUIRED)
  await expect.element(message.fullName).toHaveFocus()
  await expectAccessible()
  expect(await orders()).toEqual([])
})

test('the order form accepts Arabic digits in the date, the phone number and the number of invitations', async () => {
  await fillOrder()
  await order.day.click()
  for (const digit of '١٥٠٢٢٠٢٧') document.execCommand('insertText', false, digit)
  await order.phone.fill('٠٥١٢٣٤٥٦٧٨')
  await order.count.fill('٢٥')
  await order.submit.click()
  await expect.element(order.statusMessage).toHaveTextContent(ORDERED)
  expect(await orders()).toMatchObject([{ eventDate: '2027-02-15', phone: '0512345678', invitationCount: 25 }])
})

test('the order form replaces an invalid number of invitations by 1 on blur and on submit', async () => {
  const invalidCounts = ['0', '1001', 'abc', '', '-3', '2.5']
  for (const count of invalidCounts) {
    await order.count.fill(count)
    focus(order.phone)
    await expect.element(order.count, { message: count }).toHaveValue('1')
  }
  for (const [at, count] of invalidCounts.entries()) {
    await fillOrder()
    await order.count.fill(count)
    await userEvent.keyboard('{Enter}')
    await expect.element(order.statusMessage, { message: count }).toHaveTextContent(ORDERED)
    expect(
      (await orders()).map(({ invitationCount }) => invitationCount),
      count,
    ).toEqual(Array(at + 1).fill(1))
  }
})

test('the order form asks for confirmation of a date in the past, and sends the order only after the user confirms', async () => {
  await fillOrder()
  await typeDate('01012020')
  await order.submit.click()
  const question = page.getByRole('dialog', { name: 'هل التاريخ صحيح؟' })
  await expect.element(question).toMatchTextContent('1 يناير 2020')
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(order.day).toHaveFocus()
  expect(await orders()).toEqual([])
  await order.submit.click()
  await question.getByRole('button', { name: 'أعدّل التاريخ' }).click()
  await expectDate('01', '01', '2020')
  await order.submit.click()
  await question.getByRole('button', { name: 'نعم، أرسل الطلب' }).click()
  await expect.element(order.statusMessage).toHaveTextContent(ORDERED)
  expect(await orders()).toMatchObject([{ eventDate: '2020-01-01' }])
})

test('the order form shows an error at a date that does not exist, and splits a pasted date into day, month and year', async () => {
  await fillOrder()
  await typeDate('31022027')
  await order.submit.click()
  await expect.element(order.statusMessage).toHaveTextContent('تاريخ غير صحيح')
  await expect.element(date).toHaveAccessibleDescription(/تاريخ غير صحيح/)
  await order.day.fill('2027-03-09')
  await expectDate('09', '03', '2027')
  await order.day.fill('7/4/2028')
  await expectDate('7', '4', '2028')
  expect(await orders()).toEqual([])
})

test('a double click on the submit button of the order form stores one order, and of the message form one message', async () => {
  await fillOrder()
  await order.submit.dblClick()
  await expect.element(order.statusMessage).toHaveTextContent(ORDERED)
  expect(await orders()).toHaveLength(1)
  await fillMessage()
  await message.submit.dblClick()
  await expect.element(message.said).toHaveTextContent(MESSAGE_SENT)
  expect(await messages()).toHaveLength(1)
})

test('the order form keeps its values when the response is lost, and submitting it again stores no second order', async () => {
  const originalFetch = window.fetch
  const fetchSpy = vi.spyOn(window, 'fetch').mockImplementationOnce(async (...request) => {
    await originalFetch(...request)
    throw new TypeError('Failed to fetch')
  })
  await fillOrder()
  await order.submit.click()
  await expect.element(order.statusMessage).toHaveTextContent(ORDER_FAILED)
  fetchSpy.mockRestore()
  await expect.element(order.eventName).toHaveValue('زفاف محمّد وسارة')
  expect(await orders()).toHaveLength(1)
  await order.submit.click()
  await expect.element(order.statusMessage).toHaveTextContent(ORDERED)
  expect(await orders()).toHaveLength(1)
})

test('the message form stores HTML tags as plain text; the message and order forms report a text that is too long and keep it', async () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
  const tooLongText = 'نص '.repeat(3_333)
  await message.fullName.fill(script)
  await message.email.fill('guest@example.com')
  await message.subject.fill(script)
  await message.text.fill(tooLongText)
  await message.submit.click()
  await expect.element(message.said).toHaveTextContent('النص أطول من 5000 حرف')
  await expect.element(message.text).toHaveFocus()
  await expect.element(message.text).toHaveValue(tooLongText)
  await expect.element(message.text).toHaveAccessibleDescription('النص أطول من 5000 حرف')
  await expectAccessible()
  await message.text.fill(script)
  await message.submit.click()
  await expect.element(message.said).toHaveTextContent(MESSAGE_SENT)
  await expect.element(message.fullName).toHaveValue('')
  expect(await messages()).toMatchObject([{ fullName: script, subject: script, message: script, status: 'new', source: 'website' }])

  await fillOrder()
  await order.eventName.fill('ن'.repeat(10_000))
  await order.submit.click()
  await expect.element(order.statusMessage).toHaveTextContent('النص أطول من 200 حرف')
  await expect.element(order.eventName).toHaveValue('ن'.repeat(10_000))
})

test('the message form shows an error at an invalid email address, and the order form at an invalid phone number', async () => {
  await fillMessage()
  await message.email.fill('أروى')
  await message.submit.click()
  await expect.element(message.email).toHaveAccessibleDescription('البريد الإلكتروني غير صحيح')
  await fillOrder()
  await order.phone.fill('لا أدري')
  await order.submit.click()
  await expect.element(order.phone).toHaveAccessibleDescription('رقم الهاتف غير صحيح')
  await expect.element(order.phone).toHaveFocus()
})
