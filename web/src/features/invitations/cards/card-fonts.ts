import '@fontsource/amiri/400.css'
import '@fontsource/amiri/700.css'
import '@fontsource/aref-ruqaa/700.css'
import '@fontsource/cairo/700.css'
import '@fontsource/el-messiri/700.css'
import '@fontsource/ibm-plex-sans-arabic/600.css'
import '@fontsource/marhey/600.css'
import '@fontsource/rakkas/400.css'
import '@fontsource/reem-kufi/600.css'
import '@fontsource/tajawal/700.css'
import { AMIRI, fontOf, NAME_FACES } from './card-text.ts'

/** Both subsets of every face, whatever the texts hold. */
const SAMPLE = 'ابجد ١ abc 1'

/**
 * Waits until the faces are there for every letter that will be drawn: a canvas does not wait for a font, and measures with another one meanwhile.
 * A face that cannot be had (no network, first visit) does not stop the card.
 */
export async function loadCardFonts(texts: readonly string[]) {
  const letters = [...new Set(SAMPLE + texts.join(''))].join('')
  await Promise.allSettled([AMIRI, ...Object.values(NAME_FACES)].map(face => document.fonts.load(fontOf(face, 40), letters)))
}
