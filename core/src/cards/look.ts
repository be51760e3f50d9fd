import * as z from 'zod/mini'
import { MAX_PLACE_LENGTH, MAX_TIME_LENGTH } from '../events/contract.ts'
import { Id } from '../id.ts'
import { textLine, wholeNumber } from '../inputs.ts'
import * as texts from '../texts.ts'
import { DEFAULT_POSITIONS, MAX_POSITION_PERCENT, MIN_POSITION_PERCENT } from './geometry.ts'

/** The names of the built-in templates, which are drawn in code, in the order in which they are offered. */
export const TEMPLATE_NAMES = [
  'mithaq',
  'rawda',
  'mashrabiya',
  'qamar',
  'sidr',
  'nada',
  'maydan',
  'diwan',
  'fol',
  'sadu',
  'qamariyya',
  'ghar',
  'mahd',
  'nasaq',
  'ablaq',
  'sakina',
] as const
export type TemplateName = (typeof TEMPLATE_NAMES)[number]

/** The typefaces for a guest's name; each renders vocalised Arabic correctly. */
export const TYPEFACE_NAMES = ['amiri', 'aref-ruqaa', 'reem-kufi', 'cairo', 'tajawal', 'plex', 'el-messiri', 'marhey', 'rakkas'] as const
export type TypefaceName = (typeof TYPEFACE_NAMES)[number]

/** The alignment of a name. left and right are sides of the card, whatever the language, as for the position of the code. */
export const ALIGNMENTS = ['left', 'center', 'right'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

/** The limits of the size of a name's letters, and of the side of a code, in pixels of the card. */
export const NAME_SIZE_LIMITS = { min: 44, max: 140 }
export const CODE_SIZE_LIMITS = { min: 140, max: 520 }

/** The maximum number of free lines of a card, below the time and the place. */
export const MAX_FREE_LINES = 3
/** The maximum number of lines with the words of the house. */
export const MAX_HOUSE_LINES = 2
/** The longest line on a card, in characters. */
export const MAX_CARD_LINE_LENGTH = 80

const PositionPercent = wholeNumber(MIN_POSITION_PERCENT, MAX_POSITION_PERCENT)
const PositionInPercent = z.object({ x: PositionPercent, y: PositionPercent })

/** A colour as CSS writes it: `#1b231f`. */
const Colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/, texts.badInput))

/** The appearance of a card, as the user chose it. Null stands for the value of the background. */
export const CardLook = z.object({
  background: z.discriminatedUnion('is', [
    z.object({ is: z.literal('ready'), design: z.enum(TEMPLATE_NAMES) }),
    z.object({ is: z.literal('picture'), pictureId: Id }),
  ]),
  places: z.object({ name: PositionInPercent, code: PositionInPercent, panel: PositionInPercent }),
  name: z.object({
    face: z.nullable(z.enum(TYPEFACE_NAMES)),
    size: z.nullable(wholeNumber(NAME_SIZE_LIMITS.min, NAME_SIZE_LIMITS.max)),
    ink: z.nullable(Colour),
    align: z.enum(ALIGNMENTS),
  }),
  code: z.object({
    size: z.nullable(wholeNumber(CODE_SIZE_LIMITS.min, CODE_SIZE_LIMITS.max)),
    /** full: the fields that the guest's telephone may show; short: the id only, which is read from further away. */
    holds: z.enum(['full', 'short']),
  }),
  /** Whether a picture has a panel with the event, its day and the lines below. */
  panel: z.boolean(),
  /** Whether the card shows the guest's table, where the guest has one. */
  table: z.boolean(),
  /** The calendars in which the day is written. */
  day: z.enum(['both', 'hijri', 'gregorian']),
  /** The time, the place and the words of the house, below the day. The event has them: they are ignored when a design is saved. */
  time: z._default(textLine(MAX_TIME_LENGTH), ''),
  place: z._default(textLine(MAX_PLACE_LENGTH), ''),
  house: z._default(z.array(textLine(MAX_CARD_LINE_LENGTH)).check(z.maxLength(MAX_HOUSE_LINES, texts.badInput)), []),
  /** Free lines beneath the time and the place. */
  lines: z.array(textLine(MAX_CARD_LINE_LENGTH)).check(z.maxLength(MAX_FREE_LINES, texts.badInput)),
})
export type CardLook = z.infer<typeof CardLook>

/** The look of a card before any choice. */
export const DEFAULT_LOOK: CardLook = {
  background: { is: 'ready', design: 'mithaq' },
  places: DEFAULT_POSITIONS,
  name: { face: null, size: null, ink: null, align: 'center' },
  code: { size: null, holds: 'full' },
  panel: true,
  table: false,
  day: 'both',
  time: '',
  place: '',
  house: [],
  lines: [],
}
