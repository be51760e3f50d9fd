import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { expectCount } from '../../../testing/component/texts.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }

const detailsDialog = page.getByRole('dialog', { name: 'تفاصيل الدعوة' })
const guestRows = page.getByRole('list', { name: 'الضيوف', exact: true }).getByRole('listitem')
const guestRow = (guest: string) => guestRows.filter({ hasText: guest })
const filterButton = (name: RegExp) => page.getByRole('group', { name: 'تصفية الضيوف' }).getByRole('button', { name })

async function openGuestList() {
  const invitations = ['سارة', 'علي', 'هدى'].map(guestName => ({
    ...{ ...EVENT, guestName, generationType: 'custom' as const, maxScans: 3 },
  }))
  const [sara, ali, huda] = await admin.invitations.create({ invitations })
  await admin.invitations.answer({ id: sara!.id, attends: true, people: 2, note: 'ألف مبروك' })
  await admin.invitations.answer({ id: ali!.id, attends: false })
  await admin.invitations.sent({ ids: [sara!.id, huda!.id], via: 'whatsapp' })
  await openScreen(`/events/${sara!.eventId}`)
  return { sara: sara!, ali: ali!, huda: huda! }
}

test('the guest list filters by answer (RSVP)', async () => {
  await openGuestList()
  await expect.element(guestRow('سارة')).toMatchTextContent('سيحضر (2)')
  await expect.element(guestRow('علي')).toMatchTextContent('اعتذر')
  for (const [name, guest] of [
    [/^سيحضر ?1$/, 'سارة'],
    [/^اعتذر ?1$/, 'علي'],
    [/^لم يُجب ?1$/, 'هدى'],
  ] as const) {
    await filterButton(name).click()
    await expectCount(guestRows, 1)
    await expect.element(guestRow(guest)).toBeVisible()
  }
})

test('the host can record a guest’s answer (RSVP)', async () => {
  const { huda } = await openGuestList()
  await guestRow('سارة').getByRole('button', { name: 'دعوة سارة' }).click()
  await expect.element(detailsDialog.getByRole('region', { name: 'رد الضيف' })).toMatchTextContent('سيحضر: شخصان«ألف مبروك»')
  await detailsDialog.getByRole('button', { name: 'إغلاق' }).click()

  await guestRow('هدى').getByRole('button', { name: 'دعوة هدى' }).click()
  await expect.element(detailsDialog.getByRole('region', { name: 'رد الضيف' })).toMatchTextContent('لم يُجب بعد')
  await expect.element(detailsDialog.getByRole('textbox', { name: 'صفحة الضيف' })).toHaveValue(`${window.location.origin}/i/${huda.code}`)
  await detailsDialog.getByRole('button', { name: 'تسجيل رده' }).click()
  const dialog = page.getByRole('dialog', { name: 'الرد على دعوة هدى' })
  await dialog.getByRole('textbox', { name: 'عدد الحضور' }).fill('2')
  await dialog.getByRole('textbox', { name: 'ما قاله الضيف' }).fill('اتصلت')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(detailsDialog.getByRole('region', { name: 'رد الضيف' })).toMatchTextContent('سيحضر: شخصان«اتصلت»')
  const history = detailsDialog.getByRole('region', { name: 'ما جرى على الدعوة' })
  await expect.element(history).toMatchTextContent(/سُجّل رد الضيف: سيحضر: شخصان.?«اتصلت»/)
  const stored = (await admin.invitations.list({})).rows.find(({ id }) => id === huda.id)
  expect(stored?.answer).toMatchObject({ attends: true, people: 2, note: 'اتصلت' })
})

test('a declined invitation is given to another guest with a new code, and charges nothing', async () => {
  const { ali } = await openGuestList()
  const readUsed = async () => (await admin.accounts.list({}))[0]!.usedGenerations
  const usedBefore = await readUsed()
  await guestRow('علي').getByRole('button', { name: 'دعوة علي' }).click()
  const giveAwayButton = detailsDialog.getByRole('button', { name: 'أعطها لضيف آخر' })
  await giveAwayButton.click()
  const dialog = page.getByRole('dialog', { name: 'إعطاء دعوة علي لضيف آخر' })
  const phone = dialog.getByRole('textbox', { name: 'رقم هاتفه' })
  await phone.fill('771000000')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'أعطها له' }).click()
  await expect.element(dialog.getByText('يرجى إدخال اسم الضيف')).toBeVisible()
  await expect.element(phone).toHaveValue('771000000')
  await dialog.getByRole('textbox', { name: 'اسم الضيف الجديد' }).fill('منى القحطاني')
  await dialog.getByRole('button', { name: 'أعطها له' }).click()
  await expect.element(page.getByText('صارت الدعوة لـ«منى القحطاني». أرسلها إليه')).toBeVisible()
  await expect.element(detailsDialog.getByRole('region', { name: 'رد الضيف' })).toMatchTextContent('لم يُجب بعد')
  await expect.element(giveAwayButton).not.toBeInTheDocument()
  const { rows } = await admin.invitations.list({})
  const given = rows.find(({ id }) => id === ali.id)!
  expect(given).toMatchObject({ guestName: 'منى القحطاني', answer: null, sentAt: null, maxScans: 3 })
  expect(given.code).not.toBe(ali.code)
  expect(await readUsed()).toBe(usedBefore)
  const link = `${window.location.origin}/i/${given.code}`
  await expect.element(detailsDialog.getByRole('textbox', { name: 'صفحة الضيف' })).toHaveValue(link)
  expect(await admin.checkIn.check({ qr_code: ali.code })).toMatchObject({ outcome: 'refused', refused: { reason: 'replaced' } })
})

test('the invitation details link to a call and a WhatsApp chat', async () => {
  const guests = [
    { ...EVENT, guestName: 'سارة', phone: '٧٧١٠٠٠٠٠٠' },
    { ...EVENT, guestName: 'علي', phone: '12345' },
  ]
  const [sara] = await admin.invitations.create({ invitations: guests })
  await admin.events.update({ id: sara!.eventId!, message: 'أهلاً {الضيف}: {الرابط}' })
  await openScreen(`/events/${sara!.eventId}`)
  await guestRow('سارة').getByRole('button', { name: 'دعوة سارة' }).click()
  await expect
    .element(detailsDialog.getByRole('link', { name: 'واتساب سارة' }))
    .toHaveAttribute(
      'href',
      `https://wa.me/967771000000?text=${encodeURIComponent(`أهلاً سارة: ${window.location.origin}/i/${sara!.code}`)}`,
    )
  await expect.element(detailsDialog.getByRole('link', { name: 'اتصال بـسارة' })).toHaveAttribute('href', 'tel:+967771000000')
  await detailsDialog.getByRole('button', { name: 'إغلاق' }).click()
  await guestRow('علي').getByRole('button', { name: 'دعوة علي' }).click()
  await expect.element(detailsDialog.getByRole('link', { name: /علي/ })).toHaveAttribute('href', 'tel:12345')

  // The WhatsApp link of a guest whose invitation was cancelled contains no message text.
  await admin.invitations.cancel({ id: sara!.id })
  await openScreen(`/events/${sara!.eventId}`)
  await guestRow('سارة').getByRole('button', { name: 'دعوة سارة' }).click()
  await expect.element(detailsDialog.getByRole('link', { name: 'واتساب سارة' })).toHaveAttribute('href', 'https://wa.me/967771000000')
})
