/** Reads contacts of the phone that the user picks, in browsers with a contact picker. Other contacts are not read. */

type PickedContact = { name?: string[]; tel?: string[] }
type ContactsManager = { select: (properties: string[], options: { multiple: boolean }) => Promise<PickedContact[]> }

const manager = () => (navigator as Navigator & { contacts?: ContactsManager }).contacts

export const canPickContacts = () => typeof manager()?.select === 'function'

/** Opens the phone's contact picker. Returns an empty list when no contact was picked; throws when the browser refuses. */
export async function pickContacts(): Promise<{ name: string; phones: string[] }[]> {
  const picked = (await manager()?.select(['name', 'tel'], { multiple: true })) ?? []
  return picked.flatMap(({ name = [], tel = [] }) => {
    const [first = ''] = name.filter(text => text.trim() !== '')
    return first === '' ? [] : [{ name: first, phones: tel }]
  })
}
