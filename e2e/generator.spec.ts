import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'

const EVENT = 'زفاف محمّد وسارة'
const GUESTS = 'سارة\nعلي\nهدى'
const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'كلمة-سر 2', generationLimit: 5 }

const invitationTypeRadio = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })

test('an administrator creates an invitation with the keyboard alone', async ({ page, admin, signIn }) => {
  const host = await admin.accounts.create(HOST)
  await signIn()
  await page.goto('/generator')
  const owner = page.getByRole('combobox', { name: 'صاحب الدعوات' })
  const guest = page.getByRole('textbox', { name: 'اسم الضيف' })
  await generatorPage(page).eventName.focus()
  await page.keyboard.type(EVENT)
  await page.keyboard.press('Tab')
  await page.keyboard.type('14012027')
  const names = invitationTypeRadio(page, 'بالأسماء')
  while (!(await names.evaluate(radio => radio === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(invitationTypeRadio(page, 'مخصص')).toBeChecked()
  const persons = page.getByRole('textbox', { name: 'عدد الأشخاص', exact: true })
  await expect(persons).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('خالد')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'الهاتف' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(persons).toHaveValue('3')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'منهم أطفال' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(owner).toBeFocused()
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.type('هنا')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(owner).toHaveValue('هناء الأغبري (hana)')
  await guest.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /^بطاقة / })).toHaveCount(1)
  expect((await admin.invitations.list({})).rows).toMatchObject([
    { userId: host.id, generationType: 'custom', guestName: 'خالد', maxScans: 3 },
  ])
})

test('invitations that were created offline are uploaded once', async ({ page, context, expectedErrors, admin, signIn }) => {
  expectedErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signIn()
  await page.goto('/generator')
  const generator = generatorPage(page)
  await generator.fillEvent(EVENT)
  await generator.names.fill(GUESTS)
  const preventedEvents = await page.evaluate(() => {
    const [file, draggedText] = [new DataTransfer(), new DataTransfer()]
    file.items.add(new File(['…'], 'بطاقة.png', { type: 'image/png' }))
    draggedText.setData('text/plain', 'سارة')
    const isDefaultPrevented = (type: string, dataTransfer: DataTransfer) =>
      !document.querySelector('h1')!.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    return [
      isDefaultPrevented('dragover', file),
      isDefaultPrevented('drop', file),
      isDefaultPrevented('dragover', draggedText),
      isDefaultPrevented('drop', draggedText),
    ]
  })
  expect(preventedEvents).toEqual([true, true, false, false])
  await expect(generator.eventName).toHaveValue(EVENT)
  await expect(generator.names).toHaveValue(GUESTS)

  await context.setOffline(true)
  await generator.submit.click()
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()
  expect((await admin.invitations.list({})).total).toBe(0)
  await context.setOffline(false)
  await expect(async () => expect((await admin.invitations.list({})).total).toBe(3)).toPass()
  expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 3 })
})
