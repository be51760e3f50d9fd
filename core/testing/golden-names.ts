/**
 * Ten names that are rendered on cards with three backgrounds and compared with reviewed images in `e2e/golden`; `npm run e2e -- golden
 * --update-snapshots` replaces the images. The fonts of the cards have every character of the names.
 */
export const GOLDEN_NAMES = {
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
