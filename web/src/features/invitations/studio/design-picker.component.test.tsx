import { TEMPLATE_NAMES } from '@hudur/core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focus } from '../../../../testing/component/controls.ts'
import { generator } from '../../../../testing/component/generator-form.ts'
import { expectAccessible } from '../../../../testing/component/screen.tsx'

const designs = page.getByRole('group', { name: 'تصميم البطاقة' })
const filter = page.getByRole('group', { name: 'نوع المناسبة' })
const occasion = (name: string) => filter.getByRole('button', { name, exact: true })
const titles = () =>
  designs
    .getByRole('radio')
    .elements()
    .map(radio => radio.closest('label')!.textContent)

test('every template is shown as a ready picture, and none is drawn', async () => {
  await generator.open()
  await expect.element(designs).toBeVisible()
  const group = designs.element()
  const pictures = [...group.querySelectorAll('img')]
  await expect.poll(() => pictures.filter(picture => picture.naturalWidth > 0).length).toBe(TEMPLATE_NAMES.length)
  expect(new Set(pictures.map(picture => picture.src)).size).toBe(TEMPLATE_NAMES.length)
  expect(group.querySelectorAll('canvas')).toHaveLength(0)
})

test('a filter leaves the templates for one occasion, and a chosen template that it hides stays chosen', async () => {
  await generator.open()
  await expect.element(occasion('الكل')).toHaveAttribute('aria-pressed', 'true')
  expect(titles()).toHaveLength(TEMPLATE_NAMES.length)
  await generator.design('قمريّة').click()

  focus(occasion('عزاء'))
  await userEvent.keyboard('{Enter}')
  await expect.element(occasion('عزاء')).toHaveAttribute('aria-pressed', 'true')
  expect(titles()).toEqual(['سكينة'])
  await expect.element(generator.design('سكينة')).not.toBeChecked()

  await occasion('تخرّج ومولود').click()
  expect(titles()).toEqual(['روضة', 'قمر', 'غار', 'مهد'])
  await expectAccessible()

  await occasion('زفاف').click()
  expect(titles()).toEqual(['ميثاق', 'مشربيّة', 'سدر', 'ندى', 'فُلّ', 'سدو', 'قمريّة'])
  await expect.element(generator.design('قمريّة')).toBeChecked()
})

test('every template has exactly one occasion', async () => {
  await generator.open()
  const shown: (string | null)[] = []
  for (const name of ['زفاف', 'تخرّج ومولود', 'أعمال', 'عزاء']) {
    await occasion(name).click()
    shown.push(...titles())
  }
  await occasion('الكل').click()
  expect(shown.toSorted()).toEqual(titles().toSorted())
})

test('the occasions are one line of targets of at least 44 px on a narrow phone', async () => {
  await page.viewport(360, 740)
  await generator.open()
  await expect.element(occasion('عزاء')).toBeVisible()
  const boxes = filter
    .getByRole('button')
    .elements()
    .map(button => button.getBoundingClientRect())
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
  expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThanOrEqual(44)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
