import { foldSpelling } from '../arabic.ts'
import { guestFields } from '../invitations/guest-fields.ts'
import { DETAIL_FIELDS, type LineField, type MarkField } from '../invitations/guest-values.ts'

/**
 * What a heading in Arabic, English or French says about its column. `other-name`: a name that may be another's than the guest's.
 * `persons-part`: a number that counts some of the persons («أطفال»). `number`: «م» or «الرقم», the content says which number. `unneeded`:
 * something that no invitation has, such as an address.
 */
export type HeadingKind =
  | 'name'
  | NamePart
  | 'other-name'
  | 'mobile'
  | 'phone'
  | 'landline'
  | 'persons'
  | 'persons-part'
  | 'companions'
  | 'status'
  | 'number'
  | 'unneeded'
  | LineField
  | MarkField

/** The parts of a name, in the order in which people say them. */
export const NAME_PARTS = ['name-prefix', 'name-first', 'name-middle', 'name-last', 'name-suffix'] as const
export type NamePart = (typeof NAME_PARTS)[number]

/** The maximum length of a heading in characters. A longer text is a sentence or a name. */
const MAX_HEADING_LENGTH = 80
const MAX_HEADING_WORDS = 12

/** Returns the words of a heading in one spelling, without articles; signs, digits and capitals within a word separate words. */
const wordsOf = (heading: string) =>
  foldSpelling(heading.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .split(' ')
    .map(word => word.replace(/^(?:ال|لل)(?=.{2})/, ''))

/** Returns a pattern of headings that contain one of these phrases as whole words. */
const containing = (phrases: string) => new RegExp(` (?:${phrases}) `)
/** Returns a pattern of headings that are one of these phrases and nothing else. */
const exactly = (phrases: string) => new RegExp(`^ (?:${phrases}) $`)

const MOBILE =
  'جوال|جواله|جوالك|جوالات|موبايل|موبايلك|محمول|نقال|خلوي|خليوي|واتس|واتساب|وتساب|واتسب|mobiles?|cell|cellphone|cellular|whatsapp|whats app|whats|portable|gsm'
const PHONE = `هاتف|هاتفك|هواتف|تلفون|تليفون|تلفونات|تيليفون|phones?|telephones?|tel|tele|رقم (?:اتصال|تواصل)|contact (?:no|number|num)|phone ?no`
const LANDLINE =
  'home|work|business|office|other|car|radio|callback|main|منزل|منزلي|بيت|عمل|مكتب|ثابت|ارضي|اخر|domicile|fixe|bureau|travail|maison'
const PERSONS_PART =
  'رجال|نساء|حريم|سيدات|اطفال|طفل|كبار|صغار|بالغين|بالغون|شباب|ذكور|اناث|adults?|children|childs?|kids?|men|women|males?|females?|infants?|adultes?|enfants?|bebes?|bab(?:y|ies)|hommes?|femmes?'

const COUNT_WORDS = 'كم|عدد|how many|number of|no of|count of|nombre d|nombre de|combien d|combien de'

/** The kinds with the patterns of their headings; the first pattern that matches decides. */
const PATTERNS: readonly (readonly [HeadingKind, RegExp])[] = [
  ['unneeded', containing('phonetic|yomi|لفظي|fax|فاكس|telecopie|pager|بيجر|telex|isdn|tty|tdd')],
  [
    'unneeded',
    containing('(?:phone|mail|email|address|website|event|relation|custom field|im|organization) (?:\\S+ )*(?:label|type|service)'),
  ],
  ['unneeded', containing('e mail|emails?|mails?|بريد|ايميل|ايميلك|courriel|بريد الكتروني')],
  ['unneeded', exactly('(?:اسم )?(?:مناسبه|حفل|حفله|زفاف|event)(?: name)?|event (?:name|title|id)')],
  [
    'unneeded',
    containing(
      'assistants?|managers?|emergency|طواري|referred|spouse|billing|directory|organi[sz]ation|organisation|company|societe|شركه|موسسه|department|قسم العمل|جهه (?:ال)?عمل|job|profession|وظيفه|مهنه|occupation',
    ),
  ],
  [
    'status',
    containing(
      'حاله|status|statut|rsvp|reponse|response|attending|هل (?:ست?حضر|تحضر|يحضر)\\S*|تاكيد|موكد|موكده|confirmed|confirmation|اعتذار|رد ضيف|attendance|presence|سيحضر|ستحضر|هل ستحضر(?:ون)?|رد|will you (?:attend|come|be there)|attend',
    ),
  ],
  [
    'companions',
    exactly(
      '(?:(?:عدد|كم|nombre d|nombre|number of|no of|number|count|extra|additional|with|مع|ال) )*(?:مرافق|مرافقين|مرافقون|مرافقات|مرافقيه|مرافقيك|مرافقو|companions?|accompagnants?|accompagnateurs?|plus ones?|plus|additional guests?|extra guests?)(?: (?:معه|معها|معك|ضيف|له|لها|count|number))*',
    ),
  ],
  [
    'companions',
    containing(
      'عدد (?:ال)?(?:مرافقين|مرافقون|مرافقات)|number of (?:companions|additional guests|plus ones)|plus ones|nombre d accompagnants',
    ),
  ],
  ...DETAIL_FIELDS.map(field => [field, guestFields[field].headings] as const),
  ['persons-part', guestFields.children.headings],
  ['table', containing('طاوله|طاولات|table|tables|tischnummer')],
  [
    'persons-part',
    exactly(`(?:(?:${COUNT_WORDS}|كرت|كروت|بطاقه|بطاقات|دعوه|دعوات|مقاعد|كراسي) )*(?:${PERSONS_PART})(?: (?:count|number))?`),
  ],
  // «كم عدد الأطفال (تحت 12 سنة)؟», but not «عدد الأفراد كبار وصغار» and «عدد الضيوف بدون الأطفال», which are all persons.
  [
    'persons-part',
    new RegExp(
      `^(?!.* (?:و(?:${PERSONS_PART})|and|et|بدون|عدا|غير|مع|without|excluding|including|with) ) (?:.* )?(?:${COUNT_WORDS}) (?:.* )?(?:${PERSONS_PART}) `,
    ),
  ],
  [
    'persons',
    containing(
      'عدد|اشخاص|افراد|مقاعد|كراسي|انفار|نفر|persons?|people|count|seats?|number of|no of|qty|quantity|pax|party size|headcount|nombre|personnes?|couverts?|places',
    ),
  ],
  ['persons', exactly('كم (?:شخص|نفر|فرد|ضيف)\\S*|مجموع|اجمالي|total|guests? (?:count|number|total)|total guests?')],
  [
    'unneeded',
    containing(
      'address|adresse|street|rue|city|ville|state|region|postal|zip|country|pays|po box|عنوان|مدينه|شارع|دوله|بلد|منطقه|محافظه|location|position|website|web|site|url|link|رابط|photo|image|صوره',
    ),
  ],
  [
    'unneeded',
    containing(
      'date|dates|time|timestamp|horodateur|طابع زمني|وقت|تاريخ|birthday|ميلاد|anniversary|anniversaire|created|completion|updated|modified|joined at|checked in|age|عمر|سن',
    ),
  ],
  [
    'unneeded',
    containing(
      'ids?|identifiant|uuid|معرف|هويه|اقامه|جواز|passport|national|order|barcode|qr|ticket|tickets|tax|amount|discount|price|currency|coupon|payment|paid|eth|solana|survey|source|utm|gender|جنس|sexe|nickname|initials|short name|maiden|file as|labels?|group membership|language|hobby|mileage|priority|sensitivity|subject|schools?|children name|account|keywords|user|gift|هديه|im|notes yomi|custom field',
    ),
  ],
  ['mobile', containing(MOBILE)],
  ['landline', new RegExp(` (?:${LANDLINE}) (?:.* )?(?:${PHONE}) | (?:${PHONE}) (?:.* )?(?:${LANDLINE}) `)],
  ['phone', containing(PHONE)],
  ['note', containing('ملاحظه|ملاحظات|notes?|remarks?|remarques?|comments?|commentaires?|تعليق|تعليقات')],
  [
    'name-first',
    exactly(
      'اسم (?:اول|شخصي)|(?:(?:guest|contact|invitee|attendee) )?(?:first|given|fore) ?names?|(?:guest )?first|firstname|fname|prenoms?|forename',
    ),
  ],
  ['name-middle', exactly('اسم (?:اب|ثاني|ثالث|اوسط|جد|والد)|(?:middle|additional|second) ?names?|middlename|اب|جد|deuxieme prenom')],
  [
    'name-last',
    exactly(
      'اسم (?:اخير|عايله|رابع|عائله)|عايله|لقب|لقب (?:عايلي|عائلي|عايله|عائله)|كنيه|(?:(?:guest|contact|invitee|attendee) )?(?:last|family|sur) ?names?|(?:guest )?last|lastname|lname|surname|nom de famille|اسم لقب',
    ),
  ],
  ['name-prefix', exactly('name prefix|prefix|title|salutation|civilite|honorific')],
  ['name-suffix', exactly('name suffix|suffix')],
  [
    'name',
    exactly(
      '(?:ما )?(?:اسم|اسماء|اسمك) ?(?:كامل|ثلاثي|رباعي|ضيف|ضيوف|مدعو|مدعوين|مدعوون|معزوم|معزومين|معازيم|شخص|حاضر|حضور|مشارك|كريم|بالكامل|كامل للضيف)?(?: (?:كامل|كريم|ثلاثي|رباعي|ضيف))?',
    ),
  ],
  [
    'name',
    exactly(
      '(?:your |the |guests? |invitees? |attendees? |full |complete |contact |display |guest s |invitee s |attendee s |person |participant )*(?:full )?names?(?: of (?:the )?guests?)?|nom(?:s)?(?: complet)?(?: de l invite)?|nom et prenoms?|noms et prenoms?|prenoms? et noms?|fullname',
    ),
  ],
  ['name', exactly('ضيف|ضيوف|مدعو|مدعوون|مدعوين|معزوم|معزومين|معازيم|ضيفه|guests?|invitees?|attendees?|invites?|convives?|participants?')],
  ['other-name', /^ (?:اسم|اسماء) | names? $|^ nom | noms? $/],
  ['side', containing('جهه|طرف|مجموعه|side|cote|group')],
  [
    'number',
    exactly(
      'م|ت|ر|رقم|ارقام|تسلسل|مسلسل|رقم (?:تسلسلي|مسلسل|ضيف|متسلسل)|no|n|nr|num|number|numbers|numero|serial|sr|sl|sn|s n|seq|index|row|serial (?:no|number)|contact|contacts',
    ),
  ],
]

/** Children, marks and lines have exact patterns of their own (`guestFields`), which match the folded text with its articles. */
const DETAIL_PATTERNS = new Set<RegExp | undefined>([
  guestFields.children.headings,
  ...DETAIL_FIELDS.map(field => guestFields[field].headings),
])
/** The least words of a question, which may have a number: «كم عدد الأطفال (تحت 12 سنة)؟». */
const MIN_QUESTION_WORDS = 4
/** Kinds of headings that hosts do not number. «Phone 1 - Value» is a heading, «ضيف 5» a guest. */
const UNNUMBERED_KINDS = /^(?:name$|other-name|persons|number|status|side)/

/** Returns what a heading says about its column; undefined for a text that is no heading. */
export function headingKindOf(heading: string): HeadingKind | undefined {
  const text = heading.replace(/\s+/g, ' ').trim()
  if (text === '' || text.length > MAX_HEADING_LENGTH) return undefined
  if (/^(?:#|№|n°|no\.?|s\/n|id)$/i.test(text)) return 'number'
  if (/^\+\s?1$/.test(text)) return 'companions'
  const words = wordsOf(text)
  if (words.length > MAX_HEADING_WORDS || words[0] === '') return undefined
  const joined = ` ${words.join(' ')} `
  const folded = foldSpelling(text)
  const kind = PATTERNS.find(([, pattern]) => pattern.test(DETAIL_PATTERNS.has(pattern) ? folded : joined))?.[0]
  return kind && /\p{N}/u.test(text) && words.length < MIN_QUESTION_WORDS && UNNUMBERED_KINDS.test(kind) ? undefined : kind
}

const CHILD_WORD_PATTERN = / (?:اطفال|طفل|صغار|children|childs?|kids?|infants?|enfants?|bebes?|bab(?:y|ies)) /
/** Returns whether a heading is that of a number of children. */
export const isChildrenHeading = (heading: string) =>
  guestFields.children.headings.test(foldSpelling(heading.replace(/\s+/g, ' ').trim())) ||
  (headingKindOf(heading) === 'persons-part' && CHILD_WORD_PATTERN.test(` ${wordsOf(heading).join(' ')} `))

/** Returns whether a heading names the guests themselves; above numbers it means how many they are: «الحضور», «المعازيم». */
export const isGuestsHeading = (heading: string) =>
  / (?:حضور|حاضرون|حاضرين|ضيوف|مدعوون|مدعوين|معازيم|كروت|كرت|بطاقات|بطاقه|دعوات|guests|attendees|invites|invitees) /.test(
    ` ${wordsOf(heading).join(' ')} `,
  )

/** Returns whether a heading is surely that of a guest's name and of nobody else's: «اسم الضيف», «Full name». */
export const isGuestNameHeading = (heading: string) =>
  / (?:كامل|ضيف|مدعو|معزوم|full|guest|invitee|attendee|complet|fullname|ثلاثي|رباعي) /.test(` ${wordsOf(heading).join(' ')} `)

/** Match the normalised cells that mean yes and no in the column for VIP guests. */
export const YES_CELL_PATTERN =
  /^(?:نعم|اي|ايوه|اجل|صح|مهم|مهمه|(?:من )?كبار ال(?:ضيوف|شخصيات)|yes|y|true|oui|1|vip|v\.i\.p\.?|[✓✔✅☑√★⭐])$/
export const NO_CELL_PATTERN = /^(?:لا|ليس|كلا|عادي|عاديه|no|n|false|non|0|[-–—✗✘×❌])?$/

/** Match normalised texts in a column of answers, and beside names: a guest who does not come, one who comes, and one who is not sure. */
export const DECLINED_PATTERN =
  /^(?:لا|كلا|[✗✘×❌]|no?|non|false|0)$|^(?:لا|no|non)\s*[,،.!-]|(?<![\p{L}])(?:نعتذر|رفض\p{L}{0,2}|رافض\p{L}{0,2}|can[’']?t (?:make|come|attend)|cannot|won[’']?t|unable|معتذر(?:ه|ين|ون)?|اعتذر(?:ت|وا)?|اعتذار|لن (?:ي|ت|ن)حضر\p{L}*|لا (?:ي|ت)حضر\p{L}*|لا (?:ي|ت)ستطيع|غير حاضر|مش جا[يى]ه?|ملغي|الغي|declined?|not (?:attending|coming|going)|rejected|cancell?ed|refus(?:e|ed)|refunded|absent|regrets?|ne vien\w+)(?![\p{L}])/u
export const ACCEPTED_PATTERN =
  /^(?:نعم|اي|ايوه|yes|y|oui|true|1|[✓✔✅☑√])$|(?<![\p{L}])(?:قبول|موافق\p{L}{0,2}|وافق\p{L}{0,2}|موكد(?:ه|ين)?|اكد(?:ت|وا)?|حاضر(?:ه|ين)?|سيحضر\p{L}*|ستحضر\p{L}*|ساحضر|سنحضر|جاي(?:ه|ين)?|قادم(?:ه)?|تم تاكيد|تم التاكيد|accepted?|attending|approved|confirm(?:ed|e)?|going|coming|checked in|invited|present)(?![\p{L}])/u
export const UNSURE_PATTERN =
  /(?<![\p{L}])(?:لم (?:ي|ت)\p{L}{2,6}|غير موكد\p{L}*|ربما|احتمال|محتمل|لا (?:اعلم|اعرف|ادري|نعلم|ندري)|لم يرد|بانتظار|في الانتظار|انتظار|معلق|pending\w*|maybe|tentative|waitlist\w*|unconfirmed|no (?:reply|response)|not (?:sure|confirmed)|en attente|peut etre)(?![\p{L}])/u

/** Matches a cell that says how many people accompany the guest, or who does: «+2», «ومعه أخوه», «مع زوجته». */
export const COMPANIONS_CELL_PATTERN = /^[+＋]\s?\p{N}{1,2}$|^(?:و|مع )/u
