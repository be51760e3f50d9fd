import { expect, test } from 'vitest'
import { type CardLook, DEFAULT_LOOK } from '../cards/look.ts'
import { pageTypefaceOf, typefacePartOf } from './page-typeface.ts'

const TITLE = 'زفاف محمّد وسارة'
const readyLook = (design: 'sadu' | 'ghar' | 'sakina'): CardLook => ({ ...DEFAULT_LOOK, background: { is: 'ready', design } })
const PICTURE_LOOK: CardLook = { ...DEFAULT_LOOK, background: { is: 'picture', pictureId: 'ABCDEFGHJKMNPQRSTVWX' } }

test('titles have the typeface of the template, and that of the first one without a design', () => {
  expect(pageTypefaceOf(readyLook('sadu'), TITLE)).toBe('rakkas')
  expect(pageTypefaceOf(readyLook('sakina'), TITLE)).toBeNull()
  expect(pageTypefaceOf(undefined, TITLE)).toBe('aref-ruqaa')
})

test('titles on the page of a picture have the typeface chosen for names', () => {
  expect(pageTypefaceOf(PICTURE_LOOK, TITLE)).toBe('aref-ruqaa')
  expect(pageTypefaceOf({ ...PICTURE_LOOK, name: { ...PICTURE_LOOK.name, face: 'el-messiri' } }, TITLE)).toBe('el-messiri')
})

test('titles with a letter that the typeface lacks have the typeface of texts', () => {
  expect(pageTypefaceOf(readyLook('ghar'), TITLE)).toBe('tajawal')
  expect(pageTypefaceOf(readyLook('ghar'), 'زفاف علی وسارة')).toBeNull()
  expect(pageTypefaceOf(readyLook('sadu'), 'زفاف علی وسارة')).toBe('rakkas')
})

test('the name of a part of the page has no hyphens', () => {
  expect(typefacePartOf('el-messiri')).toBe('typeface_el_messiri')
})
