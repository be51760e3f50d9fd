import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { generator } from '../../testing/component/generator-form.ts'
import { expectAccessible, openScreen } from '../../testing/component/screen.tsx'
import { admin } from '../../testing/component/session.ts'
import { expectNoElements, expectTexts, partialText } from '../../testing/component/texts.ts'
import { isEventDay } from './date-field.tsx'

const { dateParts, typeDate, submit: submitButton } = generator
const invalidDateError = partialText('تاريخ غير صحيح')
const hijriButton = page.getByRole('button', { name: 'هجري' })

async function readCreatedDays() {
  await expect.element(generator.downloadAll).toBeVisible()
  return (await admin.invitations.list({})).rows.map(({ eventDate }) => eventDate)
}

test('a date field completes a two-digit year to 20xx', async () => {
  await openScreen('/generator')
  await typeDate('١٤', '٠١', '٢٠٢٧')
  await expectTexts(dateParts, ['14', '1', '2027'])
  await expect.element(partialText('الخميس، 6 شعبان 1448')).toBeVisible()
  await typeDate('15', '12', '26')
  await userEvent.tab()
  await expectTexts(dateParts, ['15', '12', '2026'])

  await generator.eventName.fill('زفاف سارة')
  await generator.names.fill('سارة')
  await typeDate('15', '12', '27')
  await submitButton.click()
  expect(await readCreatedDays()).toEqual(['2027-12-15'])
})

test('isEventDay accepts only existing days from 1900-01-01 to 2100-12-31', () => {
  const days = ['', '0007-12-15', '0202-12-15', '1899-12-31', '1900-01-01', '2027-02-30', '2100-12-31', '2101-01-01']
  expect(days.filter(isEventDay)).toEqual(['1900-01-01', '2100-12-31'])
})

test('a date field reports a year before 1900 or after 2100', async () => {
  await openScreen('/generator')
  await generator.eventName.fill('زفاف سارة')
  await generator.names.fill('سارة')
  for (const year of ['7', '202', '1899', '2101']) {
    await typeDate('15', '12', year)
    await generator.names.click()
    await expect.element(invalidDateError).toBeVisible()
    await expectNoElements(partialText('هـ'))
  }
  await submitButton.click()
  await expect.element(invalidDateError).toBeVisible()
  await expectAccessible()
  await generator.expectTyped({ eventName: 'زفاف سارة', names: 'سارة' })
  expect((await admin.invitations.list({})).total).toBe(0)
  await typeDate('15', '12', '2026')
  await generator.names.click()
  await expectNoElements(invalidDateError)
})

test('a Hijri date is saved as a Gregorian day', async () => {
  await openScreen('/generator')
  const toggle = hijriButton.first()
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'false')
  ;(toggle.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true')
  await typeDate('٦', '٨', '٤٨')
  await userEvent.tab()
  // The last of the four parts of the date is the era.
  await expectTexts(dateParts, ['6', '8', '1448', 'هـ'])
  await expect.element(partialText('الخميس، 14 يناير 2027')).toBeVisible()
  await expectAccessible()
  await toggle.click()
  await expectTexts(dateParts, ['14', '1', '2027'])
  await expect.element(partialText('الخميس، 6 شعبان 1448 هـ')).toBeVisible()

  await page.getByRole('button', { name: 'افتح التقويم', exact: false }).click()
  const calendar = page.getByRole('dialog', { name: 'التقويم', exact: false })
  await expect.element(calendar.getByRole('grid')).toHaveAccessibleName(/يناير 2027/)
  await calendar.getByRole('button', { name: 'هجري' }).click()
  await expect.element(calendar.getByRole('grid')).toHaveAccessibleName(/شعبان 1448/)
  await expectAccessible()
  await calendar.getByRole('button', { name: /10 شعبان 1448/ }).click()
  await expectNoElements(calendar)
  await expectTexts(dateParts, ['10', '8', '1448', 'هـ'])

  await generator.eventName.fill('زفاف سارة')
  await generator.names.fill('علي')
  await submitButton.click()
  expect(await readCreatedDays()).toEqual(['2027-01-18'])
})

test('Hijri days after 2029, whose months begin late in browsers, are the calendar’s own', async () => {
  await openScreen('/generator')
  await typeDate('11', '8', '2029')
  await expect.element(partialText('السبت، 1 ربيع الآخر 1451 هـ')).toBeVisible()
  await hijriButton.click()
  await expectTexts(dateParts, ['1', '4', '1451', 'هـ'])
  await page.getByRole('button', { name: 'افتح التقويم', exact: false }).click()
  const calendar = page.getByRole('dialog', { name: 'التقويم', exact: false })
  await expect.element(calendar.getByRole('grid')).toHaveAccessibleName(/ربيع الآخر 1451/)
  await expect.element(calendar.getByRole('button', { name: /السبت، 1 ربيع الآخر 1451/ })).toBeVisible()
  await calendar.getByRole('button', { name: /الأحد، 2 ربيع الآخر 1451/ }).click()
  await expectTexts(dateParts, ['2', '4', '1451', 'هـ'])
  await expect.element(partialText('الأحد، 12 أغسطس 2029')).toBeVisible()
})

test('a date field refuses Hijri years after the last allowed day', async () => {
  await openScreen('/generator')
  await hijriButton.click()
  await typeDate('30', '12', '1448')
  await userEvent.tab()
  await expect.element(partialText('السبت، 5 يونيو 2027')).toBeVisible()
  await generator.eventName.fill('زفاف سارة')
  await generator.names.fill('علي')
  await typeDate('01', '01', '1600')
  await submitButton.click()
  await expect.element(invalidDateError).toBeVisible()
  await typeDate('10', '08', '1448')
  await userEvent.tab()
  await expectNoElements(invalidDateError)
  await expect.element(partialText('الاثنين، 18 يناير 2027')).toBeVisible()
})
