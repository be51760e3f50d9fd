import type { WalkIn } from '@hudur/core/check-in/walk-in'
import { countPeople, countPeopleBy, type PeopleCounts } from '@hudur/core/invitations/figures'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { compareNames } from '../../text/format.ts'

export type PeopleGroup = PeopleCounts & { name: string }

/** Returns groups sorted by their names, the one without a name last. */
const sortGroups = (groups: readonly PeopleGroup[]) =>
  [...groups].sort((one, other) => Number(one.name === '') - Number(other.name === '') || compareNames(one.name, other.name))

/** Returns the groups; none if no guest has a side, or a table. */
const groupsWithNames = (groups: readonly PeopleGroup[]) => (groups.some(({ name }) => name !== '') ? sortGroups(groups) : [])

/** Returns the figures of an event from all of its invitations. The figures of the sides, and those of the tables, add up to `all`. */
export const recapOf = (invitations: readonly Invitation[]) => ({
  all: countPeople(invitations),
  sides: groupsWithNames(countPeopleBy('side', invitations)),
  tables: groupsWithNames(countPeopleBy('table', invitations)),
  /** The invitations with which somebody came, in the order of their last admission. */
  came: invitations
    .filter(({ currentScans }) => currentScans > 0)
    .sort((one, other) => ((one.scannedAt ?? '') < (other.scannedAt ?? '') ? -1 : 1)),
})
export type Recap = ReturnType<typeof recapOf>

/** Returns the walk-ins that are counted among the people who came. */
export const countedWalkIns = (walkIns: readonly WalkIn[]) => walkIns.filter(({ isCounted }) => isCounted)
