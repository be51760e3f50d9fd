import { foldSpelling } from '../arabic.ts'
import { eventKey } from '../events/rules.ts'
import { groupBy } from '../group-by.ts'
import { phoneEnding } from '../names/index-words.ts'
import type { Invitation } from './invitation.ts'

type ComparedInvitation = Pick<Invitation, 'userId' | 'eventName' | 'eventDate' | 'guestName' | 'phone'>

/** Returns the invitations of which another one of the same event has the same name in any spelling, or the same telephone number. */
export function possibleDuplicates<One extends ComparedInvitation>(invitations: readonly One[]): Set<One> {
  const keyed = invitations.flatMap(one => {
    const [event, name] = [`${one.userId} ${eventKey(one)}`, foldSpelling(one.guestName)]
    return [
      ...(name === '' ? [] : [{ one, key: `${event}\nname ${name}` }]),
      ...(one.phone === null ? [] : [{ one, key: `${event}\nphone ${phoneEnding(one.phone)}` }]),
    ]
  })
  const groups = groupBy(keyed, ({ key }) => key)
  return new Set([...groups.values()].flatMap(group => (group.length > 1 ? group.map(({ one }) => one) : [])))
}
