import { qrCodeText } from '@hudur/core/check-in/card-text'
import { dayInAden } from '@hudur/core/testing/days'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { focusElement } from '../../../testing/component/controls.ts'
import { enterScannedCode, scanner, verifyCode } from '../../../testing/component/scanner.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

const { codeField, verdict } = scanner

const EVENT = { eventName: 'حفل الزفاف', eventDate: dayInAden() }
const GUEST_NAME = 'منيرة الحكيمي'

test('an event that hides names shows a name only on request', async () => {
  const [munira] = await admin.invitations.create({
    invitations: [{ ...EVENT, guestName: GUEST_NAME, generationType: 'custom', maxScans: 4 }],
  })
  await admin.events.update({ id: munira!.eventId!, hidesNames: true })
  await openScreen('/Scanner')
  await expect.element(codeField).toBeVisible()
  focusElement(codeField)
  await enterScannedCode(qrCodeText(munira!))
  for (const words of ['تفضّلي', 'ضيفة · 1 من 4']) await expect.element(verdict('admitted')).toMatchTextContent(words)
  await expectAccessible()
  expect(document.body.textContent).not.toContain(GUEST_NAME)
  expect(document.body.innerHTML).not.toContain(GUEST_NAME)
  for (const name of ['أدخلي واحدة', 'أدخلي اثنتين', 'أدخلي 3'])
    await expect.element(verdict('admitted').getByRole('button', { name })).toBeVisible()

  await verdict('admitted').getByRole('button', { name: 'أظهر الاسم' }).click()
  await expect.element(verdict('admitted')).toMatchTextContent(GUEST_NAME)
  // The next verdict hides the name again.
  await verifyCode(qrCodeText(munira!))
  await expect.element(verdict('admitted')).toMatchTextContent('ضيفة · 2 من 4')
  expect(document.body.textContent).not.toContain(GUEST_NAME)
})

test('a replaced or cancelled card is refused with its reason', async () => {
  const guest = { ...EVENT, generationType: 'custom', maxScans: 4, table: '12' } as const
  const [munira, hind] = await admin.invitations.create({ invitations: [GUEST_NAME, 'هند'].map(guestName => ({ ...guest, guestName })) })
  const { code } = await admin.invitations.reissue({ id: munira!.id })
  await admin.invitations.cancel({ id: hind!.id })
  await openScreen('/Scanner')
  await expect.element(codeField).toBeVisible()
  const texts = {
    replaced: ['استُبدلت هذه الدعوة ببطاقة أحدث', '12', 'البطاقة الأحدث'],
    cancelled: ['أُلغيت هذه الدعوة', '12'],
  }
  const expectRefusal = async (scanned: string, word: string, said: readonly string[]) => {
    focusElement(codeField)
    await enterScannedCode(scanned)
    await expect.element(verdict('refused').getByText(word, { exact: true }).first()).toBeVisible()
    for (const part of said) await expect.element(verdict('refused')).toMatchTextContent(part)
    await expectAccessible()
  }
  await expectRefusal(munira!.code, 'استُبدلت', [...texts.replaced, GUEST_NAME, 'قل له', '«افتح بطاقتك الجديدة، وإن لم تصلك'])
  await admin.invitations.sent({ ids: [munira!.id], via: 'whatsapp' })
  await expectRefusal(munira!.code, 'استُبدلت', [...texts.replaced, GUEST_NAME, 'قل له', '«افتح آخر رسالة وصلتك»'])
  await expectRefusal(hind!.code, 'أُلغيت', [...texts.cancelled, 'هند', 'قل له', '«تفضّل معنا إلى الاستقبال»'])
  await expectRefusal('ABCDEFGHJKMNPQRSTVWX', 'غير صالحة', [])

  await admin.events.update({ id: munira!.eventId!, hidesNames: true })
  await admin.invitations.answer({ id: munira!.id, attends: true, people: 3 })
  await expectRefusal(munira!.code, 'استُبدلت', [...texts.replaced, 'ضيفة · 0 من 4', 'قولي لها', '«افتحي آخر رسالة وصلتك»'])
  await expectRefusal(hind!.code, 'أُلغيت', [...texts.cancelled, 'ضيفة · 0 من 4', 'قولي لها', '«تفضّلي معنا إلى الاستقبال»'])
  expect(verdict('refused').element().textContent).not.toContain('هند')
  focusElement(codeField)
  await enterScannedCode(code)
  await expect.element(verdict('admitted')).toMatchTextContent(/أجابت\s*ستحضر: 3/)
  await expectRefusal(munira!.code, 'استُبدلت', ['استُعملت البطاقة الأحدث: دخل 1 من 4', '«افتحي آخر رسالة وصلتك»'])
  await admin.checkIn.check({ qr_code: code, admit: 3 })
  await expectRefusal(munira!.code, 'استُبدلت', ['استُعملت البطاقة الأحدث: دخل 4 من 4', '«تفضّلي معنا إلى الاستقبال»'])
  await admin.invitations.update({ id: munira!.id, maxScans: 5 })
  await admin.events.update({ id: munira!.eventId!, hidesNames: false })
  await verifyCode(code)
  await expect.element(verdict('admitted')).toMatchTextContent(/أجاب\s*سيحضر 3/)
})

test('the scanner admits a reissued invitation chosen by name', async () => {
  const invitations = ['خالد سعيد', 'خالد علي'].map(guestName => ({ ...EVENT, guestName }))
  const [chosen] = await admin.invitations.create({ invitations })
  await admin.invitations.reissue({ id: chosen!.id })
  await openScreen('/Scanner')
  await page.getByRole('textbox', { name: /رمز الدعوة/ }).fill('خالد')
  await page
    .getByRole('button', { name: /خالد سعيد/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await expect.element(verdict('admitted')).toMatchTextContent('خالد سعيد')
})
