import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focusElement, tabToElement } from '../../../../testing/component/controls.ts'
import { generator } from '../../../../testing/component/generator-form.ts'
import { expectAccessible, openScreen } from '../../../../testing/component/screen.tsx'
import { admin } from '../../../../testing/component/session.ts'
import { readCardPicture } from '../../../cards/read-card-picture.ts'

const GUESTS = ['الأستاذ خالد سعيد باوزير', 'علي', 'عائلة المهندس ياسر الحمّادي وأبناؤه وأحفاده الكرام']

const openButton = page.getByRole('button', { name: 'تخصيص البطاقة' })
const studioDialog = page.getByRole('dialog')
const cardImage = studioDialog.getByRole('img', { name: /^بطاقة / })
const undoButton = studioDialog.getByRole('button', { name: 'تراجع' })
const radioButton = (name: string) => studioDialog.getByRole('radio', { name, exact: true })
const slider = (name: string) => studioDialog.getByRole('slider', { name })
const sliderValueOf = (name: string) => Number((slider(name).element() as HTMLInputElement).value)

/** Presses a key on a slider. */
async function pressSliderKey(name: string, key: string) {
  focusElement(slider(name))
  await userEvent.keyboard(`{${key}}`)
}

/** Opens the generator and types an event and its guests. */
async function typeEvent(guests: readonly string[] = GUESTS) {
  await openScreen('/generator')
  await page.getByRole('textbox', { name: /اسم المناسبة/ }).fill('زفاف محمّد وسارة')
  await page
    .getByRole('group', { name: /تاريخ المناسبة/ })
    .getByRole('spinbutton')
    .first()
    .click()
  await userEvent.keyboard('14012027')
  await generator.typeNames(guests.join('\n'))
}

async function openStudio(guests?: readonly string[]) {
  await typeEvent(guests)
  await openButton.click()
  await expect.element(studioDialog).toBeVisible()
}

/** Returns the pixels of the displayed card, once it is drawn, scaled to 64 × 96; `at` returns the colour of one pixel. */
async function pixelsOfCard() {
  const width = 64
  const height = 96
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
  let pixels = new Uint8ClampedArray()
  await expect
    .poll(() => {
      const canvas = cardImage.element() as HTMLCanvasElement
      if (canvas.width === 0) return 0
      context.drawImage(canvas, 0, 0, width, height)
      pixels = context.getImageData(0, 0, width, height).data
      return new Set(pixels).size
    })
    .toBeGreaterThan(1)
  return { pixels, at: (x: number, y: number) => [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)] }
}

test('the card editor shows the first, longest or shortest name', async () => {
  await typeEvent()
  for (const isMade of [false, true]) {
    await openButton.click()
    await expect.element(cardImage).toHaveAccessibleName(`بطاقة ${GUESTS[0]}`)
    const { pixels } = await pixelsOfCard()
    await radioButton('الأطول').click()
    await expect.element(cardImage).toHaveAccessibleName(`بطاقة ${GUESTS[2]}`)
    await expect.poll(async () => (await pixelsOfCard()).pixels).not.toEqual(pixels)
    await radioButton('الأقصر').click()
    await expect.element(cardImage).toHaveAccessibleName(`بطاقة ${GUESTS[1]}`)
    await radioButton('الأول').click()
    await studioDialog.getByRole('button', { name: 'تم' }).click()
    if (isMade) break
    await page.getByRole('button', { name: 'توليد الدعوات' }).click()
    await expect.element(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()
  }
  expect((await admin.invitations.list({})).total).toBe(3)
})

test('the card editor warns of low contrast and overlapping parts', async () => {
  await openStudio(['علي'])
  const contrastWarning = studioDialog.getByText(/هذا اللون قريب من لون ما خلفه/)
  await studioDialog.getByLabelText(/لون آخر/).fill('#f0e8d0')
  await expect.element(contrastWarning).toBeVisible()
  await expectAccessible()
  await radioButton('كحلي').click()
  await expect.element(contrastWarning).not.toBeInTheDocument()

  const overlapWarning = studioDialog.getByText(/الاسم والرمز متراكبان/)
  await pressSliderKey('اسم الضيف، أعلى وأسفل', 'End')
  await expect.element(overlapWarning).toBeVisible()
  await pressSliderKey('اسم الضيف، أعلى وأسفل', 'Home')
  await expect.element(overlapWarning).not.toBeInTheDocument()

  const line = studioDialog.getByRole('status').filter({ hasText: 'برنامج المراسلة' })
  await expect.element(line).toMatchTextContent('سيُقرأ الرمز بسهولة')
  await pressSliderKey('حجم الرمز', 'Home')
  await expect.element(line).toMatchTextContent('فيُرسم لهم الرمز القصير')
  await expect.element(line).toMatchTextContent('سيُقرأ الرمز بسهولة')
  focusElement(studioDialog.getByRole('switch', { name: /رمز قصير/ }))
  await userEvent.keyboard(' ')
  await expect.element(line).not.toMatchTextContent('فيُرسم لهم الرمز القصير')

  const first = studioDialog.getByRole('textbox', { name: /السطر الأول/ })
  await first.fill('ن'.repeat(81))
  await expect.element(studioDialog.getByText(/يتسع السطر لـ80 حرفاً، فلم يُكتب ما بعدها/)).toBeVisible()
  await expect.element(first).toHaveValue('ن'.repeat(80))
  await expectAccessible()
})

test('the card editor can be used with the keyboard alone', async () => {
  await typeEvent()
  focusElement(openButton)
  await userEvent.keyboard('{Enter}')
  const handle = studioDialog.getByRole('button', { name: 'تحريك رمز الدعوة' })
  await expect.element(handle).toBeVisible()
  await tabToElement(handle)
  await userEvent.keyboard('{ArrowUp}')
  expect([sliderValueOf('رمز الدعوة، يميناً ويساراً'), sliderValueOf('رمز الدعوة، أعلى وأسفل')]).toEqual([50, 79])
  await tabToElement(radioButton('أميري'))
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(radioButton('رقعة')).toBeChecked()
  const second = studioDialog.getByRole('textbox', { name: /السطر الثاني/ })
  await tabToElement(second)
  await userEvent.keyboard('قاعة ليالي أزال')
  await expect.element(second).toHaveValue('قاعة ليالي أزال')
  await tabToElement(studioDialog.getByRole('button', { name: 'إعادة الضبط' }))
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(second).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('alertdialog').getByRole('button', { name: 'احفظ' }).click()
  await expect.element(studioDialog).not.toBeInTheDocument()
  await expect.element(openButton).toHaveFocus()
})

test('closing the card editor asks for confirmation only after a change', async () => {
  await openStudio(['علي'])
  const closeButton = studioDialog.getByRole('button', { name: 'إغلاق' })
  const question = page.getByRole('alertdialog', { name: 'حفظ التغييرات؟' })
  await closeButton.click()
  await expect.element(studioDialog).not.toBeInTheDocument()

  const chooseTemplate = async (name: string, answer: string) => {
    await openButton.click()
    await radioButton(name).click()
    await closeButton.click()
    await question.getByRole('button', { name: answer }).click()
    await expect.element(studioDialog).not.toBeInTheDocument()
  }
  await chooseTemplate('قمر', 'تجاهل')
  await expect.element(generator.design('ميثاق')).toBeChecked()
  await chooseTemplate('قمر', 'احفظ')
  await expect.element(generator.design('قمر')).toBeChecked()
})

const RED = '#c02020'
const BLUE = '#2030a0'

/** Draws an image whose upper (`above`) or left (`beside`) half is red and whose other half is blue. */
async function twoColourImage(width: number, height: number, type: string, halves: 'above' | 'beside' = 'above') {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.fillStyle = BLUE
  context.fillRect(0, 0, width, height)
  context.fillStyle = RED
  context.fillRect(0, 0, halves === 'beside' ? width / 2 : width, halves === 'above' ? height / 2 : height)
  return new Uint8Array(await (await canvas.convertToBlob({ type, quality: 0.95 })).arrayBuffer())
}

/** Adds EXIF orientation 6 to a JPEG. Viewers then rotate the image clockwise by 90 degrees. */
function addExifOrientation(jpeg: Uint8Array) {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff]
  return new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2, ...exif, ...jpeg.subarray(2)])
}

/** Returns a truncated JPEG file: only the header, which states this width and height in pixels. */
function jpegHeader(width: number, height: number) {
  const frame = [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
  return new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, frame.length + 2, ...frame])
}

/** Repeats the only scan of a baseline JPEG, so that it has `count` scans. */
function withScans(jpeg: Uint8Array, count: number) {
  const start = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xda)
  const scan = [...jpeg.subarray(start, -2)]
  return new Uint8Array([...jpeg.subarray(0, start), ...Array.from({ length: count }, () => scan).flat(), 0xff, 0xd9])
}

const choosePicture = (name: string, type: string, bytes: Uint8Array<ArrayBuffer>) =>
  studioDialog.getByLabelText(/صورة الخلفية/).upload(new File([bytes], name, { type }))

test('the card editor refuses a background that is no image', async () => {
  await openStudio()
  const { pixels } = await pixelsOfCard()
  const encodeText = (text: string) => new TextEncoder().encode(text)
  const script = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>document.title="entered"</script></svg>'
  const unreadable = 'هذا الملف ليس صورة نقرؤها. اختر صورة PNG أو JPEG أو WebP'
  for (const [name, type, content, said] of [
    ['فارغة.jpg', 'image/jpeg', encodeText(''), 'الملف فارغ. اختر صورة أخرى'],
    ['عقد.png', 'image/png', encodeText('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>'), unreadable],
    ['كبيرة.jpg', 'image/jpeg', jpegHeader(10_000, 10_000), 'أبعاد الصورة أكبر من المسموح: 40 ميغابكسل'],
    ['متحركة.png', 'image/png', encodeText(`GIF89a${'\u0001'.repeat(40)}`), unreadable],
    ['كبيرة.jpg', 'image/jpeg', jpegHeader(10_000, 10_000), 'أبعاد الصورة أكبر من المسموح: 40 ميغابكسل'],
    ['شعار.png', 'image/png', encodeText(script), unreadable],
    ['مراحل.jpg', 'image/jpeg', withScans(await twoColourImage(8, 12, 'image/jpeg'), 101), 'على مراحل أكثر من المسموح (100)'],
    ['فارغة.jpg', 'image/jpeg', encodeText(''), 'الملف فارغ. اختر صورة أخرى'],
    ['شعار.svg', 'image/svg+xml', encodeText(script), unreadable],
    ['فارغة.jpg', 'image/jpeg', encodeText(''), 'الملف فارغ. اختر صورة أخرى'],
    ['مقطوعة.jpg', 'image/jpeg', jpegHeader(40, 60), unreadable],
  ] as const) {
    await choosePicture(name, type, content)
    await expect.element(studioDialog.getByRole('alert').filter({ hasText: said }), { message: name }).toBeVisible()
  }
  await expectAccessible()
  expect(document.title).not.toBe('entered')
  expect((await pixelsOfCard()).pixels).toEqual(pixels)
  await expect.element(radioButton('ميثاق')).toBeChecked()
})

test('a picture that takes too long to decode is refused', async () => {
  const file = new File([await twoColourImage(1200, 1800, 'image/png')], 'صورة.png')
  expect(await readCardPicture(file, 0)).toEqual({ ok: false, problem: 'طال فتح هذه الصورة فأُوقف. صغّرها ثم اخترها ثانية' })
  expect((await readCardPicture(file)).ok).toBe(true)
})

test('the card editor turns background images upright', async () => {
  await openStudio()
  const isNearColour = ([red = 0, green = 0, blue = 0]: readonly number[], colour: readonly number[]) =>
    [red, green, blue].every((value, channel) => Math.abs(value - colour[channel]!) <= 12)
  for (const [name, bytes] of [
    ['هاتف.jpg', addExifOrientation(await twoColourImage(1800, 1200, 'image/jpeg', 'beside'))],
    ['صورة.png', await twoColourImage(1200, 1800, 'image/png')],
    // A WebP file with the file extension of a JPEG.
    ['صورة.jpg', await twoColourImage(1200, 1800, 'image/webp')],
  ] as const) {
    await choosePicture(name, 'image/png', bytes)
    await expect.element(studioDialog.getByText(`الصورة المختارة: ${name}`, { exact: false })).toBeVisible()
    await expect
      .poll(
        async () => {
          const { at } = await pixelsOfCard()
          return [4, 60].map(x => [isNearColour(at(x, 4), [0xc0, 0x20, 0x20]), isNearColour(at(x, 92), [0x20, 0x30, 0xa0])])
        },
        { message: name },
      )
      .toEqual([
        [true, true],
        [true, true],
      ])
    await undoButton.click()
    await expect.element(radioButton('ميثاق')).toBeChecked()
  }
})

test('only an image without words gets the movable panel', async () => {
  await openStudio(GUESTS.slice(2))
  await choosePicture('صورة.png', 'image/png', await twoColourImage(1200, 1800, 'image/png'))
  const handle = studioDialog.getByRole('button', { name: 'تحريك لوحة الكلمات' })
  await expect.element(radioButton('بطاقة جاهزة فيها كل الكلام')).toBeChecked()
  await expect.element(handle).not.toBeInTheDocument()
  await radioButton('خلفية بلا كلام').click()
  await expect.element(handle).toBeVisible()
  focusElement(handle)
  await userEvent.keyboard('{ArrowDown}')
  expect([sliderValueOf('لوحة الكلمات، يميناً ويساراً'), sliderValueOf('لوحة الكلمات، أعلى وأسفل')]).toEqual([50, 23])
  const { pixels } = await pixelsOfCard()
  await studioDialog.getByRole('textbox', { name: 'السطر الأول' }).fill('قاعة ليالي أزال')
  await expect.poll(async () => (await pixelsOfCard()).pixels).not.toEqual(pixels)
  await expectAccessible()
  await pressSliderKey('لوحة الكلمات، أعلى وأسفل', 'End')
  await expect.element(studioDialog.getByText('الرمز يغطي بعض كلمات البطاقة.')).toBeVisible()

  await radioButton('بطاقة جاهزة فيها كل الكلام').click()
  await expect.element(handle).not.toBeInTheDocument()
  await expect.element(studioDialog.getByRole('textbox', { name: 'السطر الأول' })).not.toBeInTheDocument()
  await studioDialog.getByRole('button', { name: 'تم', exact: true }).click()
  await expect.element(page.getByText(/فيُرسم لهم الرمز القصير/)).toBeVisible()
})
