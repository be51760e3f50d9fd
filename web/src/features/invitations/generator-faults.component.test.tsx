import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { EVENT, generator } from '../../../testing/component/generator-form.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin, changeRows } from '../../../testing/component/session.ts'
import { expectNone, expectTexts, partialText } from '../../../testing/component/texts.ts'

const GUESTS = 'سارة\nعلي\nهدى'
const { eventName, names, submit } = generator

const noInvitations = async () => expect((await admin.invitations.list({})).total).toBe(0)

/** Sets the balance of every account to this number of invitations. */
const setBalance = (balance: number) => changeRows('update users set generation_limit = used_generations + ?', balance)

test('the generator reports a missing event name and date, then missing names, at their fields, and keeps other values', async () => {
  await openScreen('/generator')
  await names.fill(GUESTS)
  await submit.click()
  await expect.element(eventName).toHaveAccessibleDescription(/يرجى إدخال اسم المناسبة/)
  await expect.element(partialText('يرجى إدخال تاريخ المناسبة')).toBeVisible()
  await expect.element(eventName).toHaveFocus()
  await generator.expectTyped({ eventName: '' })
  await expectAccessible()
  await noInvitations()

  await eventName.fill(EVENT.eventName)
  await generator.typeDate('14', '01', '2027')
  await names.fill(' \n \n')
  await submit.click()
  await expect.element(names).toHaveAccessibleDescription(/يرجى إدخال أسماء المعازيم/)
  await expect.element(names).toHaveFocus()
  await generator.expectTyped({ names: ' \n \n' })
  await expectTexts(generator.dateParts, ['14', '1', '2027'])
  await expectAccessible()
  await noInvitations()
})

const chosen = partialText('الصورة المختارة: خلفية.jpg')
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

test('a non-image, an empty file and an image of 60 megapixels are refused as background; a valid image is used', async () => {
  await openScreen('/generator')
  await eventName.fill(EVENT.eventName)
  await names.fill(GUESTS)
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
  await expect.element(chosen).toBeVisible()
  await expect.element(generator.design('صورتك')).toBeChecked()
  await expectNone(problem)
  await expectAccessible()
})

test('a paste of 5 MB is refused and names stay; more names than one request may create are counted, reported and kept', async () => {
  await generator.open()
  await names.fill(GUESTS)
  await generator.pasteNames('ضيف طويل الاسم جداً\n'.repeat(150_000))
  await expect.element(partialText('الحد 10,000 اسم في المرة الواحدة')).toBeVisible()
  await generator.expectTyped()

  const tooManyNames = Array.from({ length: 10_001 }, (_, n) => `ضيف ${n}`).join('\n')
  await generator.pasteNames(tooManyNames)
  await submit.click()
  await expect.element(partialText('في القائمة 10,001 سطر').first()).toBeVisible()
  await generator.expectTyped({ names: tooManyNames })
  await noInvitations()
})

test('lines without a name are left out and counted; invitations are created for the other lines', async () => {
  await generator.open()
  await names.fill('سارة\n—\n🌹\nعلي\n....')
  await expect.element(names).toHaveAccessibleDescription('اسمان، ولا تكرار بينها. تُجوهلت 3 أسطر بلا اسم')
  await expectAccessible()
  await submit.click()
  await expect.element(generator.cards.nth(1)).toBeVisible()
  const created = await admin.invitations.list({})
  expect(created.rows.map(({ guestName }) => guestName).toSorted()).toEqual(['سارة', 'علي'])
})

test('creates no invitations from a list in which no line has a name', async () => {
  await generator.open()
  await names.fill('—\n🌹')
  await submit.click()
  await expect.element(names).toHaveAccessibleDescription(/يرجى إدخال أسماء المعازيم/)
  await noInvitations()
})

test('shows the over-balance banner and disables the button if more invitations are requested than the balance allows', async () => {
  await setBalance(2)
  await openScreen('/generator')
  await eventName.fill(EVENT.eventName)
  await names.fill(GUESTS)
  await expect.element(partialText('لا يمكنك توليد 3 دعوة. الرصيد المتاح: 2 دعوة')).toBeVisible()
  await expect.element(submit).toBeDisabled()
  await expectAccessible()
  await names.fill('سارة\nعلي')
  await expect.element(submit).toBeEnabled()
  await expectNone(partialText('لا يمكنك توليد'))
})

test('the generator reports the server’s refusal if the balance was spent on another device, and keeps typed values', async () => {
  await generator.open()
  await names.fill(GUESTS)
  await expect.element(submit).toBeEnabled()
  await setBalance(1)
  await submit.click()
  await expect.element(partialText('لا يمكنك توليد 3 دعوة. الرصيد المتاح: 1 دعوة')).toBeVisible()
  await generator.expectTyped()
  await noInvitations()
})
