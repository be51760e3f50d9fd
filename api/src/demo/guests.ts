/** The names of the demo's guests, as a host in Sanaa writes them. A title agrees in gender with the name after it. */

const MEN = [
  'خالد',
  'عبدالله',
  'حسين',
  'ياسر',
  'محمّد',
  'علي',
  'أحمد',
  'صالح',
  'طارق',
  'سعيد',
  'فيصل',
  'نبيل',
  'عمر',
  'إبراهيم',
  'وليد',
  'ماجد',
  'يحيى',
]
const WOMEN = [
  'سميّة',
  'نجلاء',
  'أروى',
  'هناء',
  'إيمان',
  'بلقيس',
  'فاطمة',
  'ريم',
  'هدى',
  'أمل',
  'منى',
  'نوال',
  'سلوى',
  'زينب',
  'خولة',
  'رقيّة',
  'ليلى',
]
const SURNAMES = [
  'باوزير',
  'الإرياني',
  'باعبّاد',
  'العولقي',
  'الكثيري',
  'باسليم',
  'الحمّادي',
  'الأغبري',
  'المقطري',
  'الحكيمي',
  'الشامي',
  'العمودي',
  'السقّاف',
]
const TITLES_OF_MEN = ['الأستاذ', 'الدكتور', 'الشيخ', 'المهندس', 'العم', 'الحاج']
const TITLES_OF_WOMEN = ['الأستاذة', 'الدكتورة', 'المهندسة', 'الخالة']

const pickByNumber = <T>(from: readonly T[], n: number): T => from[n % from.length]!

// The lengths of the lists have no common divisor, so no pair of a first name and a family name repeats within 221 guests.
const surnameAt = (n: number) => pickByNumber(SURNAMES, n * 7 + 3)
const maleNameAt = (n: number) => pickByNumber(MEN, n * 5 + 1)
const femaleNameAt = (n: number) => pickByNumber(WOMEN, n * 5 + 1)

/** One guest in three has a title. */
const optionalTitle = (titles: readonly string[], n: number) => (n % 3 === 0 ? [pickByNumber(titles, n / 3)] : [])

/** Returns the name of guest number `n`: men and women alternate, and some mothers are named after their son. */
export function guestNameAt(n: number): string {
  if (n % 12 === 5) return `أم ${maleNameAt(n)} ${surnameAt(n)}`
  const parts = n % 2 === 0 ? [...optionalTitle(TITLES_OF_MEN, n), maleNameAt(n)] : [...optionalTitle(TITLES_OF_WOMEN, n), femaleNameAt(n)]
  return [...parts, surnameAt(n)].join(' ')
}

/** Returns the name of a family's invitation. */
export const familyInvitationNameAt = (n: number): string =>
  ['عائلة', pickByNumber(TITLES_OF_MEN, n), maleNameAt(n + 3), surnameAt(n + 5)].join(' ')

/** Returns a telephone number for two guests in three, null for the others. */
export const phoneAt = (n: number): string | null => (n % 3 === 2 ? null : `+96777000${String(n).padStart(4, '0')}`)
