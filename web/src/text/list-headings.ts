/** Recognises the columns of imported guest lists by their headings. The patterns match texts that `foldSpelling` has normalised. */
import { guestFields } from '@hudur/core/invitations/guest-fields'
import { DETAIL_FIELDS, type LineField, type MarkField } from '@hudur/core/invitations/guest-values'

/** The content of a column. `companions` is the number of people without the guest, `persons` the number including the guest. */
type ColumnContent = 'name' | 'companions' | 'persons' | 'phone' | LineField | MarkField

/** The patterns of headings with the content of their column. The first pattern that matches a heading decides. */
const HEADING_PATTERNS: readonly (readonly [ColumnContent, RegExp])[] = [
  ...DETAIL_FIELDS.map(field => [field, guestFields[field].headings] as const),
  ['name', /^(?:ال)?اسم(?: |$)|^(?:(?:guest|full|invitee)(?:'s)? ?)?names?$/],
  ['phone', /جوال|هاتف|موبايل|واتس|تلفون|تليفون|phone|mobile|whats ?app|^tel\b|^cell\b/],
  ['companions', /مرافق|companions|plus ones/],
  ['persons', /عدد|اشخاص|افراد|مقاعد|\b(?:persons?|people|count|seats|number of|qty|quantity|pax|party size)\b/],
  ['name', /^(?:اسماء )?(?:ال)?(?:ضيف|ضيوف|مدعو|مدعوون|مدعوين|معزوم|معازيم)$|^الاسماء$|^guests?$|^invitees?$/],
]

/** The maximum length of a heading in characters. A longer text is a sentence or a name. */
const MAX_HEADING_LENGTH = 40

/** Returns the content of the column with this heading, which `foldSpelling` has normalised. Returns undefined for a text that is no heading. */
export const columnContentOf = (folded: string): ColumnContent | undefined =>
  folded.length > MAX_HEADING_LENGTH || /\d/.test(folded) ? undefined : HEADING_PATTERNS.find(([, pattern]) => pattern.test(folded))?.[0]

/** Match the headings of columns that together contain a name: the column of the first name, and the columns that may follow it. */
export const FIRST_NAME_HEADING_PATTERN = /^(?:ال)?اسم (?:الاول|الشخصي)$|^first ?name$/
export const LATER_NAME_HEADING_PATTERN =
  /^(?:ال)?اسم (?:الاب|الثاني|الثالث|الاخير|العايله)$|^(?:العايله|اللقب)$|^(?:middle|last|family) ?name$|^surname$/

/** Match the normalised cells that mean yes and no in the column for VIP guests. */
export const YES_CELL_PATTERN = /^(?:نعم|اي|ايوه|اجل|صح|مهم|مهمه|(?:من )?كبار ال(?:ضيوف|شخصيات)|yes|y|true|1|vip|v\.i\.p\.?|[✓✔✅☑√★⭐])$/
export const NO_CELL_PATTERN = /^(?:لا|ليس|كلا|عادي|عاديه|no|n|false|0|[-–—✗✘×❌])?$/

/** Matches a cell that says how many people accompany the guest, or who does: «+2», «ومعه أخوه», «مع زوجته». */
export const COMPANIONS_CELL_PATTERN = /^[+＋]\s?\p{N}{1,2}$|^(?:و|مع )/u
