import type { LinkRole } from '@hudur/core/actor'
import type { Link } from '@hudur/core/links/contract'

/** The form values about who may open a link, and about people without a card. A checkbox shows or hides the field of each number. */
type LinkAccessValues = {
  needsPin: boolean
  pin: string
  limitsDevices: boolean
  maxDevices: number
  admitsWalkIns: boolean
  walkIns: number
}

/** The values of the form fields of a link. `lastDay` is `YYYY-MM-DD`; if it is empty, the end of the link depends on the event's day. */
export type LinkFieldValues = LinkAccessValues & {
  role: LinkRole
  name: string
  showsNames: boolean
  maySearch: boolean
  allotment: number
  lastDay: string
}

const INITIAL_MAX_DEVICES = 3
const INITIAL_WALK_INS = 10

/** Returns the form values of a link; without a link those of a new one. The PIN of a link is known to nobody, so its field is empty. */
export const linkAccessValuesOf = (link?: Pick<Link, 'hasPin' | 'maxDevices' | 'walkIns'>): LinkAccessValues => ({
  needsPin: link?.hasPin ?? false,
  pin: '',
  limitsDevices: (link?.maxDevices ?? null) !== null,
  maxDevices: link?.maxDevices ?? INITIAL_MAX_DEVICES,
  admitsWalkIns: (link?.walkIns ?? 0) > 0,
  walkIns: link?.walkIns || INITIAL_WALK_INS,
})

/** Converts the form values into the server's input. An empty PIN leaves the present one. */
export const linkAccessInputOf = (
  role: LinkRole,
  { needsPin, pin, limitsDevices, maxDevices, admitsWalkIns, walkIns }: LinkAccessValues,
) => ({
  ...(needsPin ? pin.trim() !== '' && { pin: pin.trim() } : { pin: null }),
  maxDevices: limitsDevices ? maxDevices : null,
  ...(role === 'door' && { walkIns: admitsWalkIns ? walkIns : 0 }),
})
