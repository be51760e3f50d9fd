import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { generator } from '../../../testing/component/generator-form.ts'
import { expectAccessible } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { expectCount, expectNoElements, partialText } from '../../../testing/component/texts.ts'

const reviewDialog = generator.review
const dialogButton = (name: string) => reviewDialog.getByRole('button', { name })

/** Returns the guests of the created invitations, each with number of persons and telephone number. */
async function readCreatedGuests() {
  const { rows } = await admin.invitations.list({})
  return rows.map(({ guestName, maxScans, phone }) => [guestName, maxScans, ...(phone ? [phone] : [])].join(' ')).toSorted()
}

const FIRST_NAMES = ['أحمد', 'خالد', 'سارة', 'هدى', 'ريم', 'نورة', 'فهد', 'بلقيس', 'ياسر', 'أروى', 'حسن']
const LAST_NAMES = ['الكثيري', 'باوزير', 'الإرياني', 'العولقي', 'الحمّادي']

/** Returns `pasted`, a text copied from a chat with 60 guests and other messages, and `guests`, the names in its 55 numbered lines. */
function chatWithGuests() {
  const guests = FIRST_NAMES.flatMap(first => LAST_NAMES.map(last => `${first} ${last}`))
  const lines = [
    '[21/11, 9:14 م] ريم 💍: هذي قائمة المعازيم 🌹',
    ...guests.map(
      (name, index) =>
        `${['٠', '١', '٢', '٣', '٤', '٥', '٦', '٧', '٨', '٩'][Math.floor((index + 1) / 10)]}${'٠١٢٣٤٥٦٧٨٩'[(index + 1) % 10]}. ${name}`,
    ),
    '[21/11, 9:20 م] ريم 💍: • أم محمد + 3',
    '[21/11, 9:20 م] ريم 💍: أبو خالد وعائلته ٤',
    '[21/11, 9:21 م] منى: سعاد (×2) 777 123 456',
    '[21/11, 9:21 م] منى: كم صاروا؟',
    '[21/11, 9:22 م] ريم 💍: عائلة باسليم',
    '[21/11, 9:22 م] ريم 💍: ام عبدالله باعباد ٣',
    '[21/11, 9:23 م] ريم 💍: المجموع 60',
  ]
  return { guests, pasted: lines.join('\n') }
}

test('a pasted chat with 60 guests becomes 60 correct invitations', async ({ annotate }) => {
  await page.viewport(360, 740)
  await generator.open()
  const { guests, pasted } = chatWithGuests()
  const startTime = performance.now()
  await generator.pasteNames(pasted)
  const tally = reviewDialog.getByText('قرأنا 63 سطراً. 58 واضحاً، وسطران يحتاجان نظرة، و3 ليست ضيوفاً.')
  await expect.element(tally).toBeVisible()
  await expect.element(reviewDialog.getByText('60 دعوة، 70 مكاناً')).toBeVisible()
  await expect.element(reviewDialog.getByText('3 معها، أم 3 جميعاً؟')).toBeVisible()
  await expect.element(dialogButton('3 جميعاً: ام عبدالله باعباد')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(reviewDialog.getByText('لم يُذكر العدد')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
  await expectAccessible()
  await dialogButton('اعتماد القائمة').click()
  await expectNoElements(reviewDialog)
  await expect.element(generator.names).toHaveValue('')
  await generator.submit.click()
  await expect.element(page.getByRole('heading', { name: 'الدعوات 60 بطاقة' })).toBeVisible()
  await annotate(`3 taps, ${((performance.now() - startTime) / 1000).toFixed(1)} s from the paste to 60 cards`)
  expect(await readCreatedGuests()).toEqual(
    [
      ...guests.map(name => `${name} 1`),
      'أم محمد 4',
      'أبو خالد وعائلته 4',
      'سعاد 2 +967777123456',
      'عائلة باسليم 2',
      'ام عبدالله باعباد 3',
    ].toSorted(),
  )
})

test('a closed review opens again before invitations are created', async () => {
  await generator.open()
  const pastedText = 'سارة\nأم محمد ٣\nعائلة باسليم'
  await generator.pasteNames(pastedText)
  await dialogButton('هي و3، أي 4: أم محمد').click()
  await dialogButton('زيادة أماكن عائلة باسليم').click()
  await expect.element(reviewDialog.getByText('3 دعوات، 8 أماكن')).toBeVisible()
  await dialogButton('إغلاق').click()
  await expectNoElements(reviewDialog)
  await expect.element(generator.names).toHaveValue(pastedText)

  await generator.submit.click()
  await expect.element(reviewDialog.getByText('3 دعوات، 8 أماكن')).toBeVisible()
  expect(await readCreatedGuests()).toEqual([])
  await dialogButton('اعتماد القائمة').click()
  await generator.submit.click()
  await expectCount(generator.cards, 3)
  expect(await readCreatedGuests()).toEqual(['أم محمد 4', 'سارة 1', 'عائلة باسليم 3'])
})

test('the review can keep each line as a name without parsing it', async () => {
  await generator.open()
  await generator.pasteNames('سارة\nعلي')
  await expect.element(reviewDialog.getByText('قرأنا سطرين، وكلاهما واضح.')).toBeVisible()
  await dialogButton('اعتماد القائمة').click()
  await expect.element(partialText('المطلوب الآن 2،')).toBeVisible()

  await generator.names.fill('أبو علي 2\nقسم 3: موظفو البنك (5 أشخاص)')
  await dialogButton('أبقِ الأسطر كما كُتبت').click()
  await generator.submit.click()
  await expectCount(generator.cards, 4)
  expect(await readCreatedGuests()).toEqual(['أبو علي 2 1', 'سارة 1', 'علي 1', 'قسم 3: موظفو البنك (5 أشخاص) 1'])
})

test('one pasted line with several names becomes several invitations', async () => {
  await generator.open()
  await generator.pasteNames('الجيران: أم نشوان + 2، أم زياد، هدى 777 123 456')
  await expect.element(reviewDialog.getByText('3 دعوات، 5 أماكن')).toBeVisible()
  await dialogButton('إغلاق').click()
  await generator.submit.click()
  await dialogButton('اعتماد القائمة').click()
  await generator.submit.click()
  await expectCount(generator.cards, 3)
  expect(await readCreatedGuests()).toEqual(['أم زياد 1', 'أم نشوان 3', 'هدى 1 +967777123456'])
})

test('contacts from the Contact Picker become invitations', async () => {
  const selectContacts = async () => [
    { name: ['أم محمد 🌹'], tel: ['777 123 456'] },
    { name: ['خالد'], tel: [] },
  ]
  Object.defineProperty(navigator, 'contacts', { configurable: true, value: { select: selectContacts } })
  try {
    await generator.open()
    await page.getByRole('button', { name: 'من جهات الاتصال' }).click()
    await expect.element(reviewDialog.getByText('قرأنا سطرين، وكلاهما واضح.')).toBeVisible()
    await dialogButton('اعتماد القائمة').click()
    await generator.submit.click()
    await expectCount(generator.cards, 2)
    expect(await readCreatedGuests()).toEqual(['أم محمد 1 +967777123456', 'خالد 1'])
  } finally {
    Reflect.deleteProperty(navigator, 'contacts')
  }
})
