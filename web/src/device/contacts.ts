/** The telephone's own contacts, where the browser can show them to be picked from. Only what is picked is read. */

type PickedContact = { name?: string[]; tel?: string[] }
type ContactsManager = { select: (properties: string[], options: { multiple: boolean }) => Promise<PickedContact[]> }

const manager = () => (navigator as Navigator & { contacts?: ContactsManager }).contacts

export const canPickContacts = () => typeof manager()?.select === 'function'

/** Opens the telephone's contacts. Answers an empty list where nobody was picked; throws where the browser refuses. */
export async function pickContacts(): Promise<{ name: string; phones: string[] }[]> {
  const picked = (await manager()?.select(['name', 'tel'], { multiple: true })) ?? []
  return picked.flatMap(({ name = [], tel = [] }) => {
    const [first = ''] = name.filter(text => text.trim() !== '')
    return first === '' ? [] : [{ name: first, phones: tel }]
  })
}
