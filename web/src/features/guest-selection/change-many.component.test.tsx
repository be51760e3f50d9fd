import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { expectCount } from '../../../testing/component/texts.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }

const guestItems = page.getByRole('list', { name: 'الضيوف', exact: true }).getByRole('listitem')
const bar = page.getByRole('region', { name: 'الضيوف المحددون' })
const dialog = page.getByRole('dialog')

test('the side, the table and the VIP mark of all guests of a search change at once', async () => {
  const invitations = Array.from({ length: 60 }, (_, n) => ({
    ...{ ...EVENT, guestName: n < 55 ? `ضيف ${n}` : `آخر ${n}` },
    ...(n < 3 && { side: 'أهل العروس', isVip: true }),
  }))
  const [created] = await admin.invitations.create({ invitations })
  const eventId = created!.eventId!
  const readGuests = async () => (await admin.invitations.list({ eventId, limit: 100 })).rows
  await page.viewport(360, 780)
  const network = await openScreen(`/events/${eventId}?search=ضيف`)
  await expectCount(guestItems, 50)
  await page.getByRole('button', { name: 'تحديد', exact: true }).click()
  await page.getByRole('button', { name: 'تحديد النتائج كلها: 55 ضيفاً' }).click()
  await expect.element(bar).toMatchTextContent(/المحدد: 55 ضيفاً/)
  await bar.getByRole('button', { name: 'المزيد' }).click()
  await page.getByRole('menuitem', { name: 'تعديل' }).click()
  await expect.element(dialog).toHaveAccessibleName('تعديل بيانات 55 ضيفاً')
  await expect.element(dialog).toMatchTextContent(/بلا جهة. \(52\)، .أهل العروس. \(3\)/)
  await expect.element(dialog).toMatchTextContent(/من كبار الضيوف الآن: 3/)
  const submit = dialog.getByRole('button', { name: /^تعديل/ })
  await expect.element(submit).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /^غيّر الجهة/ }).click({ force: true })
  await dialog.getByRole('textbox', { name: 'الجهة' }).fill('أهل العروس')
  await expect.element(submit).toHaveAccessibleName('تعديل 52 ضيفاً')
  await dialog.getByRole('checkbox', { name: /^غيّر الطاولة/ }).click({ force: true })
  const table = dialog.getByRole('textbox', { name: 'الطاولة' })
  await table.fill('ط'.repeat(21))
  await expect.element(dialog).toMatchTextContent(/بحد أقصى|20/)
  await expect.element(submit).toBeDisabled()
  await table.fill('7')
  await expect.element(submit).toHaveAccessibleName('تعديل 55 ضيفاً')
  await dialog.getByText('ليسوا منهم').click()
  await expectAccessible()

  const end = network.fail('invitations/update-many.php')
  await submit.click()
  await expect.element(dialog).toMatchTextContent(/تعذّر التعديل، ولم يتغيّر شيء/)
  await expect.element(table).toHaveValue('7')
  end()
  await submit.click()
  await expect.element(page.getByText('تم تعديل 55 ضيفاً')).toBeVisible()
  const guests = await readGuests()
  const changed = guests.filter(({ guestName }) => guestName.startsWith('ضيف'))
  expect(new Set(changed.map(({ side, table, isVip }) => JSON.stringify([side, table, isVip])))).toEqual(
    new Set(['["أهل العروس","7",false]']),
  )
  expect(guests.filter(({ table }) => table === null)).toHaveLength(5)
})
