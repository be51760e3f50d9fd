import { test as recordTest } from '@playwright/test'
import { chooseBackgroundPicture, createPhotograph, downloadZippedCards, generateInvitations } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { FORTY_GUEST_NAMES } from './guests.ts'
import { isMeasurementDue, readRecordedFigures, reportFigure } from './measurements.ts'
import { MESSENGER_COMPRESSIONS, readWithScannerDecoder, recompressLikeMessenger } from './pictures.ts'

/** A guest name of ordinary length, the longest of the forty names, and a name in Latin letters. */
const GUESTS = [FORTY_GUEST_NAMES[0], FORTY_GUEST_NAMES[12], 'Dr. Maria del Carmen García-López'] as const

/** A name so long that the small QR code of a card contains only the invitation's id. */
const VERY_LONG_NAME = 'صاحب السعادة الأستاذ الدكتور عبدالرحمن بن محمد بن عبدالعزيز الحكيمي وعائلته الكريمة وضيوفه الأفاضل من أهل'

const filterCompressionsBySide = (minLongSide: number) => MESSENGER_COMPRESSIONS.filter(({ longSide }) => longSide >= minLongSide)

/** Returns the copies of a card that the scanner's decoder cannot read, among those whose long side has at least `minLongSide` pixels. */
async function findUnreadableCopies(card: Buffer, id: string, minLongSide: number) {
  const read = await Promise.all(
    filterCompressionsBySide(minLongSide).map(async compression => ({
      ...compression,
      read: await readWithScannerDecoder(await recompressLikeMessenger(card, compression)),
    })),
  )
  return read.filter(({ read }) => !read?.includes(id)).map(({ longSide, quality }) => `${longSide} px, JPEG ${quality}`)
}

/**
 * The backgrounds, and the guests of their cards. Each copy of a card with a long side of at least `minLongSide` pixels must be readable.
 * In copies of 640 pixels, a full code with a longer name is readable only when its modules happen to align with the pixels. The small code
 * on a photograph has too many modules for such copies, unless it contains only the id.
 */
const BACKGROUNDS = [
  {
    background: 'a built-in template',
    picture: undefined,
    cards: [
      { guest: GUESTS[0], minLongSide: 640 },
      { guest: GUESTS[1], minLongSide: 1280 },
      { guest: GUESTS[2], minLongSide: 1280 },
      { guest: VERY_LONG_NAME, minLongSide: 1280 },
    ],
  },
  {
    background: 'a photograph',
    picture: () => createPhotograph({ noise: 24 }),
    cards: [
      { guest: GUESTS[0], minLongSide: 1280 },
      { guest: GUESTS[2], minLongSide: 1280 },
      { guest: VERY_LONG_NAME, minLongSide: 640 },
    ],
  },
]

for (const { background, picture, cards } of BACKGROUNDS) {
  const copies = cards.flatMap(({ minLongSide }) => filterCompressionsBySide(minLongSide)).length

  if (isMeasurementDue('messengers'))
    test(`cards on ${background} are readable after a messenger compressed them`, async ({ page, signIn, admin }, info) => {
      test.setTimeout(600_000)
      await signIn()
      await page.goto('/generator')
      await generateInvitations(
        page,
        'زفاف محمّد وسارة',
        cards.map(({ guest }) => guest),
      )
      if (picture) await chooseBackgroundPicture(page, await picture())
      const files = await downloadZippedCards(page)
      const { rows } = await admin.invitations.list({})
      for (const [n, { guest, minLongSide }] of cards.entries()) {
        const { id } = rows.find(({ guestName }) => guestName === guest)!
        expect(await findUnreadableCopies(files[n]!.file, id, minLongSide), guest).toEqual([])
      }
      reportFigure(info, 'messengers', background, { read: copies, of: copies })
    })
  else
    recordTest(`measurements.json records that all cards on ${background} were read`, () => {
      expect(readRecordedFigures('messengers')[background]).toEqual({ read: copies, of: copies })
    })
}
