import type { Invitation } from '@hudur/core/invitations/invitation'
import { text } from '../../text/ar.ts'
import { compareNames } from '../../text/format.ts'
import { formatTableName } from '../../text/table-name.ts'

/** A part of the guests of a round, which the user chooses. `includes` tells whether a guest is in it. */
type RoundPart = { id: string; label: string; includes: (invitation: Invitation) => boolean }

const words = text.sendingRound.parts

/** Returns the sides of the guests of a round, each once, sorted. */
export const sidesOf = (members: readonly Invitation[]) => distinct(members.map(({ side }) => side))

const distinct = (values: (string | null)[]) => [...new Set(values)].filter(value => value !== null).sort(compareNames)

/** Returns the parts of a round: all guests, and those without a number, VIPs, each side and each table, if not all guests are in it. */
export function partsOf(members: readonly Invitation[], hasNumber: (invitation: Invitation) => boolean): RoundPart[] {
  const parts: RoundPart[] = [
    { id: 'without-phone', label: words['without-phone'], includes: invitation => !hasNumber(invitation) },
    { id: 'vip', label: words.vip, includes: ({ isVip }) => isVip },
    ...sidesOf(members).map(name => ({
      ...{ id: `side ${name}`, label: name },
      includes: ({ side }: Invitation) => side === name,
    })),
    ...distinct(members.map(({ table }) => table)).map(name => ({
      ...{ id: `table ${name}`, label: formatTableName(name, text.eventGuests.table) },
      includes: ({ table }: Invitation) => table === name,
    })),
  ]
  const isDivision = ({ includes }: RoundPart) => members.some(includes) && !members.every(includes)
  return [{ id: 'all', label: words.all, includes: () => true }, ...parts.filter(isDivision)]
}
