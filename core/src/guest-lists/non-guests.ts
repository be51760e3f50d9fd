import { normalizeSpelling } from './normalized-line.ts'
import { anyWordSource, GROUP_WORDS, LATIN_PEOPLE_WORDS, NUMBER_WORD_SOURCE, PEOPLE_WORDS, WORD_END, WORD_START } from './words.ts'

/** Recognises lines of guest lists that name no guest: totals, headings and messages. */

/** The kinds of lines that name no guest. */
export type NonGuestKind = 'total' | 'heading' | 'message'

/** `sure`: the line is skipped; `likely`: it is skipped and the user is asked; `doubtful`: it is a guest and the user is asked. */
export type NonGuestSuspicion = { is: NonGuestKind; how: 'sure' | 'likely' | 'doubtful' }

const toRegExp = (source: string) => new RegExp(source)
/** Returns a pattern of lines that have one of the words and nothing else. */
const wholeLinePattern = (source: string) => toRegExp(`^(?:${anyWordSource(source)})[\\s!.،…]*$`)
const lineStartPattern = (source: string) => toRegExp(`^(?:${anyWordSource(source)})${WORD_END}`)
const anywherePattern = (source: string) => toRegExp(`${WORD_START}(?:${anyWordSource(source)})${WORD_END}`)

const TOTAL_PATTERN = toRegExp(
  `^(?:=\\s*)?(?:${anyWordSource('المجموع|مجموع|الاجمالي|اجمالي|العدد|العدد الكلي|العدد الاجمالي|عدد المعازيم|عدد الضيوف|عدد المدعوين|اجمالي العدد|الكل|total|sum')})${WORD_END}\\D{0,30}\\d*\\D{0,20}$`,
)
/** Matches an answer to «how many are they»: «١٧ شخص», «كده ١٨ فرد». */
const COUNT_ANSWER_PATTERN = toRegExp(
  `^(${anyWordSource('كده|كدا|كذا|هيك|يعني|صاروا|صارو|طلعوا|بس|حوالي|تقريبا|كلهم|الجميع|احنا|نحن|هم|عددهم')}${WORD_END}\\s*){0,3}(\\d{1,5}|${NUMBER_WORD_SOURCE})\\s*(?:${PEOPLE_WORDS}|${LATIN_PEOPLE_WORDS})${WORD_END}(?:\\s*(?:${anyWordSource('تقريبا|فقط|بس|بالضبط|كلهم|جميعا')})${WORD_END})*[.!]*$`,
)
/** The largest number in a line of its own that may count the people of the guest in the line before. */
const MAX_PERSONS_OF_GUEST = 12

const LIST_WORD_SOURCE = anyWordSource('قايمه|القايمه|كشف|لايحه|ليسته|لسته|اسامي|الاسماء|الاسم')
const PARTY_SOURCE = anyWordSource(
  'ضيوف|معازيم|مدعوين|المعازيم|المعزومين|المعزومات|المدعوين|المدعوون|الضيوف|الحضور|الرجال|النساء|الحريم|الشباب|البنات|الاقارب|الجيران|الاصدقاء|الصديقات|الزملاء|الزميلات|الخوال|الاخوال|الاعمام|الخالات|العمات|العايله|الاسره|الاهل|العريس|العروس|العروسه|الزواج|الزفاف|العرس|الخطوبه|الملكه|التخرج|الحفل|الحفله|اهل|قسم|صاله|قاعه|جهه|طرف|من|عند|ل|ال',
)
const HEADING_PATTERN = toRegExp(
  `^(?:${LIST_WORD_SOURCE}(?: +[a-zء-ي]+){0,4}|${anyWordSource('اسماء')}\\s+(?:${PARTY_SOURCE}${WORD_END} *)+)\\s*[:：]*$`,
)
export const COLUMN_HEADING_SOURCE = anyWordSource(
  'م|الاسم|الاسماء|الاسم الكامل|اسم الضيف|الضيف|الرقم|رقم الجوال|رقم الهاتف|رقم التلفون|الجوال|جوال|الهاتف|هاتف|التلفون|الموبايل|واتساب|الواتساب|العدد|عدد الاشخاص|عدد الافراد|عدد المرافقين|المرافقين|المرافقون|الطاوله|ملاحظات|الملاحظات|name|full name|guest|phone|mobile|number|count|guests|seats|companions|notes|table',
)
/** Matches the headings of columns that are not in cells: «الاسم - العدد». */
const COLUMN_HEADINGS_PATTERN = toRegExp(`^${COLUMN_HEADING_SOURCE}(?:\\s*[-–—ـ,،;؛|/:+]\\s*${COLUMN_HEADING_SOURCE})+\\s*:?$`)
/** Matches a line with nothing but words for groups of people, such as «الجيران». The line may be a heading, or the group is invited. */
const PARTY_ALONE_PATTERN = toRegExp(`^(?:${PARTY_SOURCE}${WORD_END} *)+$`)
const GENDER_HEADING_PATTERN = wholeLinePattern('الرجال|النساء|الحريم|السيدات')
const NAMED_HEADING_PATTERN = /^[^\d:：]{2,40}[:：]$/
const NUMBERED_HEADING_PATTERN = toRegExp(`^${anyWordSource('طاوله|قسم|مجموعه|جدول|صفحه|table|group|section|page')}\\s*\\d{1,3}\\s*[:：]$`)
const WHOLE_HEADING_PATTERN = wholeLinePattern(
  'vip|v i p|في اي بي|كبار الشخصيات|كبار الضيوف|guest list|guests list|the guest list|wedding list|invitation list|list of guests|guests',
)
const OCCASION_PATTERN = toRegExp(
  `^(?:${anyWordSource('ليله العمر|ليله الحناء|ليله الحنه|ليله الحنا|ليله الفرح|حفل|حفله')}${WORD_END})(?:\\s+[a-zء-ي]+){0,3}$`,
)

const WHOLE_MESSAGE_PATTERN = wholeLinePattern(
  'تمام|طيب|اوكي|اوك|حاضر|شكرا|شكرا لك|شكرا لكم|نعم|ايوه|ايوا|لا|هلا والله|مرحبا|اهلا|اهلين|يعطيك العافيه|الله يعطيك العافيه|ok|thanks|hi|hello|yes|no|اليوم|امس|today|yesterday|الاسم|م|انتهت|انتهي|انتهت القايمه|خلاص|بس|هذا الكل|النهايه|نهايه القايمه|تمت القايمه|the end|end|جمعه مباركه|عيدكم مبارك|كل عام وانتم بخير|مبروك عليكم|الف مبروك|مبارك عليكم|امين يا رب|امين يارب|يا رب|تسلمين|تسلمي|يسلمو|ولا يهمك|اوكيه|خلاص كذا|كذا تمام|كده تمام|بس كذا|بس كده',
)
const AGREEMENT_PATTERN = toRegExp(
  `^(?:${anyWordSource('تمام|طيب|اوكي|اوك|حاضر|ابشر|ابشري|خلاص|شكرا|نعم|ايوه|اكيد|تسلمين|تسلمي|سلمتي|يسلمو')})\\s+(?:${anyWordSource('حبيبتي|حبيبي|حبايبي|غاليتي|غالي|عيوني|قلبي|يا قلبي|يا عيوني|يا حبيبتي|يا حبيبي|يا غاليه|يا غالي|ان شاء الله|جدا|جزيلا')})${WORD_END}`,
)
const MESSAGE_START_PATTERN = lineStartPattern(
  'السلام عليكم|وعليكم السلام|عليكم السلام|صباح الخير|صباح النور|مساء الخير|مساء النور|بسم الله|بسم الله الرحمن الرحيم|ان شاء الله|ما شاء الله|الحمد لله|الله يبارك|الله يحفظ|الف مبروك|يا هلا|هلا والله|هذي|هذه|هاذي|هاي القايمه|هذا|هذول|هولاء|لا تنسي|لا تنسين|لا تنس|ممكن|لو سمحت|لو سمحتي|ابغي|اشتي|ابي اضيف|تعالي|وصلتني|متي|كم|وين|احنا|بارسل|راح|لسه|لسا|للعلم|ملاحظه|تنبيه|مرفق|السيد المحترم مدير|والله|بارك الله|جزاك الله|جزاكم الله|شكرا لك|شكرا لكم|شكرا جزيلا|وشكرا|مبروك للعروسين|مبروك للعرسان|مبروك يا|نرجو|يرجي|الرجاء|ارجو|نامل|نتمني|كفو|وبس|بس والله|للتواصل|للاستفسار|للاستفسارات|للحجز|للتنسيق|للتاكيد|لتاكيد الحضور|تاكيد الحضور|المكان|الموقع|العنوان|مكان الحفل|موعد الحفل|التاريخ|يوم الحفل|يا بنات|يا جماعه|يا شباب|يا ناس|هاتي اسماء|هات اسماء|دي اسامي|دي اسماء|دي القايمه|دول المعازيم|دول اسامي|ده كشف|here is|here are|this is the list|please|thank you',
)
/** Words of invitations and of conversation that no name contains. */
const MESSAGE_ANYWHERE_PATTERN = anywherePattern(
  'يتشرف|تتشرف|نتشرف|يتشرفون|يسرنا|يسعدنا|يشرفنا|تشرفنا|بدعوتكم|دعوتكم|بحضوركم|حضوركم|وحضوركم|تشريفكم|بتشريفكم|مشاركتنا|يعطيك العافيه|يعطيكم العافيه|ما قصرت|ما قصرتي|ما قصرتوا|here is the|here are the|here is my|here is our|thank you',
)
const BLESSING_PATTERN = toRegExp(`^الله\\s+ي[ء-ي]{2,}|${WORD_START}امين\\s+يا?\\s?رب${WORD_END}`)
const WEEKDAY_SOURCE = anyWordSource('السبت|الاحد|الاثنين|الثلاثاء|الاربعاء|الخميس|الجمعه')
const MONTH_SOURCE = anyWordSource(
  'يناير|فبراير|مارس|ابريل|مايو|يونيو|يوليو|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر|محرم|صفر|ربيع الاول|ربيع الاخر|ربيع الثاني|رجب|شعبان|رمضان|شوال|ذو القعده|ذو الحجه',
)
const DATE_LINE_PATTERN = toRegExp(
  `^(?:${anyWordSource('يوم|ليله|مساء|تاريخ|التاريخ|بتاريخ|موعد|الموعد')}${WORD_END}\\s*:?\\s*)?(?:(?:${WEEKDAY_SOURCE})${WORD_END}[\\s,،:-]*)?(?:${anyWordSource('القادم|القادمه|الموافق|المقبل')}${WORD_END}\\s*)?(?:\\d{1,2}|\\d{4})\\s*(?:[/.-]\\s*\\d{1,2}|${MONTH_SOURCE}${WORD_END})(?:[/.\\s-]+(?:\\d{4}|\\d{2}))?\\s*(?:م|ه|هـ)?[\\s.،]*$`,
)
/** Matches a date without a year, «26 سبتمبر», «3/4». */
const SHORT_DATE_PATTERN = toRegExp(`^\\d{1,2}\\s*(?:[/.-]\\s*\\d{1,2}|${MONTH_SOURCE})$`)
const DAY_LINE_PATTERN = toRegExp(
  `^(?:يوم\\s+)?(?:${WEEKDAY_SOURCE})(?:\\s+(?:${anyWordSource('القادم|القادمه|المقبل|الجاي|الجايه|مساء|صباحا|ان شاء الله')})${WORD_END})*$`,
)
const HOUR_LINE_PATTERN = toRegExp(
  `^(?:(?:في|عند|من)\\s+)?(?:تمام\\s+)?الساعه\\s+(?:ال)?(?:\\d|[ء-ي]{3,}\\s*(?:و[ء-ي]+\\s*)?(?:مساء|صباحا|ظهرا|عصرا|ليلا|الا))`,
)
const VENUE_PATTERN = toRegExp(
  `^(?:${anyWordSource('قاعه|صاله|فندق|استراحه|منتجع')})\\s+[a-zء-ي].*${WORD_START}(?:${anyWordSource('شارع|حي|طريق|بجوار|جوار|خلف|امام|مقابل|تقاطع|جوله')})${WORD_END}|^(?:قاعه|صاله)\\s+[a-zء-ي]{2,}`,
)
const ADDRESS_PATTERN = toRegExp(`^(?:${anyWordSource('شارع|بجوار|جوار|مقابل|تقاطع')})\\s+[a-zء-ي]`)
/** Words that names rarely contain. */
const MESSAGE_WORD_PATTERN = toRegExp(
  `${WORD_START}(?:${anyWordSource('لازم|اللي|الي|عشان|علشان|يمكن|مش|ما ادري|القايمه|قايمتي|برضه|كمان|بكره|الحين|ناقص|تاكدي|احسبي|احسبيهم|خليها|خليهم|المعازيم يا جماعه')})${WORD_END}|^و?(?:${anyWordSource('حبيبتي|باقي|نسيت|ضيفي|اضيفي|اضيفوا|ضيفوا|زيدي|زيدوا|ارسلي|ارسل|شوفي|شوف|انا|وصلت')})${WORD_END}`,
)
const QUESTION_PATTERN = /[؟?]\s*$/
const QUESTION_WORD_PATTERN = anywherePattern(
  'كم|متي|وين|فين|اين|هل|مين|من هو|من هي|ايش|شو|ليش|ليه|كيف|صح|ناقص|باقي|كملت|خلصت|خلصتوا|احد|حد|تمام|موافق|what|how|who|when|where|is|are|did|ok',
)
/** Matches a message that names a guest: «لا تنسي أم رضوان». */
const REQUEST_WITH_NAME_PATTERN = toRegExp(
  `^(?:و?لا تنس(?:ي|ين|وا|ون)?|و?${anyWordSource('ضيفي|اضيفي|ضيفوا|زيدي|زيدوا|نسيت|نسينا|كمان|وكمان|وبعد')})\\s+(?=(?:${anyWordSource('ام|ابو|بنت|ابن|الشيخ|الاستاذ|الاستاذه|الدكتور|الدكتوره|خالتي|عمتي|خالي|عمي|جدتي|جدي|اختي|اخي')}|${GROUP_WORDS})\\s+[a-zء-ي])`,
)
/** Matches a remark that the guest may not come: «(لو جت)», «غير مؤكد». */
const MAYBE_REMARK_PATTERN = toRegExp(
  `\\s*(?:\\(\\s*(?:لو|اذا|ان)\\s[^()]{1,30}\\)|[(\\-–،]?\\s*${WORD_START}(?:${anyWordSource('احتمال|غير موكد|غير موكده|مو اكيد|مش اكيد|مو موكد|maybe|tbc|not sure')})${WORD_END}\\s*\\)?)\\s*$`,
)
/** Matches a remark that the guest has declined: «(اعتذر)», «- لن تحضر». */
const DECLINED_REMARK_PATTERN = toRegExp(
  `\\s*(?:\\(\\s*|[-–،]\\s*)${anyWordSource('اعتذر|اعتذرت|اعتذروا|معتذر|معتذره|معتذرين|لن يحضر|لن تحضر|لن يحضروا|ما بيجي|ما بتجي|ما راح يجي|ما راح تجي|مش جاي|مش جايه|declined|not coming')}${WORD_END}\\s*\\)?\\s*$`,
)
/** Matches texts that may be names: «أبو 99», «5 رمضان», and greetings that are also names. */
const AMBIGUOUS_NAME_PATTERN = toRegExp(
  `^(?:(?:ابو|ام|بو)\\s+\\d{1,4}|\\d{1,2}\\s+${anyWordSource('رجب|شعبان|رمضان')}|${anyWordSource('مبروك|عيد مبارك|رمضان كريم')})$`,
)
const EDGE_SIGNS_PATTERN = /^[-=–—_*~•.<>|#+\s]+(?=[^\d\s])|[-=–—_*~|<>#\s]+$/g

/** The remarks beside a guest that are removed before the name is parsed. */
const REMARK_PATTERNS = [REQUEST_WITH_NAME_PATTERN, MAYBE_REMARK_PATTERN, DECLINED_REMARK_PATTERN]

/** Returns a line without its remarks about the guest. */
export function removeRemarks(text: string) {
  return REMARK_PATTERNS.reduce((remainingText, remark) => {
    const { plain, written } = normalizeSpelling(remainingText)
    const found = remark.exec(plain)
    if (!found) return remainingText
    return [...written.slice(0, found.index), ...written.slice(found.index + found[0].length)].join('')
  }, text)
}

/** Returns the suspicion that a line names no guest. `isFramed`: whether ornaments on both sides frame it like a heading. */
export function suspectNonGuest(text: string, isFramed = false): NonGuestSuspicion | undefined {
  const { plain } = normalizeSpelling(text)
  const bare = plain.replace(EDGE_SIGNS_PATTERN, '')
  const matchesAny = (...patterns: RegExp[]) => patterns.some(pattern => pattern.test(bare))
  if (matchesAny(TOTAL_PATTERN)) return { is: 'total', how: 'sure' }
  const [answer, before, count] = COUNT_ANSWER_PATTERN.exec(bare) ?? []
  if (answer !== undefined) return { is: 'total', how: before || Number(count) > MAX_PERSONS_OF_GUEST ? 'sure' : 'likely' }
  if (
    matchesAny(
      HEADING_PATTERN,
      NAMED_HEADING_PATTERN,
      NUMBERED_HEADING_PATTERN,
      COLUMN_HEADINGS_PATTERN,
      WHOLE_HEADING_PATTERN,
      GENDER_HEADING_PATTERN,
    )
  )
    return { is: 'heading', how: 'sure' }
  if (matchesAny(MAYBE_REMARK_PATTERN, AMBIGUOUS_NAME_PATTERN)) return { is: 'message', how: 'doubtful' }
  if (matchesAny(REQUEST_WITH_NAME_PATTERN, DECLINED_REMARK_PATTERN, SHORT_DATE_PATTERN)) return { is: 'message', how: 'likely' }
  if (
    matchesAny(
      WHOLE_MESSAGE_PATTERN,
      AGREEMENT_PATTERN,
      MESSAGE_START_PATTERN,
      MESSAGE_ANYWHERE_PATTERN,
      BLESSING_PATTERN,
      DATE_LINE_PATTERN,
      HOUR_LINE_PATTERN,
    ) ||
    /https?:\/\//.test(bare)
  )
    return { is: 'message', how: 'sure' }
  if (QUESTION_PATTERN.test(bare)) return { is: 'message', how: matchesAny(QUESTION_WORD_PATTERN) ? 'sure' : 'doubtful' }
  if (matchesAny(PARTY_ALONE_PATTERN)) return { is: 'heading', how: isFramed ? 'sure' : 'likely' }
  if (matchesAny(OCCASION_PATTERN)) return { is: 'heading', how: 'likely' }
  // «آمين» is «amen»; «امين», without the madda on its first letter, is a name.
  if (matchesAny(DAY_LINE_PATTERN, VENUE_PATTERN, ADDRESS_PATTERN, MESSAGE_WORD_PATTERN) || /^آمين[\s!.]*$/.test(text))
    return { is: 'message', how: 'likely' }
  return undefined
}

/** Returns whether a line has the headings of several columns. */
export const isColumnHeadings = (text: string) =>
  COLUMN_HEADINGS_PATTERN.test(normalizeSpelling(text).plain.replace(EDGE_SIGNS_PATTERN, ''))

/** Returns what the numbers in a list count, where a line of column headings says it; otherwise undefined. */
export function numberMeaningOfHeading(text: string) {
  if (!isColumnHeadings(text)) return undefined
  const { plain } = normalizeSpelling(text)
  return /مرافق|companion/.test(plain) ? 'companions' : /عدد|count|seats|guests/.test(plain) ? 'all' : undefined
}
