import { codeText, type Invitation } from '@hudur/core'

/** The guests whose cards the editor can show, by the length of their names. */
export const SHOWN = ['first', 'longest', 'shortest'] as const
export type Shown = (typeof SHOWN)[number]

/** Counts the characters of a name without diacritics, which take no width. */
const lettersIn = (name: string) => Array.from(name.replace(/\p{M}/gu, '')).length

const encoder = new TextEncoder()
const bytesIn = (invitation: Invitation) => encoder.encode(codeText(invitation)).length

/** Returns the first invitation with the greatest `measure`. */
function greatest(invitations: readonly [Invitation, ...Invitation[]], measure: (invitation: Invitation) => number) {
  let [found] = invitations
  let most = measure(found)
  for (const invitation of invitations) {
    const measured = measure(invitation)
    if (measured > most) [found, most] = [invitation, measured]
  }
  return found
}

/**
 * Returns the invitations that show whether a look suits the whole list: the first, those with the longest and the shortest name, and the
 * one with the longest code text.
 */
export function shownGuests(invitations: readonly [Invitation, ...Invitation[]]): Record<Shown | 'fullest', Invitation> {
  return {
    first: invitations[0],
    longest: greatest(invitations, ({ guestName }) => lettersIn(guestName)),
    shortest: greatest(invitations, ({ guestName }) => -lettersIn(guestName)),
    fullest: greatest(invitations, bytesIn),
  }
}
