import type { TypefaceName } from './look.ts'

/** A typeface of the cards; the browser has the font files of each. */
export type Typeface = {
  family: 'Amiri' | 'Aref Ruqaa' | 'Reem Kufi' | 'Cairo' | 'Tajawal' | 'IBM Plex Sans Arabic' | 'El Messiri' | 'Marhey' | 'Rakkas'
  weight: 400 | 600 | 700
}

export const AMIRI_TYPEFACE: Typeface = { family: 'Amiri', weight: 400 }
export const AMIRI_BOLD_TYPEFACE: Typeface = { family: 'Amiri', weight: 700 }
export const RUQAA_TYPEFACE: Typeface = { family: 'Aref Ruqaa', weight: 700 }
export const KUFI_TYPEFACE: Typeface = { family: 'Reem Kufi', weight: 600 }

/** The faces that a guest's name can be written in. */
export const NAME_TYPEFACES: Record<TypefaceName, Typeface> = {
  amiri: AMIRI_BOLD_TYPEFACE,
  'aref-ruqaa': RUQAA_TYPEFACE,
  'reem-kufi': KUFI_TYPEFACE,
  cairo: { family: 'Cairo', weight: 700 },
  tajawal: { family: 'Tajawal', weight: 700 },
  plex: { family: 'IBM Plex Sans Arabic', weight: 600 },
  'el-messiri': { family: 'El Messiri', weight: 700 },
  marhey: { family: 'Marhey', weight: 600 },
  rakkas: { family: 'Rakkas', weight: 400 },
}

/** Returns Amiri in the weight that replaces a typeface for characters which it lacks. */
export const fallbackTypeface = ({ weight }: Typeface) => (weight > 500 ? AMIRI_BOLD_TYPEFACE : AMIRI_TYPEFACE)
