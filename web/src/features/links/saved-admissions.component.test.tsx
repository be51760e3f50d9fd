import { parseSavedAdmissions, writeSavedAdmissions } from '@hudur/core/check-in/saved-admissions'
import { dayInAden } from '@hudur/core/testing/days'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { verifyCode } from '../../../testing/component/scanner.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin, executeSql } from '../../../testing/component/session.ts'
import { countStoredInvitations } from '../../../testing/component/stored-guests.ts'
import { expectNoElements } from '../../../testing/component/texts.ts'

const EVENT = { eventName: 'حفل الزفاف', eventDate: dayInAden() }
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog', { name: 'احسب عمليات دخول من ملف' })
const SAVE = 'احفظ عمليات الدخول في ملف'

async function inviteGuests() {
  const [sara, ali] = await admin.invitations.create({
    invitations: ['سارة أحمد', 'علي'].map(guestName => ({ ...EVENT, guestName })),
  })
  return { sara: sara!, ali: ali!, eventId: sara!.eventId! }
}

const chooseFile = (text: string) =>
  dialog.getByLabelText('اختر الملف').upload(new File([text], 'hudur-admissions.json', { type: 'application/json' }))

/** Returns the text of the file that `press` saves. */
async function readSavedFile(press: () => Promise<void>) {
  const create = vi.spyOn(URL, 'createObjectURL')
  await press()
  await expect.poll(() => create.mock.calls.length).toBe(1)
  return (create.mock.calls[0]![0] as Blob).text()
}

test('the phone of a lost link saves its admissions, and the owner counts them once', async () => {
  const { sara, ali, eventId } = await inviteGuests()
  const link = await admin.links.create({ eventId, role: 'door', name: 'باب النساء', showsNames: true })
  await openScreen(link.url, { as: null })
  await expect.poll(() => countStoredInvitations(link.id)).toBe(2)
  for (const { id } of [sara, ali]) {
    await verifyCode(id)
    await expect.element(page.getByRole('listitem').filter({ hasText: id === sara.id ? 'سارة' : 'علي' })).toBeVisible()
  }
  // A restore to a time before the link and its scans.
  await executeSql('delete from links where id = ?', link.id)
  await executeSql('delete from scans')
  await executeSql('delete from idempotency_keys')
  await executeSql('update invitations set current_scans = 0')
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText(/لا يعرف الخادم هذا الرابط، وعلى هذا الهاتف عمليتا دخول قد لا تكون محسوبة/)).toBeVisible()
  await expectNoElements(page.getByText('لم يُرسل', { exact: true }))
  await expectAccessible()
  const text = await readSavedFile(() => button(SAVE).click())
  expect(text).not.toContain('سارة')

  await openScreen(`/events/${eventId}/links`)
  await button('احسب عمليات دخول من ملف').click()
  await expect.element(dialog.getByRole('button', { name: 'احسبها' })).toBeDisabled()
  await chooseFile(text)
  await expect.element(dialog).toMatchTextContent('عمليتا دخول من «باب النساء»')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'احسبها' }).click()
  await expect.element(dialog).toMatchTextContent('عمليتا دخول حُسبت')
  await expectAccessible()
  expect(await admin.checkIn.arrivals({ eventId })).toMatchObject({ arrived: 2 })
  await dialog.getByRole('button', { name: 'تم' }).click()

  await button('احسب عمليات دخول من ملف').click()
  await chooseFile(text)
  await dialog.getByRole('button', { name: 'احسبها' }).click()
  await expect.element(dialog).toMatchTextContent('عمليتا دخول محسوبة من قبل')
  expect(await admin.checkIn.arrivals({ eventId })).toMatchObject({ arrived: 2 })
})

test('only an unchanged file of the same event can be counted', async () => {
  const { eventId } = await inviteGuests()
  await openScreen(`/events/${eventId}/links`)
  await button('احسب عمليات دخول من ملف').click()
  await chooseFile('{"hudur":1}')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('هذا الملف ليس ملف عمليات دخول من باب')
  const admission = {
    ...{ nonce: 'one', code: 'ABCDEFGHJKMNPQRSTVW1', invitationId: 'a'.repeat(64), people: 1 },
    ...{ scannedAt: new Date().toISOString(), clockOffset: null },
  }
  await chooseFile(writeSavedAdmissions({ eventId: 'another', linkId: 'lost', gate: 'باب', admissions: [admission] }))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('هذا الملف من باب مناسبة أخرى')
  await expect.element(dialog.getByRole('button', { name: 'احسبها' })).toBeDisabled()
})

test('counting continues after a failure with the admissions that are left', async () => {
  const { sara, eventId } = await inviteGuests()
  const network = await openScreen(`/events/${eventId}/links`)
  const admissions = Array.from({ length: 150 }, (_, n) => ({
    ...{ nonce: `admission ${n}`, code: sara.id, invitationId: 'a'.repeat(64), people: 1 },
    ...{ scannedAt: new Date().toISOString(), clockOffset: null },
  }))
  const file = writeSavedAdmissions({ eventId, linkId: 'lost', gate: 'باب النساء', admissions })
  expect(parseSavedAdmissions(file)).toBeDefined()
  await button('احسب عمليات دخول من ملف').click()
  await chooseFile(file)
  const calls = network.hold('invitations/count-saved.php')
  await dialog.getByRole('button', { name: 'احسبها' }).click()
  await expect.poll(() => calls.held.length).toBe(1)
  calls.release()
  await expect.element(dialog).toMatchTextContent('100 من 150')
  await expect.poll(() => calls.held.length).toBe(1)
  calls.lose()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('توقف الحساب')
  calls.end()
  await dialog.getByRole('button', { name: 'احسبها' }).click()
  await expect.element(dialog).toMatchTextContent('عملية دخول واحدة حُسبت')
  await expect.element(dialog).toMatchTextContent('149 عملية دخول في «تعارض الأبواب»')
})
