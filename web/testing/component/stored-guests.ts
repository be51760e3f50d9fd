/**
 * Returns the number of invitations in the storage of the open screen's device. Tests call it before they disconnect the network, because a
 * download that is still pending would be lost. With `linkId` it counts in the storage of a link's device, whose name ends with the id of
 * the link.
 */
export async function countStoredInvitations(linkId?: string): Promise<number> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  const own = names.filter(name => (linkId ? name.endsWith(` ${linkId}`) : /^component \d+ \d+$/.test(name)))
  const latest = own.toSorted((a, b) => deviceNumberOf(a) - deviceNumberOf(b)).at(-1)
  return latest === undefined ? 0 : countInvitationsInDatabase(latest)
}

/** Returns the number in the name of a device. A screen that was opened later has a higher number. */
const deviceNumberOf = (name: string) => Number(name.split(' ')[2])

function countInvitationsInDatabase(name: string) {
  return new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const db = opening.result
      const counting = db.transaction('invitations').objectStore('invitations').count()
      counting.onerror = () => reject(counting.error)
      counting.onsuccess = () => {
        db.close()
        resolve(counting.result)
      }
    }
  })
}
