import amiriArabic400 from '@fontsource/amiri/files/amiri-arabic-400-normal.woff2?url'
import amiriArabic700 from '@fontsource/amiri/files/amiri-arabic-700-normal.woff2?url'
import amiriLatin400 from '@fontsource/amiri/files/amiri-latin-400-normal.woff2?url'
import amiriLatin700 from '@fontsource/amiri/files/amiri-latin-700-normal.woff2?url'
import amiriLatinExt400 from '@fontsource/amiri/files/amiri-latin-ext-400-normal.woff2?url'
import amiriLatinExt700 from '@fontsource/amiri/files/amiri-latin-ext-700-normal.woff2?url'
import ranges from '@fontsource/amiri/unicode.json'
import ruqaaArabic from '@fontsource/aref-ruqaa/files/aref-ruqaa-arabic-700-normal.woff2?url'
import ruqaaLatin from '@fontsource/aref-ruqaa/files/aref-ruqaa-latin-700-normal.woff2?url'
import ruqaaLatinExt from '@fontsource/aref-ruqaa/files/aref-ruqaa-latin-ext-700-normal.woff2?url'
import cairoArabic from '@fontsource/cairo/files/cairo-arabic-700-normal.woff2?url'
import cairoLatin from '@fontsource/cairo/files/cairo-latin-700-normal.woff2?url'
import cairoLatinExt from '@fontsource/cairo/files/cairo-latin-ext-700-normal.woff2?url'
import messiriArabic from '@fontsource/el-messiri/files/el-messiri-arabic-700-normal.woff2?url'
import messiriLatin from '@fontsource/el-messiri/files/el-messiri-latin-700-normal.woff2?url'
import messiriLatinExt from '@fontsource/el-messiri/files/el-messiri-latin-ext-700-normal.woff2?url'
import plexArabic from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2?url'
import plexLatin from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-600-normal.woff2?url'
import plexLatinExt from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-ext-600-normal.woff2?url'
import marheyArabic from '@fontsource/marhey/files/marhey-arabic-600-normal.woff2?url'
import marheyLatin from '@fontsource/marhey/files/marhey-latin-600-normal.woff2?url'
import marheyLatinExt from '@fontsource/marhey/files/marhey-latin-ext-600-normal.woff2?url'
import rakkasArabic from '@fontsource/rakkas/files/rakkas-arabic-400-normal.woff2?url'
import rakkasLatin from '@fontsource/rakkas/files/rakkas-latin-400-normal.woff2?url'
import rakkasLatinExt from '@fontsource/rakkas/files/rakkas-latin-ext-400-normal.woff2?url'
import kufiArabic from '@fontsource/reem-kufi/files/reem-kufi-arabic-600-normal.woff2?url'
import kufiLatin from '@fontsource/reem-kufi/files/reem-kufi-latin-600-normal.woff2?url'
import kufiLatinExt from '@fontsource/reem-kufi/files/reem-kufi-latin-ext-600-normal.woff2?url'
import tajawalArabic from '@fontsource/tajawal/files/tajawal-arabic-700-normal.woff2?url'
import tajawalLatin from '@fontsource/tajawal/files/tajawal-latin-700-normal.woff2?url'
import type { CardLook } from '@hudur/core'
import { AMIRI, type Face, NAME_FACES } from './card-text.ts'
import { designs } from './designs.ts'

type Files = { arabic: string; latin: string; 'latin-ext'?: string }

/** The files of every face that cards are written in, by weight and family. All of them have the letters in the same subsets. */
const FACES: Record<string, Files> = {
  '400 Amiri': { arabic: amiriArabic400, latin: amiriLatin400, 'latin-ext': amiriLatinExt400 },
  '700 Amiri': { arabic: amiriArabic700, latin: amiriLatin700, 'latin-ext': amiriLatinExt700 },
  '700 Aref Ruqaa': { arabic: ruqaaArabic, latin: ruqaaLatin, 'latin-ext': ruqaaLatinExt },
  '600 Reem Kufi': { arabic: kufiArabic, latin: kufiLatin, 'latin-ext': kufiLatinExt },
  '700 Cairo': { arabic: cairoArabic, latin: cairoLatin, 'latin-ext': cairoLatinExt },
  '700 Tajawal': { arabic: tajawalArabic, latin: tajawalLatin },
  '600 IBM Plex Sans Arabic': { arabic: plexArabic, latin: plexLatin, 'latin-ext': plexLatinExt },
  '700 El Messiri': { arabic: messiriArabic, latin: messiriLatin, 'latin-ext': messiriLatinExt },
  '600 Marhey': { arabic: marheyArabic, latin: marheyLatin, 'latin-ext': marheyLatinExt },
  '400 Rakkas': { arabic: rakkasArabic, latin: rakkasLatin, 'latin-ext': rakkasLatinExt },
}

/** The faces that a card of this look is written in. Amiri stands in for letters that another face does not have. */
export function facesOf({ background, name }: CardLook): Face[] {
  const chosen = name.face ? [NAME_FACES[name.face]] : []
  const design = background.is === 'ready' ? [designs[background.design].event.face, designs[background.design].closing.face] : []
  return [AMIRI, NAME_FACES.amiri, ...design, ...chosen]
}

/** Workers have faces of their own; TypeScript's library knows only the document's. */
const faces = (globalThis as { fonts?: FontFaceSet }).fonts ?? document.fonts
const known = new Set<string>()

function makeKnown({ family, weight }: Face) {
  const name = `${weight} ${family}`
  if (known.has(name)) return
  known.add(name)
  for (const [subset, file] of Object.entries(FACES[name] ?? {}))
    faces.add(new FontFace(family, `url("${file}")`, { weight: `${weight}`, unicodeRange: RANGES[subset as keyof Files] }))
}

/** The space belongs to the letters of Arabic, as on screens: WebKit sets a run whose last sign is a mark too high or too low. */
const RANGES = { ...ranges, arabic: `U+0020,${ranges.arabic}`, latin: ranges.latin.replace('U+0000-00FF', 'U+0000-001F,U+0021-00FF') }

/** Lets the page write in every face of names; the browser fetches those that are seen. */
export const offerNameFaces = () => Object.values(NAME_FACES).forEach(makeKnown)

/** Both subsets of every face, whatever the texts hold. */
const SAMPLE = 'ابجد ١ abc 1'

/**
 * Waits until these faces are there for every letter that will be drawn, in a document or in a worker: a canvas does not wait for a
 * font, and measures with another one meanwhile. A face that cannot be had (no network, first visit) does not stop the card.
 */
export async function loadCardFonts(wanted: readonly Face[], texts: readonly string[]) {
  const letters = [...new Set(SAMPLE + texts.join(''))].join('')
  wanted.forEach(makeKnown)
  await Promise.allSettled(wanted.map(({ family, weight }) => faces.load(`${weight} 40px "${family}"`, letters)))
}
