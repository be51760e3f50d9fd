import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openMenu } from '../../../testing/component/controls.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { notify } from '../../ui/toast.tsx'

const EVENT = { eventName: 'زفاف سارة', eventDate: '2097-01-14' }
const field = page.getByRole('combobox', { name: 'بحث وتنقّل' })
const option = (name: string | RegExp) => page.getByRole('option', { name })

const pressCtrlK = (key = 'k') => window.dispatchEvent(new KeyboardEvent('keydown', { key, code: 'KeyK', ctrlKey: true, cancelable: true }))

test('Ctrl K finds a guest, and Enter opens the list of the event', async () => {
  const [guest] = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'منيرة' }] })
  await openScreen('/profile')
  await expect.element(page.getByRole('button', { name: 'بحث وتنقّل' })).toBeVisible()
  // A toast, which has a role of dialogs too, does not keep the search closed.
  notify.warning('تعذّر الحفظ')
  await expect.element(page.getByText('تعذّر الحفظ')).toBeVisible()
  // With an Arabic layout the key K types another letter.
  expect(pressCtrlK('ن'), 'the browser does not act on the key').toBe(false)
  await expect.element(field).toHaveFocus()
  await expect.element(option('المستخدمون')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('منيره')
  await expect.element(option(/منيرة.*زفاف سارة/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('status').filter({ hasText: 'نتيجة واحدة' })).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => window.location.pathname).toBe(`/events/${guest!.eventId}`)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('searchbox', { name: 'البحث في الضيوف' })).toHaveValue('منيرة')
})

test('the menu opens the search in a window whose header has no room for the button', async () => {
  await page.viewport(900, 740)
  await openScreen('/profile')
  await openMenu()
  await page.getByRole('menuitem', { name: 'بحث وتنقّل' }).click()
  await expect.element(field).toHaveFocus()
  await expectAccessible()
})

test('the arrow keys choose a result, and Escape returns the focus', async () => {
  await openScreen('/profile')
  const button = page.getByRole('button', { name: 'بحث وتنقّل' })
  await button.click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('الم')
  await expect.element(option('المناسبات')).toBeVisible()
  // The results of the server come later than the screens.
  await expect.element(page.getByRole('status').filter({ hasText: /نتيج|نتائج/ })).toBeVisible()
  await userEvent.keyboard('{ArrowUp}')
  const last = page.getByRole('option').last()
  await expect.element(last).toHaveAttribute('aria-selected', 'true')
  await expect.element(field).toHaveAttribute('aria-activedescendant', last.element().id)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('an answer to an older text is not shown, and its end is no failure', async () => {
  await admin.invitations.create({ invitations: ['منيرة', 'هند'].map(guestName => ({ ...EVENT, guestName })) })
  const network = await openScreen('/profile')
  const requests = network.hold('find.php')
  await page.getByRole('button', { name: 'بحث وتنقّل' }).click()
  await field.fill('منيرة')
  await expect.poll(() => requests.held).toHaveLength(1)
  await field.fill('هند')
  await expect.poll(() => requests.held).toHaveLength(2)
  // Released after it was aborted, the first request fails as one that the browser has ended.
  requests.release()
  await expect.element(page.getByRole('status').filter({ hasText: 'جاري البحث' })).toBeVisible()
  requests.release()
  await expect.element(option(/هند/)).toBeVisible()
  await expect.element(option(/منيرة/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'متصل' })).toBeVisible()
})

test('without a server the search finds screens, and says what else', async () => {
  const network = await openScreen('/profile')
  await expect.element(page.getByRole('button', { name: 'متصل' })).toBeVisible()
  network.isOff = true
  await page.getByRole('button', { name: 'بحث وتنقّل' }).click()
  await field.fill('منيرة')
  await expect.element(page.getByText('دون اتصال يجد البحث الشاشات', { exact: false })).toBeVisible()
  await field.fill('تقارير')
  await expect.element(option('التقارير')).toHaveAttribute('aria-selected', 'true')
  await expectAccessible()
})
