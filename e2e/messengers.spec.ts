import { test as recordTest } from '@playwright/test'
import { choosePicture, generate, photograph, zippedCards } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { FORTY_GUESTS } from './guests.ts'
import { figuresOf, isMeasured, reportStale } from './measurements.ts'
import { MESSENGERS, readLikeDoors, sentByMessenger } from './pictures.ts'

/** A guest name of ordinary length, the longest of the forty, and one in Latin letters. */
const GUESTS = [FORTY_GUESTS[0], FORTY_GUESTS[12], 'Dr. Maria del Carmen García-López'] as const

/** A name so long that a small code on a card has only the id. */
const VERY_LONG = 'صاحب السعادة الأستاذ الدكتور عبدالرحمن بن محمد بن عبدالعزيز الحكيمي وعائلته الكريمة وضيوفه الأفاضل من أهل'

const compressionsWithSide = (minSide: number) => MESSENGERS.filter(({ longSide }) => longSide >= minSide)

/** Returns the copies of a card that the scanner's decoder cannot read, among those whose long side has at least `minSide` pixels. */
async function unreadCopies(card: Buffer, id: string, minSide: number) {
  const read = await Promise.all(
    compressionsWithSide(minSide).map(async compression => ({
      ...compression,
      read: await readLikeDoors(await sentByMessenger(card, compression)),
    })),
  )
  return read.filter(({ read }) => !read?.includes(id)).map(({ longSide, quality }) => `${longSide} px, JPEG ${quality}`)
}

/**
 * The smallest long side, in pixels, at which each card is read. At 640 pixels a full code with a longer name is read or not depending on
 * where its modules happen to fall; the small code on a photograph has too many modules, unless it has only the id.
 */
const BACKGROUNDS = [
  {
    ground: 'a built-in template',
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

for (const { ground, picture, cards } of BACKGROUNDS) {
  const copies = cards.flatMap(({ from }) => compressionsWithSide(from)).length

  if (isMeasured('messengers'))
    test(`cards on ${ground} are read after a messenger has recompressed them`, async ({ page, signIn, admin }, info) => {
      test.setTimeout(600_000)
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
        expect(await unreadCopies(files[n]!.file, id, from), guest).toEqual([])
      }
      info.annotations.push({ type: 'figure', description: JSON.stringify({ name: ground, read: copies, of: copies }) })
      reportStale('messengers')
    })
  else
    recordTest(`the recorded figures say that all copies of cards on ${ground} are read`, () => {
      expect(figuresOf('messengers')[ground]).toEqual({ read: copies, of: copies })
    })
}
