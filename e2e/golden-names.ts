import { type CardSizes, DEFAULT_PLACES, nameBox } from '@hudur/core'
import sharp from 'sharp'

/**
 * Ten names whose pictures on three grounds are kept as they were when somebody last looked at them; `npm run e2e -- golden
 * --update-snapshots` takes new ones. The fonts of the cards have every letter.
 */
export const NAMES = {
  'one-word': 'هدى',
  'five-words': 'الأستاذ خالد بن سعيد باوزير',
  tashkeel: 'مُحَمَّدٌ بْنُ عَبْدِ اللهِ',
  latin: 'Dr. Maria García-López',
  'mixed-with-digits': 'طاولة 12 - Eng. ياسر ٧',
  'sixty-characters': 'سعادة السفير المفوض الأستاذ الدكتور صالح بن أحمد باعباد وأهل',
  brackets: 'قسم 3 (5 أشخاص)',
  ligature: 'عَبْدُ ﷲ آلُ إِيـلَافٍ',
  kashida: 'محـــــــــــــــــــــــــمد',
  'marks-on-marks': 'هٰذَا ٱلرَّحْمٰنُ يُؤْمِنُّ',
} as const

/** Every engine softens edges a little otherwise; the smallest mark, a dot of a long name, has some forty pixels. */
export const TOLERANCE = { threshold: 0.3, maxDiffPixels: 25 }

/** Above and below a name's box as much is shown as would tell that it left it. */
const MARGIN = 30

/** Cuts the part of a card in which its name is written, with what is above and below it, as a PNG. */
export function nameStrip(card: Buffer, name: string, sizes: CardSizes): Promise<Buffer> {
  const box = nameBox(name, DEFAULT_PLACES.name, sizes)
  const strip = { left: box.x, top: box.y - MARGIN, width: box.width, height: box.height + 2 * MARGIN }
  return sharp(card).removeAlpha().extract(strip).png({ compressionLevel: 9 }).toBuffer()
}
