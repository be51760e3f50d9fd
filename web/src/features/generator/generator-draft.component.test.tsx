import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseFromMenu } from '../../../testing/component/controls.ts'
import { EVENT, generator } from '../../../testing/component/generator-form.ts'
import { addHost, HOST } from '../../../testing/component/host.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { expectTexts } from '../../../testing/component/texts.ts'
import { draftStore } from '../../device/drafts.ts'

const restoredNotice = page.getByText('هذا ما كتبته هنا من قبل.')
const reviewDialog = page.getByRole('dialog', { name: 'مراجعة القائمة' })
const sizeSlider = page.getByRole('slider', { name: 'حجم الرمز' })
const GUESTS = 'سارة\nعلي'

const openDraftDatabase = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const openRequest = indexedDB.open('hudur-drafts')
    openRequest.onsuccess = () => resolve(openRequest.result)
    openRequest.onerror = () => reject(openRequest.error)
  })

/**
 * Blocks the stored drafts by a transaction that does not end, as a slow disk does. Returns a function that ends the transaction. It also
 * ends with the test.
 */
async function blockDraftDatabase() {
  const db = await openDraftDatabase()
  const parts = db.transaction('parts', 'readwrite').objectStore('parts')
  let isBlocked = true
  const prolong = () => {
    if (isBlocked) parts.count().onsuccess = prolong
    else db.close()
  }
  prolong()
  const unblock = () => {
    isBlocked = false
  }
  onTestFinished(unblock)
  return unblock
}

/** Returns the keys of the draft parts stored on this device. */
async function readStoredKeys() {
  const db = await openDraftDatabase()
  const keys = db.transaction('parts').objectStore('parts').getAllKeys()
  await new Promise(resolve => (keys.onsuccess = resolve))
  db.close()
  return keys.result.map(key => (key as string[]).slice(1).join(' '))
}

/** Throws the error of a full browser storage. */
const throwQuotaExceeded = () => {
  throw new DOMException('the disk is full', 'QuotaExceededError')
}

/** Loads the page again within the same session. */
const reloadPage = () => openScreen('/generator', { as: null })

async function typeEvent() {
  await generator.eventName.fill(EVENT.eventName)
  await generator.typeDate('14', '01', '2027')
  await generator.names.fill(GUESTS)
}

async function pasteTable() {
  const copied = new DataTransfer()
  copied.setData('text', 'الاسم\tعدد الأشخاص\nريم\tكثير\nهدى\t2')
  const names = await generator.names.findElement()
  names.dispatchEvent(new ClipboardEvent('paste', { clipboardData: copied, bubbles: true, cancelable: true }))
}

async function choosePicture() {
  const canvas = new OffscreenCanvas(1200, 1800)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#2b5f9e'
  context.fillRect(0, 0, 1200, 1800)
  const file = new File([await canvas.convertToBlob()], 'خلفية.png', { type: 'image/png' })
  await page.getByLabelText('صورة الخلفية').first().upload(file)
}

test('a reload of the generator restores fields, review and design', async () => {
  await openScreen('/generator')
  await expect.element(generator.eventName).toBeVisible()
  await expect.element(restoredNotice).not.toBeInTheDocument()
  await typeEvent()
  await choosePicture()
  await expect.element(page.getByText('الصورة المختارة: خلفية.png')).toBeVisible()
  await page.getByRole('button', { name: 'تخصيص البطاقة' }).click()
  await expect.element(sizeSlider).toBeInTheDocument()
  ;((await sizeSlider.findElement()) as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  await page.getByRole('button', { name: 'تم', exact: true }).click()
  await pasteTable()
  for (let press = 0; press < 3; press++) await reviewDialog.getByRole('button', { name: 'زيادة أماكن ريم' }).click()
  await expect.element(reviewDialog.getByText('دعوتان، 6 أماكن')).toBeVisible()
  await expect
    .poll(readStoredKeys)
    .toEqual(expect.arrayContaining(['generator fields', 'generator look', 'generator picture', 'generator table']))

  await reloadPage()
  // The restored review has the choices that the user made before the reload.
  await expect.element(reviewDialog.getByText('دعوتان، 6 أماكن')).toBeVisible()
  await expectAccessible()
  await reviewDialog.getByRole('button', { name: 'اعتماد القائمة' }).click()
  await expect.element(restoredNotice).toBeVisible()
  await generator.expectTyped({ names: GUESTS })
  await expectTexts(generator.dateParts, ['14', '1', '2027'])
  await expect.element(page.getByText('الصورة المختارة: خلفية.png')).toBeVisible()
  await expectAccessible()

  await reloadPage()
  await expect.element(page.getByRole('button', { name: /مراجعة ما جاء من/ })).toBeVisible()
  await page.getByRole('button', { name: 'تخصيص البطاقة' }).click()
  await expect.element(sizeSlider).toHaveValue('520')
  await page.getByRole('button', { name: 'تم', exact: true }).click()
  await expect.element(restoredNotice).toBeVisible()
  await generator.submit.click()
  await expect.element(generator.downloadAll).toBeVisible()
  await expect.element(restoredNotice).not.toBeInTheDocument()

  await reloadPage()
  await expect.element(generator.names).toHaveValue('')
  await expect.element(page.getByRole('button', { name: /مراجعة ما جاء من/ })).not.toBeInTheDocument()
})

test('a reload restores the values that a link filled in', async () => {
  await generator.open()
  await expect.poll(readStoredKeys).toContain('generator fields')
  await reloadPage()
  await expect.element(generator.eventName).toHaveValue(EVENT.eventName)
  await expectTexts(generator.dateParts, ['14', '1', '2027'])
})

test('discarding the restored draft empties the form', async () => {
  await openScreen('/generator')
  await typeEvent()
  await expect.poll(readStoredKeys).toContain('generator fields')
  await reloadPage()
  await page.getByRole('button', { name: 'ابدأ من جديد' }).click()
  const question = page.getByRole('alertdialog', { name: 'إفراغ ما كتبته؟' })
  await expectAccessible()
  await question.getByRole('button', { name: 'ابدأ من جديد' }).click()
  await generator.expectTyped({ eventName: '', names: '' })
  await expect.element(restoredNotice).not.toBeInTheDocument()
  await reloadPage()
  await generator.expectTyped({ eventName: '', names: '' })
  await expect.element(restoredNotice).not.toBeInTheDocument()
})

test('the generator waits for IndexedDB before it shows its form', async () => {
  await openScreen('/generator')
  await typeEvent()
  await expect.poll(readStoredKeys).toContain('generator fields')
  const unblock = await blockDraftDatabase()
  await reloadPage()
  await expect.element(page.getByText(/ما كتبته هنا من قبل لم يُقرأ من هذا الجهاز بعد/)).toBeVisible()
  await expect.element(generator.eventName).not.toBeInTheDocument()
  await expectAccessible()
  unblock()
  await generator.expectTyped({ eventName: EVENT.eventName, names: GUESTS })
  await expect.element(restoredNotice).toBeVisible()
})

test('a draft begun while IndexedDB is blocked replaces the stored one', async () => {
  await openScreen('/generator')
  await typeEvent()
  await choosePicture()
  await expect.poll(readStoredKeys).toContain('generator picture')
  const unblock = await blockDraftDatabase()
  await reloadPage()
  await page.getByRole('button', { name: 'ابدأ من جديد' }).click()
  await generator.expectTyped({ eventName: '', names: '' })
  unblock()
  await expect.poll(readStoredKeys).not.toContain('generator picture')
  await generator.expectTyped({ eventName: '', names: '' })
  await expect.element(restoredNotice).not.toBeInTheDocument()
  await generator.eventName.fill('حفل')
  await expect.element(generator.eventName).toHaveValue('حفل')

  await reloadPage()
  await generator.expectTyped({ eventName: 'حفل', names: '' })
  await expect.element(page.getByText('الصورة المختارة: خلفية.png')).not.toBeInTheDocument()
})

test('a draft is deleted when another account opens the generator', async () => {
  await addHost()
  await openScreen('/generator')
  await typeEvent()
  await expect.poll(readStoredKeys).toContain('generator fields')
  // The session ended without a sign-out, and another account signs in.
  await openScreen('/requests/generate', { as: HOST })
  await generator.expectTyped({ eventName: '', names: '' })
  await expect.poll(readStoredKeys).toEqual([])

  await typeEvent()
  await expect.poll(readStoredKeys).toContain('generator fields')
  await page.getByRole('button', { name: 'تسجيل الخروج' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'تسجيل الخروج' }).click()
  await expect.poll(readStoredKeys).toEqual([])
  expect(Object.keys(sessionStorage).filter(key => key.startsWith('draft '))).toEqual([])
})

test('the draft is restored from sessionStorage if IndexedDB is full', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  await openScreen('/generator')
  await generator.eventName.fill('حفل')
  await expect.poll(readStoredKeys).toContain('generator fields')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(throwQuotaExceeded)
  await typeEvent()
  await reloadPage()
  await generator.expectTyped({ names: GUESTS })

  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(throwQuotaExceeded)
  await generator.eventName.fill('تخرّج')
  await expect.element(page.getByText('لا مكان على هذا الجهاز لحفظ ما تكتبه. ولّد الدعوات قبل أن تغلق الصفحة.')).toBeVisible()
  await expectAccessible()
  await chooseFromMenu('البيانات')
  await page.getByRole('link', { name: 'دعوات جديدة' }).first().click()
  await generator.expectTyped({ eventName: 'تخرّج', names: GUESTS })
})

const writePart = (part: string, value: unknown) => draftStore.write({ account: 'hanaa', screen: 'generator', part, value }, () => true)
const PICTURE = new Blob(['…'], { type: 'image/png' })

test('draftStore.write returns false while an image is being written', async () => {
  onTestFinished(() => draftStore.leaveOnly(undefined))
  const unblock = await blockDraftDatabase()
  expect(await writePart('picture', PICTURE)).toBe(false)
  unblock()
  await expect.poll(readStoredKeys).toEqual(['generator picture'])
  expect(await writePart('names', 'سارة')).toBe(true)
})

test('while IndexedDB is full, a text is stored in sessionStorage', async () => {
  onTestFinished(async () => {
    vi.restoreAllMocks()
    await draftStore.leaveOnly(undefined)
  })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(throwQuotaExceeded)
  // The first write begins at once, and the other two parts are written together after it.
  const results = await Promise.all([writePart('fields', 'حفل'), writePart('picture', PICTURE), writePart('names', 'سارة')])
  expect(results).toEqual([false, false, false])
  expect(await draftStore.read('hanaa', 'generator', ['fields', 'names'])).toEqual({ fields: 'حفل', names: 'سارة' })

  vi.restoreAllMocks()
  expect(await writePart('names', 'سارة\nأمل')).toBe(false)
  expect(await writePart('picture', PICTURE)).toBe(true)
})
