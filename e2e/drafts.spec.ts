import { expect, signOut, test } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'

const EVENT = 'زفاف محمّد وسارة'

/** Runs in the page: returns the stored parts of drafts as JSON. */
const readDraftParts = () =>
  new Promise<string>((resolve, reject) => {
    const opening = indexedDB.open('hudur-drafts')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('parts').objectStore('parts').getAll()
      reading.onsuccess = () => resolve(JSON.stringify(reading.result))
    }
  })

test('the generator restores its draft until the user signs out', async ({ page, context, signIn }) => {
  await signIn()
  await page.goto('/generator')
  const fields = generatorPage(page)
  await fields.eventName.fill(EVENT)
  await fields.names.fill('سارة\nعلي')
  // The test does not wait until the draft is stored, but reloads the page immediately.
  await page.reload()
  await expect(fields.names).toHaveValue('سارة\nعلي')
  await expect(page.getByText('هذا ما كتبته هنا من قبل.')).toBeVisible()
  await fields.names.press('End')
  await fields.names.pressSequentially('\nهدى')
  await expect.poll(() => page.evaluate(readDraftParts)).toContain('هدى')
  await page.close()

  const tab = await context.newPage()
  await tab.goto('/generator')
  await expect(generatorPage(tab).eventName).toHaveValue(EVENT)
  await expect(generatorPage(tab).names).toHaveValue(/هدى/)
  await signOut(tab)
  await expect(tab).toHaveURL(/\/website/)
  expect(await tab.evaluate(readDraftParts)).toBe('[]')
})

test('a second tab replaces the draft of the generator only on request', async ({ page, context, signIn }) => {
  await signIn()
  const tab = await context.newPage()
  const locateFields = (of: typeof page) => ({
    ...generatorPage(of),
    otherTabNotice: of.getByText('هذه الشاشة مفتوحة في تبويب آخر'),
  })
  const [first, second] = [locateFields(page), locateFields(tab)]
  await page.goto('/generator')
  await first.eventName.fill(EVENT)
  await first.names.fill('سارة')
  await expect.poll(() => page.evaluate(readDraftParts)).not.toBe('[]')
  await tab.goto('/generator')
  await expect(second.otherTabNotice).toBeVisible()
  await second.names.fill('هدى')
  await page.reload()
  await expect(first.names).toHaveValue('سارة')
  await expect(first.otherTabNotice).toBeHidden()

  await tab.getByRole('button', { name: 'احفظ ما هنا بدلاً منه' }).click()
  await expect(second.otherTabNotice).toBeHidden()
  await expect(first.otherTabNotice).toBeVisible()
  await first.names.fill('علي')
  await tab.reload()
  await expect(second.names).toHaveValue('هدى')
  await expect(second.eventName).toHaveValue(EVENT)
})
