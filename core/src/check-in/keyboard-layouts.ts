/**
 * What the keys of `KEYS` type in other layouts, first alone, then with Shift. Made by `scripts/keyboard-layouts.mjs` from xkb-data
 * 2.35.1-1 and the keyboards of Unicode CLDR 43. A space: nothing, or a dead key. A key that types two letters has their ligature.
 */
// biome-ignore format: as in the table
export const KEYS = '1234567890qwertyipasdfghjkzxcvbnm\';[]\\'

// biome-ignore format: a level is a line
export const KEYBOARD_LAYOUTS: readonly (readonly [string, string])[] = [
  // Windows: Arabic (101)
  [
    '1234567890ضصثقفغهحشسيبلاتنئءؤرﻻىةطكجد\\',
    '!@#$%^&*)(\u064E\u064B\u064F\u064Cﻹإ÷؛\u0650\u064D][ﻷأـ،~\u0652}{ﻵآ’":<>|',
  ],
  // Windows: Arabic (102)
  [
    '1234567890ضصثقفغهحشسيبلاتنئءؤرﻻىةطكجدذ',
    '!@#$%^&*)(\u064E\u064B\u064F\u064Cﻹإ÷؛\\ ][ﻷأـ،~\u0652\u0650\u064Dﻵآ’":}{\u0651',
  ],
  // Windows: French
  [
    '&é"\'(-è_çàazertyipqsdfghjkwxcvbn,ùm^$*',
    '1234567890AZERTYIPQSDFGHJKWXCVBN?%M¨£µ',
  ],
  // macOS: Arabic
  [
    '١٢٣٤٥٦٧٨٩٠ضصثقفغهحشسيبلاتنظطذدزرو؛كجة\\',
    '!❊#$٪^&*)(\u064E\u064B\u0650\u064D\u064F\u064C\u0651[«»ىبلآتن\'طئءأإؤ":}{|',
  ],
  // macOS: Arabic PC
  [
    '١٢٣٤٥٦٧٨٩٠ضصثقفغهحشسيبلاتنئءؤرﻻىةطكجد\\',
    '!@#$٪^&*)(\u064E\u064B\u064F\u064Cﻹإ÷؛\u0650\u064D][ﻷأـ،~\u0652}{ﻵآ’":<>|',
  ],
  // xkb: ara, xkb: ara(qwerty), xkb: iq, xkb: sy
  [
    '1234567890ضصثقفغهحشسيبلاتنئءؤرﻻىةطكجد\\',
    '!@#$%^&*)(\u064E\u064B\u064F\u064Cﻹإ÷؛\u0650\u064D][ﻷأـ،~\u0652}{ﻵآ\'":<>…',
  ],
  // xkb: ara(digits), xkb: ara(qwerty_digits)
  [
    '١٢٣٤٥٦٧٨٩٠ضصثقفغهحشسيبلاتنئءؤرﻻىةطكجد\\',
    '!@#$٪^&*)(\u064E\u064B\u064F\u064Cﻹإ÷؛\u0650\u064D][ﻷأـ،~\u0652}{ﻵآ\'":<>…',
  ],
  // xkb: ara(azerty), xkb: dz(ar), xkb: ma
  [
    '&é"\'(-è_çàضصثقفغهحشسيبلاتنئءؤرﻻىةطكجد\\',
    '1234567890\u064E\u064B\u064F\u064Cﻹإ÷؛\u0650\u064D][ﻷأـ،~\u0652}{ﻵآ\'":<>…',
  ],
  // xkb: ara(azerty_digits)
  [
    '&é"\'(-è_çàضصثقفغهحشسيبلاتنئءؤرﻻىةطكجد\\',
    '١٢٣٤٥٦٧٨٩٠\u064E\u064B\u064F\u064Cﻹإ÷؛\u0650\u064D][ﻷأـ،~\u0652}{ﻵآ\'":<>…',
  ],
  // xkb: ara(mac)
  [
    '١٢٣٤٥٦٧٨٩٠ضصثقفغهحشسيبلاتنظطذدزرو؛كجة\\',
    '!@#$٪^&*)(\u064E\u064B\u0650\u064D\u064F\u064C\u0651[»«ى\u0670 آٱ   ئءأإؤ":}{|',
  ],
  // xkb: ara(olpc)
  [
    '١٢٣٤٥٦٧٨٩٠ضصثقفغهحشسيبلاتنئءؤرذىةطكجد\\',
    '!@#$٪£€*)(\u064E\u064B\u064F\u064C\u0651إ÷؛><][&أـ،~\u0652\u0650\u064D^آ\'":}{|',
  ],
  // xkb: fr, xkb: fr(oss)
  [
    '&é"\'(-è_çàazertyipqsdfghjkwxcvbn,ùm $*',
    '1234567890AZERTYIPQSDFGHJKWXCVBN?%M £µ',
  ],
  // xkb: fr(mac)
  [
    '&é"\'(§è!çàazertyipqsdfghjkwxcvbn,ùm $ ',
    '1234567890AZERTYIPQSDFGHJKWXCVBN?%M *£',
  ],
  // xkb: be
  [
    '&é"\'(§è!çàazertyipqsdfghjkwxcvbn,ùm $µ',
    '1234567890AZERTYIPQSDFGHJKWXCVBN?%M *£',
  ],
  // xkb: de, xkb: de(mac)
  [
    '1234567890qwertzipasdfghjkyxcvbnmäöü+#',
    '!"§$%&/()=QWERTZIPASDFGHJKYXCVBNMÄÖÜ*\'',
  ],
  // xkb: ch
  [
    '1234567890qwertzipasdfghjkyxcvbnmäöü $',
    '+"*ç%&/()=QWERTZIPASDFGHJKYXCVBNMàéè!£',
  ],
  // xkb: ch(fr)
  [
    '1234567890qwertzipasdfghjkyxcvbnmàéè $',
    '+"*ç%&/()=QWERTZIPASDFGHJKYXCVBNMäöü!£',
  ],
  // xkb: gb
  [
    '1234567890qwertyipasdfghjkzxcvbnm\';[]#',
    '!"£$%^&*()QWERTYIPASDFGHJKZXCVBNM@:{}~',
  ],
]
