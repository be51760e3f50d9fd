/** Reads the contacts that the user picks, in browsers with a contact picker. Other contacts cannot be read. */

type PickedContact = { name?: string[]; tel?: string[] }
type ContactsManager = { select: (properties: string[], options: { multiple: boolean }) => Promise<PickedContact[]> }

const getContactsManager = () => (navigator as Navigator & { contacts?: ContactsManager }).contacts

export const canPickContacts = () => typeof getContactsManager()?.select === 'function'

/** Opens the phone's contact picker for one contact. Returns its numbers; undefined when the user picks none. Throws when the browser refuses. */
export async function pickPhones(): Promise<string[] | undefined> {
  const [picked] = (await getContactsManager()?.select(['tel'], { multiple: false })) ?? []
  return picked && (picked.tel ?? [])
}

/** Opens the phone's contact picker. Returns an empty list when the user picks no contact. Throws when the browser refuses. */
export async function pickContacts(): Promise<{ name: string; phones: string[] }[]> {
  const picked = (await getContactsManager()?.select(['name', 'tel'], { multiple: true })) ?? []
  return picked.flatMap(({ name = [], tel = [] }) => {
    const [first = ''] = name.filter(text => text.trim() !== '')
    return first === '' ? [] : [{ name: first, phones: tel }]
  })
}
