import '@fontsource/amiri/400.css'
import '@fontsource/amiri/700.css'
import '@fontsource/aref-ruqaa/700.css'
import '@fontsource/reem-kufi/600.css'
import { AMIRI, AMIRI_BOLD, fontOf, KUFI, RUQAA } from './card-text.ts'

/** Both subsets of every face, whatever the texts hold. */
const SAMPLE = 'ابجد ١ abc 1'

/**
 * Waits until the faces are there for every letter that will be drawn: a canvas does not wait for a font, and measures with another one meanwhile.
 * A face that cannot be had (no network, first visit) does not stop the card.
 */
export async function loadCardFonts(texts: readonly string[]) {
  const letters = [...new Set(SAMPLE + texts.join(''))].join('')
  await Promise.allSettled([AMIRI, AMIRI_BOLD, RUQAA, KUFI].map(face => document.fonts.load(fontOf(face, 40), letters)))
}
