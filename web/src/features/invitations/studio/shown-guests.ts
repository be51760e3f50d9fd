import { codeText, type Invitation } from '@hudur/core'

/** Which guest's card the studio shows. */
export const SHOWN = ['first', 'longest', 'shortest'] as const
export type Shown = (typeof SHOWN)[number]

/** Letters and signs; marks stand on them and take no room of their own. */
const lettersIn = (name: string) => Array.from(name.replace(/\p{M}/gu, '')).length

const encoder = new TextEncoder()
const bytesIn = (invitation: Invitation) => encoder.encode(codeText(invitation)).length

/** The first of those for which `measure` is greatest. */
function greatest(invitations: readonly [Invitation, ...Invitation[]], measure: (invitation: Invitation) => number) {
  let [found] = invitations
  let most = measure(found)
  for (const invitation of invitations) {
    const measured = measure(invitation)
    if (measured > most) [found, most] = [invitation, measured]
  }
  return found
}

/** The cards that show whether a look suits the whole list: the first, those of the longest and the shortest name, and the one whose code says most. */
export function shownGuests(invitations: readonly [Invitation, ...Invitation[]]): Record<Shown | 'fullest', Invitation> {
  return {
    first: invitations[0],
    longest: greatest(invitations, ({ guestName }) => lettersIn(guestName)),
    shortest: greatest(invitations, ({ guestName }) => -lettersIn(guestName)),
    fullest: greatest(invitations, bytesIn),
  }
}
