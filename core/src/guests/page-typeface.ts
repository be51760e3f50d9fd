import { type CardLook, type TemplateName, TYPEFACE_NAMES, type TypefaceName } from '../cards/look.ts'
import { hasNeighboursLetters } from './page-letters.ts'

/**
 * The typefaces of titles on the page of an invitation. Amiri is the typeface of its texts. Its bold font, which cards have, would make the
 * first view larger than 90 KB.
 */
export type PageTypeface = Exclude<TypefaceName, 'amiri'>
export const PAGE_TYPEFACES = TYPEFACE_NAMES.filter(name => name !== 'amiri')

/** The typefaces of the event's name on the templates. */
export const TEMPLATE_TYPEFACES: Record<TemplateName, TypefaceName> = {
  mithaq: 'aref-ruqaa',
  rawda: 'reem-kufi',
  mashrabiya: 'aref-ruqaa',
  qamar: 'aref-ruqaa',
  sidr: 'aref-ruqaa',
  nada: 'reem-kufi',
  maydan: 'aref-ruqaa',
  diwan: 'reem-kufi',
  fol: 'aref-ruqaa',
  sadu: 'rakkas',
  qamariyya: 'amiri',
  ghar: 'tajawal',
  mahd: 'marhey',
  nasaq: 'plex',
  ablaq: 'cairo',
  sakina: 'amiri',
}

/** The typefaces without the letters of neighbouring languages. */
const WITHOUT_NEIGHBOURS_LETTERS: ReadonlySet<TypefaceName> = new Set(['tajawal'])

/**
 * Returns the typeface of the titles on the page of an invitation: that of the event's cards, for a picture that of the guest's name. Null
 * stands for the typeface of texts, which is also used where the other one lacks a letter of `titles`.
 */
export function pageTypefaceOf(look: Pick<CardLook, 'background' | 'name'> | undefined, titles: string): PageTypeface | null {
  const typeface = typefaceOfCard(look)
  if (typeface === 'amiri' || (WITHOUT_NEIGHBOURS_LETTERS.has(typeface) && hasNeighboursLetters(titles))) return null
  return typeface
}

function typefaceOfCard(look: Pick<CardLook, 'background' | 'name'> | undefined) {
  if (look?.background.is === 'ready') return TEMPLATE_TYPEFACES[look.background.design]
  return look?.name.face ?? TEMPLATE_TYPEFACES.mithaq
}

/** Returns the name of the part of the page that loads a typeface of titles. */
export const typefacePartOf = (typeface: PageTypeface) => `typeface_${typeface.replaceAll('-', '_')}`
