import amiriArabic400 from '@fontsource/amiri/files/amiri-arabic-400-normal.woff2?sfnt'
import amiriArabic700 from '@fontsource/amiri/files/amiri-arabic-700-normal.woff2?sfnt'
import amiriLatin400 from '@fontsource/amiri/files/amiri-latin-400-normal.woff2?sfnt'
import amiriLatin700 from '@fontsource/amiri/files/amiri-latin-700-normal.woff2?sfnt'
import amiriLatinExt400 from '@fontsource/amiri/files/amiri-latin-ext-400-normal.woff2?sfnt'
import amiriLatinExt700 from '@fontsource/amiri/files/amiri-latin-ext-700-normal.woff2?sfnt'
import ruqaaArabic from '@fontsource/aref-ruqaa/files/aref-ruqaa-arabic-700-normal.woff2?sfnt'
import ruqaaLatin from '@fontsource/aref-ruqaa/files/aref-ruqaa-latin-700-normal.woff2?sfnt'
import ruqaaLatinExt from '@fontsource/aref-ruqaa/files/aref-ruqaa-latin-ext-700-normal.woff2?sfnt'
import cairoArabic from '@fontsource/cairo/files/cairo-arabic-700-normal.woff2?sfnt'
import cairoLatin from '@fontsource/cairo/files/cairo-latin-700-normal.woff2?sfnt'
import cairoLatinExt from '@fontsource/cairo/files/cairo-latin-ext-700-normal.woff2?sfnt'
import messiriArabic from '@fontsource/el-messiri/files/el-messiri-arabic-700-normal.woff2?sfnt'
import messiriLatin from '@fontsource/el-messiri/files/el-messiri-latin-700-normal.woff2?sfnt'
import messiriLatinExt from '@fontsource/el-messiri/files/el-messiri-latin-ext-700-normal.woff2?sfnt'
import plexArabic from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2?sfnt'
import plexLatin from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-600-normal.woff2?sfnt'
import plexLatinExt from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-ext-600-normal.woff2?sfnt'
import marheyArabic from '@fontsource/marhey/files/marhey-arabic-600-normal.woff2?sfnt'
import marheyLatin from '@fontsource/marhey/files/marhey-latin-600-normal.woff2?sfnt'
import marheyLatinExt from '@fontsource/marhey/files/marhey-latin-ext-600-normal.woff2?sfnt'
import rakkasArabic from '@fontsource/rakkas/files/rakkas-arabic-400-normal.woff2?sfnt'
import rakkasLatin from '@fontsource/rakkas/files/rakkas-latin-400-normal.woff2?sfnt'
import rakkasLatinExt from '@fontsource/rakkas/files/rakkas-latin-ext-400-normal.woff2?sfnt'
import kufiArabic from '@fontsource/reem-kufi/files/reem-kufi-arabic-600-normal.woff2?sfnt'
import kufiLatin from '@fontsource/reem-kufi/files/reem-kufi-latin-600-normal.woff2?sfnt'
import kufiLatinExt from '@fontsource/reem-kufi/files/reem-kufi-latin-ext-600-normal.woff2?sfnt'
import tajawalArabic from '@fontsource/tajawal/files/tajawal-arabic-700-normal.woff2?sfnt'
import tajawalLatin from '@fontsource/tajawal/files/tajawal-latin-700-normal.woff2?sfnt'
import type { CardLook } from '@hudur/core/cards/look'
import { AMIRI_TYPEFACE, fallbackTypeface, NAME_TYPEFACES, type Typeface } from '@hudur/core/cards/typefaces'
import harfBuzzWasm from 'harfbuzzjs/dist/harfbuzz.wasm?url'
import type { FontFile } from './font-file.ts'
import { getOrCreate } from './get-or-create.ts'
import { templateOf } from './templates.ts'
import { type MeasureFallback, type TextShaper, textShaper } from './text-shaper.ts'

type FontFileUrls = { arabic: string; latin: string; 'latin-ext'?: string }

const FONT_FILE_URLS: Record<string, FontFileUrls> = {
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

const fontKeyOf = ({ family, weight }: Typeface) => `${weight} ${family}`

export function typefacesOfLook(look: CardLook): Typeface[] {
  const template = templateOf(look)
  const ofTemplate = template ? [template.heading?.(0).face ?? AMIRI_TYPEFACE, template.event.face, template.closing.face] : []
  return [AMIRI_TYPEFACE, NAME_TYPEFACES.amiri, ...ofTemplate, ...(look.name.face ? [NAME_TYPEFACES[look.name.face]] : [])]
}

/** Registers the Arabic file of every font for names with the page. The browser loads only fonts in use. */
export function registerNameFonts() {
  // Firefox returns families in quotation marks.
  const known = new Set([...document.fonts].map(({ family, weight }) => `${weight} ${family.replaceAll('"', '')}`))
  for (const face of Object.values(NAME_TYPEFACES)) {
    const file = FONT_FILE_URLS[fontKeyOf(face)]?.arabic
    if (file && !known.has(fontKeyOf(face))) document.fonts.add(new FontFace(face.family, `url("${file}")`, { weight: `${face.weight}` }))
  }
}

let harfBuzz: Promise<typeof import('./font-file.ts')> | undefined

/**
 * Imports HarfBuzz once: in WebKit a second import resolves before its WebAssembly has loaded. That file is put into the browser's cache
 * first, because a module that could not fetch it fails again at every later import.
 */
function loadHarfBuzz() {
  harfBuzz ??= fetchBytes(harfBuzzWasm)
    .then(() => import('./font-file.ts'))
    .catch((cause: unknown) => {
      harfBuzz = undefined
      throw cause
    })
  return harfBuzz
}

const fontCache = new Map<string, Promise<FontFile | undefined>>()

/** Loads a font file and opens it. Returns undefined if loading fails; the next call tries again. */
function loadFontFile(address: string | undefined) {
  if (!address) return undefined
  return getOrCreate(fontCache, address, async () => {
    try {
      const [{ openFont }, bytes] = await Promise.all([loadHarfBuzz(), fetchBytes(address)])
      return openFont(bytes)
    } catch {
      fontCache.delete(address)
      return undefined
    }
  })
}

async function fetchBytes(address: string) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status} for ${address}`)
  return response.arrayBuffer()
}

/** Loads HarfBuzz and the files of these fonts. The browser writes the letters of a file that cannot be loaded in a font of its own. */
export async function loadTextShaper(wanted: readonly Typeface[], measureOther: MeasureFallback): Promise<TextShaper> {
  const loadFont = async (face: Typeface) => {
    const { arabic, latin, 'latin-ext': latinExt } = FONT_FILE_URLS[fontKeyOf(face)] ?? {}
    const files = await Promise.all([arabic, latin, latinExt].map(loadFontFile))
    return [fontKeyOf(face), { arabic: files[0], latin: files[1], 'latin-ext': files[2] }] as const
  }
  const loaded = new Map(await Promise.all(wanted.map(loadFont)))
  return textShaper(face => [face, fallbackTypeface(face)].flatMap(each => loaded.get(fontKeyOf(each)) ?? []), measureOther)
}
