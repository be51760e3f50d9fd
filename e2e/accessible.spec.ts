import { expect, expectAccessible, findAccessibilityViolations, test } from './fixtures.ts'

test('findAccessibilityViolations reports low contrast and a missing label', async ({ page }) => {
  await page.setContent(`<html lang="ar" dir="rtl"><title>حُضور</title><style>* { transition: all 0.01ms }</style><body style="background: #fff">
    <p id="pale" style="color: #aaa">أهلاً وسهلاً بالضيوف الكرام</p><p id="changed">أهلاً وسهلاً</p>
    <button id="unnamed" aria-label="حفظ التصميم">استعماله</button></body></html>`)
  expect(await findAccessibilityViolations(page)).toEqual(['color-contrast: #pale', 'label-content-name-mismatch: #unnamed'])
  expect(await findAccessibilityViolations(page, { onlyColours: true })).toEqual(['color-contrast: #pale'])
  await page.evaluate(() => document.getElementById('changed')!.style.setProperty('color', '#aaa'))
  expect(await findAccessibilityViolations(page, { onlyColours: true })).toEqual(['color-contrast: #pale | #changed'])
  await page.evaluate(() => document.querySelectorAll('[id]').forEach(element => void element.remove()))
  await expectAccessible(page)
})
