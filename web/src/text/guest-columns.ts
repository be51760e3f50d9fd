/** The column headings of guest lists, spelled as `fold` spells them. */

/** The content of a column. `companions` does not count the guest, `persons` does. */
type Heading = 'name' | 'companions' | 'persons' | 'phone' | 'table' | 'note' | 'vip' | 'side'

/** The patterns of headings; the first that matches decides. */
const HEADINGS: readonly (readonly [Heading, RegExp])[] = [
  ['table', /^(?:(?:رقم|اسم) )?(?:ال)?طاوله(?: الضيف)?$|^table(?: (?:no\.?|number|name))?$/],
  ['note', /^(?:ال)?ملاحظ(?:ه|ات)(?: (?:ال)?(?:باب|بوابه|ضيف))?$|^(?:gate )?notes?$|^remarks?$/],
  ['vip', /^(?:من )?كبار ال(?:ضيوف|شخصيات)$|^(?:ال)?مهم(?:ه|ون|ين)?$|^vips?$|^v\.i\.p\.?$/],
  ['side', /^(?:من )?(?:ال)?(?:جهه|طرف)(?: (?:ال)?(?:دعوه|داعي|ضيف))?$|^side$/],
  ['name', /^(?:ال)?اسم(?: |$)|^(?:(?:guest|full|invitee)(?:'s)? ?)?names?$/],
  ['phone', /جوال|هاتف|موبايل|واتس|تلفون|تليفون|phone|mobile|whats ?app|^tel\b|^cell\b/],
  ['companions', /مرافق|companions|plus ones/],
  ['persons', /عدد|اشخاص|افراد|مقاعد|\b(?:persons?|people|count|seats|number of|qty|quantity|pax|party size)\b/],
  ['name', /^(?:اسماء )?(?:ال)?(?:ضيف|ضيوف|مدعو|مدعوون|مدعوين|معزوم|معازيم)$|^الاسماء$|^guests?$|^invitees?$/],
]

/** The length of the longest heading, in characters: a longer text is a sentence or a name. */
const MAX_HEADING_LENGTH = 40

/** Returns the content of the column under a folded heading; undefined for a text that is no heading. */
export const headingOf = (folded: string): Heading | undefined =>
  folded.length > MAX_HEADING_LENGTH || /\d/.test(folded) ? undefined : HEADINGS.find(([, pattern]) => pattern.test(folded))?.[0]

/** Headings of columns that together are a name: the first, and those that may follow it. */
export const FIRST_NAME = /^(?:ال)?اسم (?:الاول|الشخصي)$|^first ?name$/
export const LATER_NAME = /^(?:ال)?اسم (?:الاب|الثاني|الثالث|الاخير|العايله)$|^(?:العايله|اللقب)$|^(?:middle|last|family) ?name$|^surname$/

/** The folded cells that say yes and no in a column of VIPs. */
export const YES = /^(?:نعم|اي|ايوه|اجل|صح|مهم|مهمه|(?:من )?كبار ال(?:ضيوف|شخصيات)|yes|y|true|1|vip|v\.i\.p\.?|[✓✔✅☑√★⭐])$/
export const NO = /^(?:لا|ليس|كلا|عادي|عاديه|no|n|false|0|[-–—✗✘×❌])?$/

/** Matches a cell that says how many people come along, or who: «+2», «ومعه أخوه», «مع زوجته». */
export const COMES_ALONG = /^[+＋]\s?\p{N}{1,2}$|^(?:و|مع )/u
