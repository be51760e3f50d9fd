import { TEMPLATE_NAMES } from '@hudur/core/cards/look'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focusElement } from '../../../../testing/component/controls.ts'
import { generator } from '../../../../testing/component/generator-form.ts'
import { expectAccessible } from '../../../../testing/component/screen.tsx'

const designGroup = page.getByRole('group', { name: 'تصميم البطاقة' })
const occasionFilter = page.getByRole('group', { name: 'نوع المناسبة' })
const occasionButton = (name: string) => occasionFilter.getByRole('button', { name, exact: true })
const readDesignTitles = () =>
  designGroup
    .getByRole('radio')
    .elements()
    .map(radio => radio.closest('label')!.textContent)

test('the design picker shows every template as an image file', async () => {
  await generator.open()
  await expect.element(designGroup).toBeVisible()
  const group = designGroup.element()
  const pictures = [...group.querySelectorAll('img')]
  await expect.poll(() => pictures.filter(picture => picture.naturalWidth > 0).length).toBe(TEMPLATE_NAMES.length)
  expect(new Set(pictures.map(picture => picture.src)).size).toBe(TEMPLATE_NAMES.length)
  expect(group.querySelectorAll('canvas')).toHaveLength(0)
})

test('an occasion filter keeps a chosen template that it hides', async () => {
  await generator.open()
  await expect.element(occasionButton('الكل')).toHaveAttribute('aria-pressed', 'true')
  expect(readDesignTitles()).toHaveLength(TEMPLATE_NAMES.length)
  await generator.design('قمريّة').click()

  focusElement(occasionButton('عزاء'))
  await userEvent.keyboard('{Enter}')
  await expect.element(occasionButton('عزاء')).toHaveAttribute('aria-pressed', 'true')
  expect(readDesignTitles()).toEqual(['سكينة'])
  await expect.element(generator.design('سكينة')).not.toBeChecked()

  await occasionButton('تخرّج ومولود').click()
  expect(readDesignTitles()).toEqual(['روضة', 'قمر', 'غار', 'مهد'])
  await expectAccessible()

  await occasionButton('زفاف').click()
  expect(readDesignTitles()).toEqual(['ميثاق', 'مشربيّة', 'سدر', 'ندى', 'فُلّ', 'سدو', 'قمريّة'])
  await expect.element(generator.design('قمريّة')).toBeChecked()
})

test('the occasion filters show every template exactly once', async () => {
  await generator.open()
  const shown: (string | null)[] = []
  for (const name of ['زفاف', 'تخرّج ومولود', 'أعمال', 'عزاء']) {
    await occasionButton(name).click()
    shown.push(...readDesignTitles())
  }
  await occasionButton('الكل').click()
  expect(shown.toSorted()).toEqual(readDesignTitles().toSorted())
})

test('the occasion filters fit in one line on a phone', async () => {
  await page.viewport(360, 740)
  await generator.open()
  await expect.element(occasionButton('عزاء')).toBeVisible()
  const boxes = occasionFilter
    .getByRole('button')
    .elements()
    .map(button => button.getBoundingClientRect())
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
  expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThanOrEqual(44)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
