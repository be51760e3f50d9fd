import { choosePicture, generate, photograph, zippedCards } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { FORTY_GUESTS } from './guests.ts'
import { MESSENGERS, readLikeDoors, sentByMessenger } from './pictures.ts'

/** One of the usual length, the longest of the forty, and one in Latin letters. */
const GUESTS = [FORTY_GUESTS[0], FORTY_GUESTS[12], 'Dr. Maria del Carmen García-López'] as const

/** So long that the code of a card holds the id alone where it is small. */
const VERY_LONG = 'صاحب السعادة الأستاذ الدكتور عبدالرحمن بن محمد بن عبدالعزيز الحكيمي وعائلته الكريمة وضيوفه الأفاضل من أهل'

/** Which copies of a card the doors cannot read, among those that reach so many pixels. */
async function unread(card: Buffer, id: string, from: number) {
  const copies = MESSENGERS.filter(({ longSide }) => longSide >= from)
  const read = await Promise.all(copies.map(async how => ({ ...how, read: await readLikeDoors(await sentByMessenger(card, how)) })))
  return read.filter(({ read }) => !read?.includes(id)).map(({ longSide, quality }) => `${longSide} px, JPEG ${quality}`)
}

/**
 * Down to which long side each card is read. At 640 pixels a code that holds more than the usual length depends on how its modules
 * happen to fall, and the small code of a photograph holds too much, unless it is the id alone.
 */
const GROUNDS = [
  {
    ground: 'a ready design',
    picture: undefined,
    cards: [
      { guest: GUESTS[0], from: 640 },
      { guest: GUESTS[1], from: 1280 },
      { guest: GUESTS[2], from: 1280 },
      { guest: VERY_LONG, from: 1280 },
    ],
  },
  {
    ground: 'a photograph',
    picture: () => photograph({ noise: 24 }),
    cards: [
      { guest: GUESTS[0], from: 1280 },
      { guest: GUESTS[2], from: 1280 },
      { guest: VERY_LONG, from: 640 },
    ],
  },
]

for (const { ground, picture, cards } of GROUNDS)
  test(`cards on ${ground} are read by the doors after a messenger has had them`, async ({ page, signIn, admin }) => {
    test.setTimeout(240_000)
    await signIn()
    await page.goto('/generator')
    await generate(
      page,
      'زفاف محمّد وسارة',
      cards.map(({ guest }) => guest),
    )
    if (picture) await choosePicture(page, await picture())
    const files = await zippedCards(page)
    const { rows } = await admin.invitations.list({})
    for (const [n, { guest, from }] of cards.entries()) {
      const { id } = rows.find(({ guestName }) => guestName === guest)!
      expect(await unread(files[n]!.file, id, from), guest).toEqual([])
    }
  })
