/** The headings under which lists of guests keep their columns, spelled as `fold` spells them. */

/** What stands in a column: of companions one is fewer than of persons. */
type Heading = 'name' | 'companions' | 'persons' | 'phone'

/** The first that fits says what a heading is. */
const HEADINGS: readonly (readonly [Heading, RegExp])[] = [
  ['name', /^(?:ال)?اسم(?: |$)|^(?:(?:guest|full|invitee)(?:'s)? ?)?names?$/],
  ['phone', /جوال|هاتف|موبايل|واتس|تلفون|تليفون|phone|mobile|whats ?app|^tel\b|^cell\b/],
  ['companions', /مرافق|companions|plus ones/],
  ['persons', /عدد|اشخاص|افراد|مقاعد|\b(?:persons?|people|count|seats|number of|qty|quantity|pax|party size)\b/],
  ['name', /^(?:اسماء )?(?:ال)?(?:ضيف|ضيوف|مدعو|مدعوون|مدعوين|معزوم|معازيم)$|^الاسماء$|^guests?$|^invitees?$/],
]

/** The longest heading, in characters: more is a sentence, or somebody's name. */
const LONGEST = 40

/** What a folded heading announces, if anything. */
export const headingOf = (folded: string): Heading | undefined =>
  folded.length > LONGEST || /\d/.test(folded) ? undefined : HEADINGS.find(([, pattern]) => pattern.test(folded))?.[0]

/** Headings of parts that together are a name: the first, and what may follow it. */
export const FIRST_NAME = /^(?:ال)?اسم (?:الاول|الشخصي)$|^first ?name$/
export const LATER_NAME = /^(?:ال)?اسم (?:الاب|الثاني|الثالث|الاخير|العايله)$|^(?:العايله|اللقب)$|^(?:middle|last|family) ?name$|^surname$/

/** A cell that says how many or who comes along: «+2», «ومعه أخوه», «مع زوجته». */
export const COMES_ALONG = /^[+＋]\s?\p{N}{1,2}$|^(?:و|مع )/u
