import { describe, expect, test } from 'vitest'
import { type CreateTestEnvironment, createInvitations } from '../test-environment.ts'

/**
 * The guests that the first call creates. Each guest of `LATER_GUESTS` is created by a later call, and lists begin with the guests of the
 * latest call.
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
const LATER_GUESTS = [
  { eventName: 'زفاف محمد وسارة', eventDate: '2027-02-01', guestName: 'وليد ناصر' },
  { eventName: 'تخرّج', eventDate: '2027-03-01', guestName: 'الشيخ محمد ناصر' },
]

const [GUEST_SHAMI, GUEST_ABDULLAH, GUEST_BAWAZIR, GUEST_AMOUDI, GUEST_NUR, GUEST_NOURA, GUEST_SHAMIRI, GUEST_UMM, GUEST_SMITH] =
  GUESTS.map(([name]) => name)
const [GUEST_WALID, GUEST_SHEIKH] = LATER_GUESTS.map(({ guestName }) => guestName)

/** Search texts, each with the names that the search finds, in order, and with names that it must not find. */
const SEARCH_CASES: [typed: string, found: (string | undefined)[], not: (string | undefined)[]][] = [
  ['محمد الشامي', [GUEST_SHAMI, GUEST_ABDULLAH], [GUEST_UMM, GUEST_SHEIKH]],
  ['الشامي محمد', [GUEST_SHAMI, GUEST_ABDULLAH], [GUEST_UMM]],
  ['مح شام عل', [GUEST_SHAMI], [GUEST_ABDULLAH]],
  ['شامي', [GUEST_SHAMI, GUEST_ABDULLAH, GUEST_SHAMIRI], []],
  ['محمد عبدالله', [GUEST_ABDULLAH], [GUEST_SHAMI]],
  ['محمد بن علي', [GUEST_SHAMI], [GUEST_ABDULLAH]],
  ['نورة سعد', [GUEST_NOURA], [GUEST_NUR]],
  ['بنت سعد قحطاني', [GUEST_NOURA], []],
  ['أبو بكر', [GUEST_BAWAZIR, GUEST_AMOUDI], []],
  ['ابوبكر', [GUEST_BAWAZIR, GUEST_AMOUDI], []],
  ['بكر عمودي', [GUEST_AMOUDI], [GUEST_BAWAZIR]],
  ['با وزير', [GUEST_BAWAZIR], []],
  ['نور الدين', [GUEST_NUR], [GUEST_NOURA]],
  ['الشيخ', [GUEST_SHEIKH, GUEST_NUR], []],
  ['م. محمد ناصر', [GUEST_SHEIKH], [GUEST_WALID]],
  ['الأستاذ وليد', [GUEST_WALID], []],
  ['د نورة', [GUEST_NOURA], [GUEST_NUR]],
  ['4567', [GUEST_SHAMI], [GUEST_AMOUDI]],
  ['٠١٢٣', [GUEST_AMOUDI], []],
  ['0771 234 567', [GUEST_SHAMI], []],
  ['567', [GUEST_SHAMI], []],
  ['67', [], [GUEST_SHAMI]],
  // A part of a word.
  ['حطان', [GUEST_NOURA], []],
  ['بكر مود', [GUEST_AMOUDI], [GUEST_BAWAZIR]],
  ['نورة مود', [], [GUEST_NOURA, GUEST_AMOUDI]],
  // One typing error: a letter missing or wrong, or two letters swapped.
  ['الشامري', [GUEST_SHAMI, GUEST_ABDULLAH, GUEST_SHAMIRI], [GUEST_UMM]],
  ['محمد الشلمي', [GUEST_SHAMI, GUEST_ABDULLAH], [GUEST_SHAMIRI]],
  ['القطحاني', [GUEST_NOURA], []],
  ['smiht', [GUEST_SMITH], []],
  ['محد علي', [GUEST_SHAMI], []],
  ['وليند', [GUEST_WALID], []],
  // Names in Latin letters.
  ['Walid', [GUEST_WALID], []],
  ['nasser mohammed', [GUEST_SHEIKH], [GUEST_WALID]],
  ['جون', [], [GUEST_SMITH]],
  // Guests who are found by the name of their event follow those who are found by their own name.
  ['سارة', [GUEST_WALID], []],
  ['محمد', [GUEST_SHEIKH, GUEST_SHAMI, GUEST_ABDULLAH, GUEST_UMM, GUEST_WALID], [GUEST_NOURA]],
  ['تخرج', [GUEST_SHEIKH], [GUEST_WALID]],
  [
    'هند',
    [GUEST_SHAMI, GUEST_ABDULLAH, GUEST_BAWAZIR, GUEST_AMOUDI, GUEST_NUR, GUEST_NOURA, GUEST_SHAMIRI, GUEST_UMM, GUEST_SMITH],
    [GUEST_WALID],
  ],
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
      for (const invitation of LATER_GUESTS) {
        await new Promise(resolve => setTimeout(resolve, 2))
        await backend.invitations.create({ invitations: [invitation] })
      }
      return backend
    }

    test('invitations.list finds for each text exactly the expected names', async () => {
      const backend = await signInWithGuests()
      for (const [typed, found, not] of SEARCH_CASES) {
        const { rows, total } = await backend.invitations.list({ search: typed })
        const names = rows.map(({ guestName }) => guestName)
        expect({ typed, names, total }).toEqual({ typed, names: found, total: found.length })
        expect(names.filter(one => not.includes(one))).toEqual([])
      }
    })

    test('letters of other keyboards find the guest, also at a gate', async () => {
      const backend = await (await createEnvironment()).signIn({})
      await createInvitations(backend, 'علی کریم', 'هیا گلزار', 'پارسا چمران', 'ژاله ڤيان', 'نور ٱلہدى')
      const cases = [
        ['علي كريم', 'علی کریم'],
        ['كريم', 'علی کریم'],
        ['هيا كلزار', 'هیا گلزار'],
        ['بارسا جمران', 'پارسا چمران'],
        ['زاله فيان', 'ژاله ڤيان'],
        ['نور الهدى', 'نور ٱلہدى'],
        ['ڪ', undefined],
      ] as const
      for (const [typed, found] of cases) {
        const { rows } = await backend.invitations.list({ search: typed })
        expect({ typed, names: rows.map(({ guestName }) => guestName) }).toEqual({ typed, names: found ? [found] : [] })
      }
      expect((await backend.checkIn.candidates({ search: 'كريم' })).map(({ guestName }) => guestName)).toEqual(['علی کریم'])
      expect(await backend.checkIn.check({ qr_code: 'علي كريم', source: 'typed' })).toMatchObject({ outcome: 'admitted' })
    })

    test('candidates searches guests of the given event only', async () => {
      const backend = await signInWithGuests()
      const findCandidateNames = async (search: string, event = {}) =>
        (await backend.checkIn.candidates({ search, ...event })).map(({ guestName }) => guestName)
      expect(await findCandidateNames('محمد الشامي')).toEqual([GUEST_SHAMI, GUEST_ABDULLAH])
      expect(await findCandidateNames('محمد الشلمي', EVENT)).toEqual([GUEST_SHAMI, GUEST_ABDULLAH])
      expect(await findCandidateNames('محمد')).toEqual([GUEST_SHEIKH, GUEST_SHAMI, GUEST_ABDULLAH, GUEST_UMM])
      expect(await findCandidateNames('محمد', EVENT)).toEqual([GUEST_SHAMI, GUEST_ABDULLAH, GUEST_UMM])
      expect(await findCandidateNames('4567')).toEqual([GUEST_SHAMI])
      expect(await findCandidateNames('زفاف')).toEqual([])
      const typedAnswer = await backend.checkIn.check({ qr_code: 'الشامي محمد', source: 'typed' })
      expect(typedAnswer.candidates?.map(({ guestName }) => guestName)).toEqual([GUEST_SHAMI, GUEST_ABDULLAH])
    })

    test('search lists exact matches before event names and misspellings', async () => {
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
      await backend.checkIn.check({ qr_code: nasser!.id })
      const listFiltered = async (filter: 'scanned' | 'unscanned') => await backend.invitations.list({ search: 'الشامري', filter })
      expect((await listFiltered('scanned')).rows.map(({ guestName }) => guestName)).toEqual(['ناصر'])
      expect(await listFiltered('unscanned')).toMatchObject({ total: 4, rows: [{ guestName: 'علي الشامري' }, {}, {}, {}] })
    })
  })
}
