import * as z from 'zod/mini'
import { MAX_NAME_LENGTH, phoneOrEmpty, textLine, wholeNumber } from '../inputs.ts'

/**
 * The viewers of parts of an invitation, besides its owner and the administrators, who see all of it. `family`: a family link.
 * `doorReplica`: the replica of a door link, for every guest. `doorScan`: a gate that scans the guest's code. `doorSearch`: a gate that
 * finds the guest by name. `live`: a link with the live figures. `guest`: the guest's page. `card`: a browser that draws the guest's card.
 */
export const VIEWERS = ['family', 'doorReplica', 'doorScan', 'doorSearch', 'live', 'guest', 'card'] as const
export type Viewer = (typeof VIEWERS)[number]

type FieldOptions = {
  /** The column in the table `invitations`. */
  column: string
  /** Who sees the field besides the owner. */
  seenBy: readonly Viewer[]
  /** The width of its column in a sheet, in characters. */
  sheetWidth: number
  /** The headings of its column in an imported list, after `foldSpelling`. Missing for fields that the import recognises in another way. */
  headings?: RegExp
  /**
   * Where a family link's invitation gets the field from: `chosen` by the people with the link, or the link's `name`. Missing: the link
   * leaves it empty.
   */
  byLink?: 'chosen' | 'name'
}

type GuestFieldRow = FieldOptions & {
  /** The kind of the field, which decides how it is edited and imported. The kinds `line` and `mark` need no code for a single field. */
  kind: 'name' | 'persons' | 'children' | 'phone' | 'line' | 'mark'
  /** The schemas of its stored values and of the inputs that create and change a guest. */
  value: z.ZodMiniType
  create: z.ZodMiniType
  change: z.ZodMiniType
  /** The stored value where the host gave none. */
  empty: string | number | boolean | null
}

/** Returns the definition of a field with a line of text that may be missing. An empty text is stored as null. */
const line = <const Options extends FieldOptions & { maxLength: number; isLong?: true }>(options: Options) => {
  const input = z.optional(z.nullable(textLine(options.maxLength)))
  return { kind: 'line', value: z._default(z.nullable(z.string()), null), create: input, change: input, empty: null, ...options } as const
}

/** Returns the definition of a field with yes or no. It is stored as 1 or 0. */
const mark = <const Options extends FieldOptions>(options: Options) => {
  const input = z.optional(z.boolean())
  return { kind: 'mark', value: z._default(z.boolean(), false), create: input, change: input, empty: false, ...options } as const
}

/** The fields that a host gives to a guest, in the order of forms and sheets. */
export const guestFields = {
  guestName: {
    kind: 'name',
    column: 'guest_name',
    value: z.string(),
    create: z._default(textLine(MAX_NAME_LENGTH), ''),
    change: z.optional(textLine(MAX_NAME_LENGTH)),
    empty: '',
    seenBy: ['family', 'doorScan', 'doorSearch', 'live', 'guest', 'card'],
    sheetWidth: 32,
    byLink: 'chosen',
  },
  /** How many persons the invitation admits. Updates allow 1 to 100, and to 1000 for the type `count`. */
  maxScans: {
    kind: 'persons',
    column: 'max_scans',
    value: z.int(),
    create: z._default(wholeNumber(1, 1000), 1),
    change: z.optional(wholeNumber(1, 1000)),
    empty: 1,
    seenBy: ['family', 'doorReplica', 'doorScan', 'doorSearch', 'guest', 'card'],
    sheetWidth: 14,
    byLink: 'chosen',
  },
  /** How many of the persons are children: from 0 to `maxScans`. */
  children: {
    kind: 'children',
    column: 'children',
    value: z._default(z.int(), 0),
    create: z.optional(wholeNumber(0, 1000)),
    change: z.optional(wholeNumber(0, 1000)),
    empty: 0,
    seenBy: ['family', 'doorScan', 'doorSearch', 'guest', 'card'],
    sheetWidth: 10,
    headings:
      /^(?:(?:عدد|منهم) )?(?:ال)?(?:اطفال|طفل|صغار)$|^(?:(?:number of|no\.? of) )?(?:children|kids?|infants?)(?: (?:count|number))?$|^(?:nombre d\W*)?enfants?$/,
    byLink: 'chosen',
  },
  /** The guest's telephone number: in international form if its country is clear, otherwise as typed. */
  phone: {
    kind: 'phone',
    column: 'phone',
    value: z._default(z.nullable(z.string()), null),
    create: z.optional(z.nullable(phoneOrEmpty)),
    change: z.optional(z.nullable(phoneOrEmpty)),
    empty: null,
    seenBy: ['family'],
    sheetWidth: 18,
    byLink: 'chosen',
  },
  table: line({
    column: 'guest_table',
    maxLength: 20,
    seenBy: ['family', 'doorScan', 'doorSearch', 'card'],
    sheetWidth: 12,
    headings: /^(?:(?:رقم|اسم) )?(?:ال)?طاوله(?: الضيف)?$|^table(?: (?:no\.?|number|name))?$/,
  }),
  /** A note for the people at the gate. */
  note: line({
    column: 'gate_note',
    maxLength: 200,
    isLong: true,
    seenBy: ['doorScan', 'doorSearch'],
    sheetWidth: 40,
    headings: /^(?:ال)?ملاحظ(?:ه|ات)(?: (?:ال)?(?:باب|بوابه|ضيف))?$|^(?:gate )?notes?$|^remarks?$/,
  }),
  isVip: mark({
    column: 'is_vip',
    seenBy: ['family', 'doorScan'],
    sheetWidth: 14,
    headings: /^(?:من )?كبار ال(?:ضيوف|شخصيات)$|^(?:ال)?مهم(?:ه|ون|ين)?$|^vips?$|^v\.i\.p\.?$/,
  }),
  /** The side that invited the guest («أهل العروس»). */
  side: line({
    column: 'side',
    maxLength: 50,
    seenBy: ['family', 'doorSearch'],
    sheetWidth: 18,
    headings: /^(?:من )?(?:ال)?(?:جهه|طرف)(?: (?:ال)?(?:دعوه|داعي|ضيف))?$|^side$/,
    byLink: 'name',
  }),
} as const satisfies Record<string, GuestFieldRow>
