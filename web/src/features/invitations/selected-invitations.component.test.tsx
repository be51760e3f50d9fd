import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }
const bar = page.getByRole('region', { name: 'المحدد من القائمة' })
const box = (n: number) => page.getByRole('checkbox', { name: `تحديد ضيف ${n}`, exact: true })
const question = page.getByRole('alertdialog')
const readNames = async () => (await admin.invitations.list({ search: 'ضيف' })).rows.map(({ guestName }) => guestName).sort()

test('a range is selected with Shift and by the keyboard, and its deletion undone and sent', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `ضيف ${n}`)
  const created = await admin.invitations.create({ invitations: names.map(guestName => ({ ...EVENT, guestName })) })
  await admin.checkIn.scan({ id: created[2]!.id })
  await page.viewport(1280, 800)
  const network = await openScreen('/data?search=ضيف')
  await page.getByRole('button', { name: 'تحديد', exact: true }).click()

  // By the keyboard: Space on one row, and Shift with Space on a later one.
  ;(box(1).element() as HTMLInputElement).focus()
  await userEvent.keyboard(' ')
  ;(box(4).element() as HTMLInputElement).focus()
  await userEvent.keyboard('{Shift>} {/Shift}')
  await expect.element(bar).toMatchTextContent(/المحدد: 4 دعوات/)
  for (const n of [1, 2, 3, 4]) await expect.element(box(n)).toBeChecked()
  // By the mouse: a click with Shift extends from the row that was selected last.
  await box(6).click({ modifiers: ['Shift'], force: true })
  await expect.element(bar).toMatchTextContent(/المحدد: 6 دعوات/)
  await box(6).click({ force: true })
  await expectAccessible()

  const remove = async () => {
    await bar.getByRole('button', { name: 'حذف' }).click()
    await expect.element(question).toHaveAccessibleName('حذف 5 دعوات؟')
    await expect.element(question).toMatchTextContent(/حضر بها ضيوف: 1/)
    await question.getByRole('button', { name: 'حذف' }).click()
  }
  await remove()
  await expect.element(page.getByText(/ستُحذف 5 دعوات بعد/)).toBeVisible()
  await page.getByRole('button', { name: 'تراجع' }).click()
  await expect.element(bar, { message: 'the selection is back' }).toMatchTextContent(/المحدد: 5 دعوات/)
  expect(network.calls.filter(call => call.includes('delete-many.php'))).toEqual([])

  await remove()
  await page.getByRole('button', { name: 'الآن' }).click()
  await expect.element(page.getByText(/حُذفت 5 دعوات، وعاد رصيد 4 دعوات/)).toBeVisible()
  expect(await readNames()).toEqual(['ضيف 0', 'ضيف 6', 'ضيف 7'])

  // All that match, of which one is deleted elsewhere meanwhile: nothing changes.
  await page.getByRole('button', { name: 'تحديد', exact: true }).click()
  await page.getByRole('button', { name: 'تحديد النتائج كلها: 3 دعوات' }).click()
  await expect.element(bar).toMatchTextContent(/المحدد: 3 دعوات/)
  await admin.invitations.remove({ id: created[7]!.id })
  await bar.getByRole('button', { name: 'حذف' }).click()
  await question.getByRole('button', { name: 'حذف' }).click()
  await page.getByRole('button', { name: 'الآن' }).click()
  await expect.element(page.getByText(/وهو الآن 2. لم يتغيّر شيء/)).toBeVisible()
  expect(await readNames()).toHaveLength(2)
})
