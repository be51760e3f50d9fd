import { describe, expect, test } from 'vitest'
import { type CreateTestEnvironment, createInvitations } from './test-environment.ts'

/**
 * The guests that the first call creates. Each guest of `OTHERS` is created by a later call, and lists begin with the guests of the latest
 * call.
 */
const GUESTS = [
  ['محمد علي الشامي', '+967771234567'],
  ['محمّد بن عبد الله الشامي'],
  ['أبو بكر باوزير'],
  ['ابوبكر العمودي', '0777770123'],
  ['د. نورالدين آل الشيخ'],
  ['نورة بنت سعد القحطاني'],
  ['عبد الرحمن الشاميري'],
  ['أم محمد'],
  ['John Smith'],
] as const
const EVENT = { eventName: 'ملكة هند', eventDate: '2027-01-14' }
const OTHERS = [
  { eventName: 'زفاف محمد وسارة', eventDate: '2027-02-01', guestName: 'وليد ناصر' },
  { eventName: 'تخرّج', eventDate: '2027-03-01', guestName: 'الشيخ محمد ناصر' },
]

const [SHAMI, ABDULLAH, BAWAZIR, AMOUDI, NUR, NOURA, SHAMIRI, UMM, SMITH] = GUESTS.map(([name]) => name)
const [WALID, SHEIKH] = OTHERS.map(({ guestName }) => guestName)

/** Search texts, each with the names that the search finds, in order, and with names that it must not find. */
const SEARCHES: [typed: string, found: (string | undefined)[], not: (string | undefined)[]][] = [
  ['محمد الشامي', [SHAMI, ABDULLAH], [UMM, SHEIKH]],
  ['الشامي محمد', [SHAMI, ABDULLAH], [UMM]],
  ['مح شام عل', [SHAMI], [ABDULLAH]],
  ['شامي', [SHAMI, ABDULLAH, SHAMIRI], []],
  ['محمد عبدالله', [ABDULLAH], [SHAMI]],
  ['محمد بن علي', [SHAMI], [ABDULLAH]],
  ['نورة سعد', [NOURA], [NUR]],
  ['بنت سعد قحطاني', [NOURA], []],
  ['أبو بكر', [BAWAZIR, AMOUDI], []],
  ['ابوبكر', [BAWAZIR, AMOUDI], []],
  ['بكر عمودي', [AMOUDI], [BAWAZIR]],
  ['با وزير', [BAWAZIR], []],
  ['نور الدين', [NUR], [NOURA]],
  ['الشيخ', [SHEIKH, NUR], []],
  ['م. محمد ناصر', [SHEIKH], [WALID]],
  ['الأستاذ وليد', [WALID], []],
  ['د نورة', [NOURA], [NUR]],
  ['4567', [SHAMI], [AMOUDI]],
  ['٠١٢٣', [AMOUDI], []],
  ['0771 234 567', [SHAMI], []],
  ['567', [], [SHAMI]],
  // One typing error: a letter missing or wrong, or two letters swapped.
  ['الشامري', [SHAMI, ABDULLAH, SHAMIRI], [UMM]],
  ['محمد الشلمي', [SHAMI, ABDULLAH], [SHAMIRI]],
  ['القطحاني', [NOURA], []],
  ['smiht', [SMITH], []],
  ['جون', [], [SMITH]],
  // Guests who are found by the name of their event follow those who are found by their own name.
  ['سارة', [WALID], []],
  ['محمد', [SHEIKH, SHAMI, ABDULLAH, UMM, WALID], [NOURA]],
  ['تخرج', [SHEIKH], [WALID]],
  ['هند', [SHAMI, ABDULLAH, BAWAZIR, AMOUDI, NUR, NOURA, SHAMIRI, UMM, SMITH], [WALID]],
  ['100%', [], []],
  ['💍', [], []],
]

/** Registers the tests of the search for invitations by name. */
export function describeSearch(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: search by name`, () => {
    async function signInWithGuests() {
      const backend = await (await createEnvironment()).signIn({})
      await backend.invitations.create({
        invitations: GUESTS.map(([guestName, phone]) => ({ ...EVENT, guestName, ...(phone && { phone }) })),
      })
      // Waits, so that the creation times differ and the order of lists is determined.
      for (const invitation of OTHERS) {
        await new Promise(resolve => setTimeout(resolve, 2))
        await backend.invitations.create({ invitations: [invitation] })
      }
      return backend
    }

    test('invitations.list returns for each search text exactly the expected names and their total number', async () => {
      const backend = await signInWithGuests()
      for (const [typed, found, not] of SEARCHES) {
        const { rows, total } = await backend.invitations.list({ search: typed })
        const names = rows.map(({ guestName }) => guestName)
        expect({ typed, names, total }).toEqual({ typed, names: found, total: found.length })
        expect(names.filter(one => not.includes(one))).toEqual([])
      }
    })

    test('candidates finds guests as the search of invitations.list does, but only in the given event and never by an event’s name', async () => {
      const backend = await signInWithGuests()
      const candidateNames = async (search: string, event = {}) =>
        (await backend.scanning.candidates({ search, ...event })).map(({ guestName }) => guestName)
      expect(await candidateNames('محمد الشامي')).toEqual([SHAMI, ABDULLAH])
      expect(await candidateNames('محمد الشلمي', EVENT)).toEqual([SHAMI, ABDULLAH])
      expect(await candidateNames('محمد')).toEqual([SHEIKH, SHAMI, ABDULLAH, UMM])
      expect(await candidateNames('محمد', EVENT)).toEqual([SHAMI, ABDULLAH, UMM])
      expect(await candidateNames('4567')).toEqual([SHAMI])
      expect(await candidateNames('زفاف')).toEqual([])
      const typedAnswer = await backend.scanning.check({ qr_code: 'الشامي محمد', source: 'typed' })
      expect(typedAnswer.candidates?.map(({ guestName }) => guestName)).toEqual([SHAMI, ABDULLAH])
    })

    test('pages of invitations.list with a search have exact matches first, then matches of the event’s name, then matches with a typing error', async () => {
      const backend = await (await createEnvironment()).signIn({})
      await createInvitations(backend, 'سالم الشاميري', 'هدى الشامي', 'علي الشامري', 'نجلاء الشاميري')
      await backend.invitations.create({ invitations: [{ eventName: 'حفل الشامري', eventDate: '2027-02-01', guestName: 'ناصر' }] })
      const all = ['علي الشامري', 'ناصر', 'سالم الشاميري', 'هدى الشامي', 'نجلاء الشاميري']
      expect((await backend.invitations.list({ search: 'الشامري' })).rows.map(({ guestName }) => guestName)).toEqual(all)
      for (const limit of [1, 2, 3]) {
        const paged: string[] = []
        for (let offset = 0; offset < 6; offset += limit) {
          const { rows, total } = await backend.invitations.list({ search: 'الشامري', limit, offset })
          expect(total).toBe(all.length)
          paged.push(...rows.map(({ guestName }) => guestName))
        }
        expect({ limit, paged }).toEqual({ limit, paged: all })
      }
      const [nasser] = (await backend.invitations.list({ search: 'ناصر' })).rows
      await backend.scanning.check({ qr_code: nasser!.id })
      const found = async (filter: 'scanned' | 'unscanned') => await backend.invitations.list({ search: 'الشامري', filter })
      expect((await found('scanned')).rows.map(({ guestName }) => guestName)).toEqual(['ناصر'])
      expect(await found('unscanned')).toMatchObject({ total: 4, rows: [{ guestName: 'علي الشامري' }, {}, {}, {}] })
    })
  })
}
