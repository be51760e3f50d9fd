import { NAME_TITLES } from '../names/search.ts'

/** Patterns of the words for numbers of people, in the normalised spelling of `normalizeSpelling`: «مرافقه» for «مرافقة». */

/** Returns the source of a pattern that matches any of these words, which are separated by `|`; longer words are tried first. */
export const anyWordSource = (words: string) =>
  `(?:${words
    .split('|')
    .sort((one, other) => other.length - one.length)
    .join('|')
    .replaceAll(' ', ' +')})`

const LETTER_RANGES = 'a-z0-9ء-يٮ-ۓ'
/** The start and the end of a word in normalised spelling; `\b` supports Latin letters only. */
export const WORD_START = `(?<![${LETTER_RANGES}])`
export const WORD_END = `(?![${LETTER_RANGES}])`

export const DIGIT_CLASS = '[0-9٠-٩۰-۹]'

const WORDS_OF_NUMBERS: readonly (readonly [number, string])[] = [
  [1, 'واحد|واحده'],
  [2, 'اثنين|اثنان|اثنتين|اثنتان|ثنتين|اتنين|تنين|ثنين'],
  [3, 'ثلاثه|ثلاث|تلاته'],
  [4, 'اربعه|اربع'],
  [5, 'خمسه|خمس'],
  [6, 'سته|ست'],
  [7, 'سبعه|سبع'],
  [8, 'ثمانيه|ثمان|ثماني|تمانيه'],
  [9, 'تسعه|تسع'],
  [10, 'عشره|عشر'],
]
export const NUMBER_WORD_SOURCE = anyWordSource(WORDS_OF_NUMBERS.map(([, words]) => words).join('|'))
const NUMBER_OF_WORD = new Map(WORDS_OF_NUMBERS.flatMap(([value, words]) => words.split('|').map(word => [word, value] as const)))

/** Returns the value of a number word from one to ten; undefined for any other word. */
export const numberWordValue = (word: string) => NUMBER_OF_WORD.get(word)

/** Words for persons, seats and cards beside which a number counts persons. */
export const PEOPLE_WORDS = anyWordSource(
  'شخص|شخصا|اشخاص|نفر|انفار|نفرات|فرد|افراد|ضيف|ضيوف|مدعو|مدعوين|مدعوون|كرسي|كراسي|مقعد|مقاعد|مكان|اماكن|دعوه|دعوات|بطاقه|بطاقات|بطاقه دعوه|بطاقات دعوه|كرت|كروت|كرت دعوه|كروت دعوه|تذكره|تذاكر',
)
export const LATIN_PEOPLE_WORDS = '(?:people|persons?|pax|seats?|guests?|places?)'
export const TWO_PEOPLE_WORDS = anyWordSource('شخصين|شخصان|نفرين|فردين|فردان|ضيفين|كرسيين|مقعدين|مكانين|كرتين|دعوتين|بطاقتين')

/** Words for companions without a name or relation, beside which a number is written: «٣ مرافقين». */
export const COMPANION_WORDS = anyWordSource('مرافق|مرافقه|مرافقين|مرافقون|مرافقات|من المرافقين|زياده|اضافي|اضافيين')
export const WITH_WORDS = anyWordSource('مع|معه|معها|معاه|معاها|معهم|وياه|وياها')

/** Words that each stand for one companion. */
export const ONE_COMPANION_WORDS = anyWordSource(
  'حرمه|حرمها|حرمته|الحرم|زوجته|زوجها|الزوجه|مرته|مراته|مرتو|مراتو|جوزها|جوزه|عقيلته|قرينته|بعلها|المدام|مدامته|خطيبته|خطيبها|ابنه|ابنها|ولده|ولدها|بنته|بنتها|ابنته|ابنتها|امه|امها|والدته|والدتها|والده|والدها|ابوه|ابوها|اخوه|اخوها|اخته|اختها|خالته|خالتها|عمته|عمتها|جدته|جدتها|صديقه|صديقته|صديقتها|صاحبه|صاحبتها|رفيقه|رفيقتها|مرافقه|مرافقها|مرافقته|مرافقتها|مرافق|حماته|سائقه|سايقه|كنتها|شخص|شخصا',
)
export const TWO_COMPANIONS_WORDS = anyWordSource(
  'بنتيه|بنتيها|ولديه|ولديها|ابنيه|ابنيها|ابنتيه|ابنتيها|اختيه|اختيها|اخويه|اخويها|والديه|والديها|مرافقان|جاهلين|جاهلتين|طفلين|طفلان|طفلتين|ولدين|بنتين|ابنتين|عيلين|بزرين|صغيرين|رضيعين|شخصين|نفرين',
)

/** Words for the guest's household; a number beside one of them includes the guest. */
export const HOUSEHOLD_WORDS = anyWordSource(
  'كل البيت|كل اهل البيت|كل العايله|كل الاسره|كل اهله|كل اهلها|كل عايلته|كل عايلتها|جميع اهله|جميع عايلته|عايلته|عايلتها|عايلتهم|عايلتهما|اسرته|اسرتها|اسرتهم|اسرتهما|اهله|اهلها|اهل بيته|اهل بيتها|اهل البيت|بيته|العايله|الاسره|الاهل|حمولته',
)

/** Words for relatives and friends; a number beside one of them may or may not include the guest. */
export const RELATIVES_WORDS = anyWordSource(
  'اولاده|ولاده|ولادها|ولادهم|العيله|عيلته|عيلتها|اولادها|اولادهم|اولادهما|الاولاد|عياله|عيالها|العيال|ابناوه|ابناءه|ابنائه|ابناوها|ابناءها|ابنائها|الابناء|بناته|بناتها|البنات|اخوانه|اخوانها|الاخوان|اخوته|اخواته|اخواتها|خواته|خواتها|اصدقاوه|اصدقاءه|اصدقائه|صديقاتها|اصحابه|صاحباتها|ربعه|جماعته|احفاده|احفادها|اقاربه|اقاربها|انسباوه|انسباءه|انسبائه|مرافقيه|مرافقيها|مرافقوه|مرافقين|مرافقاتها|جهاله|جهالها|الجهال|بزرانه|بزرانها|البزران|الاطفال|اطفاله|اطفالها|حريمه|الحريم|من معه|من معها|من يعز عليه|من يعز عليها|من يعزون',
)

/** Words for a group that is invited in place of a named guest. */
export const GROUP_WORDS = anyWordSource(
  'عايله|اسره|بيت|ال|اهل|عيال|اولاد|بنات|ابناء|اخوان|اخوات|جماعه|شباب|حريم|موظفو|موظفي|موظفين|موظفات|طاقم|جيران|زميلات|زملاء|صديقات|اصدقاء|معلمات|مدرسات|ذوي|خالات|عمات|خوات|شله|ربع|قروب|جروب',
)

/** Words for a family in English: «The Haddad Family», «family of Haddad». */
export const LATIN_GROUP_WORDS = '(?:\\S.* family|family of \\S.*)'

/** Words after which a number is part of a name: «ضيف 5», «طاولة 3». */
export const NUMBERED_NOUNS = anyWordSource(
  'رقم|ضيف|ضيفه|طاوله|قسم|قاعه|باب|بوابه|مجموعه|فريق|غرفه|شقه|دور|صف|فيه|عماره|مبني|فيلا|شارع|حي|دفعه|جيل|سنه|عام|فرع|محل|كتيبه|لواء|وحده|المستوي|مستوي|فرقه|جناح|رحله|كود|بند|لجنه|مرحله|فصل|قناه|اف ام|طراز|موديل|نسخه|table|room|hall|no|guest|group|class|team|section|level|unit',
)

export const ALONE_WORDS = anyWordSource(
  'لوحده|لوحدها|لحاله|لحالها|بمفرده|بمفردها|وحده|وحدها|بدون مرافق|بدون مرافقين|بلا مرافق|بلا مرافقين|من غير مرافقين',
)

/** English words for one companion. `LATIN_ONE_GUEST_WORDS` («+ guest») is removed from the name; the others remain in it. */
export const LATIN_ONE_COMPANION_WORDS = '(?:wife|husband|spouse|partner|fiancee?|mother|father|son|daughter|brother|sister)'
export const LATIN_ONE_GUEST_WORDS = '(?:guest|companion|plus one|one)'
export const LATIN_HOUSEHOLD_WORDS = '(?:family|kids|children|sons|daughters)'

/** Courtesies that people write between a household and its number. */
export const COURTESY_WORDS = anyWordSource('الكريمه|الكريم|المحترمه|الموقره|جميعا|كلهم|كامله|كاملا|كلها')

/** Names that begin with «و», which is therefore not «and». */
export const WAW_NAMES = anyWordSource(
  'وليد|وايل|وجدي|وجدان|وسام|وسيم|وسيمه|وفاء|وفا|وفيق|وفيقه|وداد|ورد|ورده|وجيه|وجيهه|وهبي|وهبه|وهيب|وهاب|وضاح|وضحي|وديع|وديعه|وحيد|وحيده|وصفي|وصفيه|واصف|واصل|والد|والده|واثق|وعد|وصال|ولاء|ويام|وصايف|وطن|وطفاء|وهج|ونيس|ونان|وهران|وهاس|وازع|واكد|ورور|وادي|واحد|واحده|وردي|وكيل|وزير|وزيره|وزاره|وحده|وقت|وكاله|ورشه|ولي|وفد|وجهاء|وجوه|واسع|وهدان|وقاد|ولده|وايلي|ويس|وريده|وسن|وتين|وجن|وارف|واره|وجد|وسيله|وثاب|وهطان|وبران|وصابي|ولد',
)

/** Words of organisations; «و» in their names does not add a person. */
export const ORGANISATION_WORDS = anyWordSource(
  'شركه|شركات|موسسه|مكتب|وزاره|معرض|محلات|مطعم|مطاعم|بنك|جمعيه|مصنع|مدرسه|مدارس|جامعه|دار|مركز|نادي|سعاده|صاحب|معالي|فضيله',
)
export const TITLE_WORDS = anyWordSource(NAME_TITLES.join('|'))
