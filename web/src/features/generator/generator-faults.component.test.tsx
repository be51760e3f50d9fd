import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { EVENT, generator } from '../../../testing/component/generator-form.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin, executeSql } from '../../../testing/component/session.ts'
import { expectNoElements, expectTexts, partialText } from '../../../testing/component/texts.ts'

const GUESTS = 'سارة\nعلي\nهدى'
const { eventName: eventNameField, names: namesField, submit: submitButton } = generator

const expectNoInvitations = async () => expect((await admin.invitations.list({})).total).toBe(0)

/** Sets the balance of every account to this number of invitations. */
const setBalance = (balance: number) => executeSql('update users set generation_limit = used_generations + ?', balance)

test('the generator reports missing fields and keeps typed values', async () => {
  await openScreen('/generator')
  await namesField.fill(GUESTS)
  await submitButton.click()
  await expect.element(eventNameField).toHaveAccessibleDescription(/يرجى إدخال اسم المناسبة/)
  await expect.element(partialText('يرجى إدخال تاريخ المناسبة')).toBeVisible()
  await expect.element(eventNameField).toHaveFocus()
  await generator.expectTyped({ eventName: '' })
  await expectAccessible()
  await expectNoInvitations()

  await eventNameField.fill(EVENT.eventName)
  await generator.typeDate('14', '01', '2027')
  await namesField.fill(' \n \n')
  await submitButton.click()
  await expect.element(namesField).toHaveAccessibleDescription(/يرجى إدخال أسماء المعازيم/)
  await expect.element(namesField).toHaveFocus()
  await generator.expectTyped({ names: ' \n \n' })
  await expectTexts(generator.dateParts, ['14', '1', '2027'])
  await expectAccessible()
  await expectNoInvitations()
})

const chosenPictureText = partialText('الصورة المختارة: خلفية.jpg')
const choosePicture = (name: string, type: string, ...parts: BlobPart[]) =>
  page.getByLabelText('صورة الخلفية').upload(new File(parts, name, { type }))

/** Returns only the header of a PNG file of this size, without image data. */
function pngHeader(width: number, height: number) {
  const header = new DataView(new ArrayBuffer(33))
  for (const [at, byte] of [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52].entries())
    header.setUint8(at, byte)
  header.setUint32(16, width)
  header.setUint32(20, height)
  header.setUint8(24, 8)
  header.setUint8(25, 2)
  return header.buffer
}

test('the generator refuses invalid files as card background', async () => {
  await openScreen('/generator')
  await eventNameField.fill(EVENT.eventName)
  await namesField.fill(GUESTS)
  const problem = page.getByRole('alert')
  await choosePicture('بطاقة.png', 'image/png', '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>')
  await expect.element(problem).toHaveTextContent('هذا الملف ليس صورة نقرؤها. اختر صورة PNG أو JPEG أو WebP')
  await choosePicture('بطاقة.png', 'image/png')
  await expect.element(problem).toHaveTextContent('الملف فارغ. اختر صورة أخرى')
  await choosePicture('كبيرة.png', 'image/png', pngHeader(10_000, 6_000))
  await expect.element(problem).toMatchTextContent('أبعاد الصورة أكبر من المسموح: 40 ميغابكسل')
  await generator.expectTyped()
  await expectAccessible()

  const canvas = new OffscreenCanvas(800, 1200)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#7a2230'
  context.fillRect(0, 0, 800, 1200)
  await choosePicture('خلفية.jpg', 'image/jpeg', await canvas.convertToBlob({ type: 'image/jpeg' }))
  await expect.element(chosenPictureText).toBeVisible()
  await expect.element(generator.design('صورتك')).toBeChecked()
  await expectNoElements(problem)
  await expectAccessible()
})

test('the names field refuses a paste of 5 MB', async () => {
  await generator.open()
  await namesField.fill(GUESTS)
  await generator.pasteNames('ضيف طويل الاسم جداً\n'.repeat(150_000))
  await expect.element(partialText('الحد 10,000 اسم في المرة الواحدة')).toBeVisible()
  await generator.expectTyped()

  const tooManyNames = Array.from({ length: 10_001 }, (_, n) => `ضيف ${n}`).join('\n')
  await generator.pasteNames(tooManyNames)
  await submitButton.click()
  await expect.element(partialText('في القائمة 10,001 سطر').first()).toBeVisible()
  await generator.expectTyped({ names: tooManyNames })
  await expectNoInvitations()
})

test('lines without a letter or digit are skipped and counted', async () => {
  await generator.open()
  await namesField.fill('سارة\n—\n🌹\nعلي\n....')
  await expect.element(namesField).toHaveAccessibleDescription('اسمان، ولا تكرار بينها. تُجوهلت 3 أسطر بلا اسم')
  await expectAccessible()
  await submitButton.click()
  await expect.element(generator.cards.nth(1)).toBeVisible()
  const created = await admin.invitations.list({})
  expect(created.rows.map(({ guestName }) => guestName).toSorted()).toEqual(['سارة', 'علي'])
})

test('a list without letters or digits creates no invitation', async () => {
  await generator.open()
  await namesField.fill('—\n🌹')
  await submitButton.click()
  await expect.element(namesField).toHaveAccessibleDescription(/يرجى إدخال أسماء المعازيم/)
  await expectNoInvitations()
})

test('submitting is disabled while the names exceed the balance', async () => {
  await setBalance(2)
  await openScreen('/generator')
  await eventNameField.fill(EVENT.eventName)
  await namesField.fill(GUESTS)
  await expect.element(partialText('لا يمكنك توليد 3 دعوة. الرصيد المتاح: 2 دعوة')).toBeVisible()
  await expect.element(submitButton).toBeDisabled()
  await expectAccessible()
  await namesField.fill('سارة\nعلي')
  await expect.element(submitButton).toBeEnabled()
  await expectNoElements(partialText('لا يمكنك توليد'))
})

test('the generator shows a refusal if the balance was spent meanwhile', async () => {
  await generator.open()
  await namesField.fill(GUESTS)
  await expect.element(submitButton).toBeEnabled()
  await setBalance(1)
  await submitButton.click()
  await expect.element(partialText('لا يمكنك توليد 3 دعوة. الرصيد المتاح: 1 دعوة')).toBeVisible()
  await generator.expectTyped()
  await expectNoInvitations()
})
