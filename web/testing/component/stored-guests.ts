/**
 * Counts the invitations that a device of the open screen has stored: a download that was only requested is lost with the network. The
 * device of a link has the id of the link in its name.
 */
export async function storedGuests(linkId?: string): Promise<number> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  const own = names.filter(name => (linkId ? name.endsWith(` ${linkId}`) : /^component \d+ \d+$/.test(name)))
  const latest = own.toSorted((a, b) => numberOf(a) - numberOf(b)).at(-1)
  return latest === undefined ? 0 : countIn(latest)
}

/** Returns the number of a device in the order of the opened screens. */
const numberOf = (name: string) => Number(name.split(' ')[2])

function countIn(name: string) {
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
