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

test('the design picker shows every card template as a prepared image file, and contains no canvas', async () => {
  await generator.open()
  await expect.element(designs).toBeVisible()
  const group = designs.element()
  const pictures = [...group.querySelectorAll('img')]
  await expect.poll(() => pictures.filter(picture => picture.naturalWidth > 0).length).toBe(TEMPLATE_NAMES.length)
  expect(new Set(pictures.map(picture => picture.src)).size).toBe(TEMPLATE_NAMES.length)
  expect(group.querySelectorAll('canvas')).toHaveLength(0)
})

test('an occasion filter of the design picker shows only the templates for that occasion, and a chosen template that it hides stays chosen', async () => {
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

test('the occasion filters of the design picker together show every card template exactly once', async () => {
  await generator.open()
  const shown: (string | null)[] = []
  for (const name of ['زفاف', 'تخرّج ومولود', 'أعمال', 'عزاء']) {
    await occasion(name).click()
    shown.push(...titles())
  }
  await occasion('الكل').click()
  expect(shown.toSorted()).toEqual(titles().toSorted())
})

test('the occasion filter buttons of the design picker fit in one line on a phone of 360 px, each at least 44 px high', async () => {
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
