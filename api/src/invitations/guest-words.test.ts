import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { indexWords } from '@hudur/core/names/index-words'
import { describe, expect, test, vi } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { createInvitationSearch } from './search-repository.ts'

const event = { eventName: 'ملكة هند', eventDate: '2027-01-14' }

describe.each(ENGINES)('the search index on %s', engine => {
  const { db, signIn, count } = startTestServer(engine)

  /** Reads the stored index words, and computes the words of the current invitations. Returns both sorted. */
  async function readIndexWords() {
    const rows = await db().read.selectFrom('guest_words').selectAll().execute()
    const invitations = await db().read.selectFrom('invitations').selectAll().execute()
    const expected = invitations.flatMap(({ id, user_id, guest_name, phone, created_at, position }) =>
      indexWords(guest_name, phone).map(word => ({ user_id, word, created_at, position, invitation_id: id })),
    )
    const sortedJson = (words: typeof rows) => words.map(word => JSON.stringify(Object.entries(word).sort())).sort()
    return { words: sortedJson(rows), expected: sortedJson(expected) }
  }

  test('the search index has exactly the words of the current guests', async () => {
    const host = await signIn({ limit: 2_000 })
    const guests = Array.from({ length: 1_200 }, (_, n) => ({ ...event, guestName: `محمد بن علي ${n}`, phone: `77100${1000 + n}` }))
    const createdInvitations = await host.invitations.create({ invitations: guests })
    const checkIndexWords = async () => {
      const { words, expected } = await readIndexWords()
      expect(words).toEqual(expected)
    }
    await checkIndexWords()
    const updateGuest = (n: number, changes: Omit<EndpointInput<typeof contract.invitations.update>, 'id'>) =>
      host.invitations.update({ id: createdInvitations[n]!.id, ...changes })
    await updateGuest(0, { guestName: 'أبو بكر' })
    await updateGuest(1, { phone: null })
    await updateGuest(2, { eventName: 'حفل' })
    await Promise.all([
      updateGuest(3, { guestName: 'هدى' }),
      updateGuest(3, { guestName: 'نجلاء' }),
      updateGuest(3, { phone: '0555555555' }),
    ])
    await Promise.all(
      [updateGuest(4, { guestName: 'هدى' }), host.invitations.remove({ id: createdInvitations[4]!.id })].map(call => call.catch(() => {})),
    )
    await host.invitations.remove({ id: createdInvitations[5]!.id })
    await checkIndexWords()
    expect(await host.invitations.list({ search: 'أبوبكر' })).toMatchObject({ total: 1 })
  })

  test('the search index has no words of refused or deleted invitations', async () => {
    const [admin, host, neighbour] = [await signIn({ isAdmin: true }), await signIn({ limit: 1 }), await signIn()]
    await neighbour.invitations.create({ invitations: [{ ...event, guestName: 'محمد' }] })
    const two = ['سارة', 'علي'].map(guestName => ({ ...event, guestName }))
    await expect(host.invitations.create({ invitations: two })).rejects.toMatchObject({ code: 'over-balance' })
    expect(await count('guest_words')).toBe(1)
    await host.invitations.create({ invitations: [{ ...event, guestName: 'محمد ناصر' }] })
    expect(await count('guest_words')).toBe(3)
    await admin.accounts.remove({ id: host.user.id })
    expect(await count('guest_words')).toBe(1)
  })

  test('a search finds own guests only, and all guests for an administrator', async () => {
    const [admin, host, neighbour] = [await signIn({ isAdmin: true }), await signIn(), await signIn()]
    await host.invitations.create({ invitations: [{ ...event, guestName: 'محمد الشامي' }] })
    await neighbour.invitations.create({ invitations: [{ ...event, eventName: 'زفاف الشامي', guestName: 'محمد الشلمي' }] })
    const countFound = async (caller: typeof host, search: string, userId?: string) =>
      (await caller.invitations.list({ search, ...(userId && { userId }) })).total
    const countFoundByEachCaller = (search: string) => Promise.all([host, neighbour, admin].map(caller => countFound(caller, search)))
    expect(await countFoundByEachCaller('محمد')).toEqual([1, 1, 2])
    expect(await countFoundByEachCaller('الشامي')).toEqual([1, 1, 2])
    expect(await countFoundByEachCaller('زفاف')).toEqual([0, 1, 1])
    expect(await countFoundByEachCaller('الشاني')).toEqual([1, 1, 2])
    expect(await countFound(admin, 'محمد', host.user.id)).toBe(1)
    expect(await countFound(admin, 'زفاف', host.user.id)).toBe(0)
    expect(await countFound(host, 'محمد', neighbour.user.id)).toBe(1)
  })

  test('pages of a search return each of 300 guests once', async () => {
    const host = await signIn({ limit: 400 })
    const families = ['الشامي', 'الصبري']
    const guests = Array.from({ length: 300 }, (_, n) => ({ ...event, guestName: `محمد المحمدي ${families[n % 2]} ${n}` }))
    const createdInvitations = await host.invitations.create({ invitations: guests })
    await new Promise(resolve => setTimeout(resolve, 2))
    await host.invitations.create({ invitations: [{ ...event, eventName: 'زفاف محمد', guestName: 'سارة' }] })
    for (const { id } of createdInvitations.slice(0, 2)) await host.checkIn.check({ qr_code: id })
    const findGuests = async (search: string, more: Omit<EndpointInput<typeof contract.invitations.list>, 'search'> = {}) => {
      const { total, rows } = await host.invitations.list({ search, ...more })
      return { total, names: rows.map(({ guestName }) => guestName) }
    }
    const names = guests.map(({ guestName }) => guestName)
    expect(await findGuests('محمد', { limit: 3 })).toEqual({ total: 301, names: names.slice(0, 3) })
    expect(await findGuests('محمد', { limit: 3, offset: 299 })).toEqual({ total: 301, names: [names[299], 'سارة'] })
    expect(await findGuests('محمد', { limit: 3, offset: 301 })).toEqual({ total: 301, names: [] })
    expect(await findGuests('محمد')).toEqual({ total: 301, names: [...names, 'سارة'] })
    // The second word is rare enough for its guests to be compared in memory, and the third is in one name.
    expect(await findGuests('محمد صبري', { limit: 2, offset: 148 })).toEqual({ total: 150, names: [names[297], names[299]] })
    expect(await findGuests('محمد صبري 299')).toEqual({ total: 1, names: [names[299]] })
    expect(await findGuests('محمد محمدي', { filter: 'scanned' })).toEqual({ total: 2, names: names.slice(0, 2) })
    expect(await findGuests('محمد صبري', { filter: 'unscanned', limit: 1 })).toEqual({ total: 149, names: [names[3]] })
    expect(await findGuests('محمد صبري', { filter: 'scanned' })).toEqual({ total: 1, names: [names[1]] })
    const candidates = await host.checkIn.candidates({ search: 'محمد', eventName: event.eventName, eventDate: event.eventDate })
    expect(candidates.map(({ guestName }) => guestName)).toEqual(names.slice(0, 10))
  })

  test('a search by event name yields to the event loop every 20 events', async () => {
    const host = await signIn({ limit: 300 })
    const events = Array.from({ length: 300 }, (_, n) => ({ ...event, eventName: `حفل ${n}`, guestName: 'سارة' }))
    await host.invitations.create({ invitations: events })
    const which = { userId: host.user.id }
    const turns = vi.spyOn(globalThis, 'setImmediate')
    expect(await createInvitationSearch(db().slowReads, 'حفل', which).count()).toBe(300)
    expect(turns.mock.calls.length).toBeGreaterThanOrEqual(15)
    turns.mockRestore()
  })
})
