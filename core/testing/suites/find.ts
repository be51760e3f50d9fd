import { describe, expect, test } from 'vitest'
import type { CreateTestEnvironment } from '../test-environment.ts'

const EVENT = { eventName: 'زفاف سارة', eventDate: '2027-01-14' }

/** Tests the search in everything, with what a server and a device both find. */
export function describeFind(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: the search in everything`, () => {
    async function createGuests() {
      const backend = await (await createEnvironment()).signIn({ limit: 20 })
      const guests = await backend.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة ناصر', phone: '+967771234567' }] })
      return { backend, guest: guests[0]! }
    }

    test('finds a guest by a word of the name', async () => {
      const { backend, guest } = await createGuests()
      const [found] = await backend.find.list({ q: 'ساره' })
      expect(found).toMatchObject({ kind: 'guest', id: guest.id, title: 'سارة ناصر', detail: EVENT.eventName, day: EVENT.eventDate })
      const { searchParams } = new URL(found!.path, 'https://hudur.example')
      expect((await backend.invitations.list({ search: searchParams.get('search')! })).rows, 'the path lists the guest').toEqual([guest])
    })

    test.each(['4567', '٧٧١ ٢٣٤ ٥٦٧', 'نصر'])('finds a guest by «%s»', async q => {
      const { backend, guest } = await createGuests()
      expect(await backend.find.list({ q })).toMatchObject([{ kind: 'guest', id: guest.id }])
    })

    test('finds an invitation by its code', async () => {
      const { backend, guest } = await createGuests()
      expect(await backend.find.list({ q: guest.code })).toMatchObject([{ kind: 'guest', id: guest.id }])
    })

    test.each(['567', 'س', '', 'بلقيس'])('finds nothing by «%s»', async q => {
      const { backend } = await createGuests()
      expect(await backend.find.list({ q })).toEqual([])
    })

    test('finds at most five guests', async () => {
      const { backend } = await createGuests()
      await backend.invitations.create({ invitations: [1, 2, 3, 4, 5].map(n => ({ ...EVENT, guestName: `سارة ${n}` })) })
      const found = await backend.find.list({ q: 'سارة' })
      expect(found.filter(({ kind }) => kind === 'guest')).toHaveLength(5)
    })
  })
}
