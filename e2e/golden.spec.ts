import {
  CARD_SIZES_ON_PICTURE,
  CARD_SIZES_ON_TEMPLATE,
  CARD_WIDTH,
  codeBoxes,
  DEFAULT_POSITIONS,
  nameBox,
} from '@hudur/core/cards/geometry'
import { type Page, test as recordTest } from '@playwright/test'
import { chooseBackgroundPicture, createPhotograph, downloadZippedCards, generateInvitations, pixelsOf } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { cropGuestName, GOLDEN_NAMES, NAME_IMAGE_TOLERANCE } from './golden-names.ts'
import { isMeasurementDue, readRecordedFigures, reportFigure } from './measurements.ts'

const BACKGROUNDS = [
  { background: 'mithaq', sizes: CARD_SIZES_ON_TEMPLATE, choose: async () => undefined },
  { background: 'qamar', sizes: CARD_SIZES_ON_TEMPLATE, choose: (page: Page) => chooseTemplate(page, 'قمر') },
  {
    background: 'picture',
    sizes: CARD_SIZES_ON_PICTURE,
    choose: async (page: Page) => chooseBackgroundPicture(page, await createPhotograph({ noise: 0 })),
  },
] as const

const GOLDEN_NAME_COUNT = Object.keys(GOLDEN_NAMES).length

const chooseTemplate = (page: Page, name: string) => page.getByRole('radio', { name }).first().check()

test('the golden name «sixty-characters» has 60 characters', () => {
  expect([...GOLDEN_NAMES['sixty-characters']]).toHaveLength(60)
})

for (const { background, sizes, choose } of BACKGROUNDS) {
  if (!isMeasurementDue('golden')) {
    recordTest(`measurements.json records that names on ${background} cards match`, () => {
      expect(readRecordedFigures('golden')[background]).toEqual({ read: GOLDEN_NAME_COUNT, of: GOLDEN_NAME_COUNT })
    })
    continue
  }
  test(`guest names on ${background} cards match their reviewed images`, async ({ page, signIn }, info) => {
    test.setTimeout(180_000)
    await signIn()
    await page.goto('/generator')
    await generateInvitations(page, 'زفاف محمّد وسارة', Object.values(GOLDEN_NAMES))
    await choose(page)
    const cards = await downloadZippedCards(page)
    expect(cards).toHaveLength(GOLDEN_NAME_COUNT)
    const pixels = await Promise.all(cards.map(({ file }) => pixelsOf(file)))

    for (const [n, [goldenName, name]] of Object.entries(GOLDEN_NAMES).entries()) {
      expect.soft(await cropGuestName(cards[n]!.file, name, sizes)).toMatchSnapshot(`${background}-${goldenName}.png`, NAME_IMAGE_TOLERANCE)
    }
    const code = codeBoxes(DEFAULT_POSITIONS.code, sizes).box
    for (const [n, [goldenName, name]] of Object.entries(GOLDEN_NAMES).entries()) {
      const box = nameBox(name, DEFAULT_POSITIONS.name, sizes)
      const nameArea = { y: box.y + NAME_AREA_INSET[sizes === CARD_SIZES_ON_TEMPLATE ? 'design' : 'plate'], end: box.y + box.height }
      const rows = findDifferingPixelRows(pixels[n]!, pixels[(n + 1) % pixels.length]!)
      const outside = rows.filter(row => (row < nameArea.y || row >= nameArea.end) && (row < code.y || row >= code.y + code.height))
      expect(outside, `${goldenName} on ${background}: rows that differ outside the name's area and the code`).toEqual([])
      if (sizes === CARD_SIZES_ON_TEMPLATE) continue
      // The rows between the text and the upper and lower edge of its light plate contain no dark pixel.
      for (const row of [9, 13, box.height - 14, box.height - 10])
        expect(countDarkPixels(pixels[n]!, box.y + row, box), `${goldenName} on ${background}: dark pixels in row ${row}`).toBe(0)
    }
    reportFigure(info, 'golden', background, { read: cards.length, of: GOLDEN_NAME_COUNT })
  })
}

/**
 * The number of pixels between the top of a name's box and the area of the name itself. On a card template, the line «إلى حضرة» is above
 * that area. On a picture, the box is a light plate, and the name may fill it.
 */
const NAME_AREA_INSET = { design: 26, plate: 0 }

/** Returns the indexes of the rows of pixels in which two cards differ. */
function findDifferingPixelRows(a: Buffer, b: Buffer) {
  const stride = CARD_WIDTH * 3
  return Array.from({ length: a.length / stride }, (_, row) => row).filter(
    row => !a.subarray(row * stride, (row + 1) * stride).equals(b.subarray(row * stride, (row + 1) * stride)),
  )
}

/** Counts the dark pixels of a row, within a box and at least 20 px from the sides of the box. */
function countDarkPixels(pixels: Buffer, row: number, { x, width }: { x: number; width: number }) {
  let count = 0
  for (let at = x + 20; at < x + width - 20; at++) if (pixels[(row * CARD_WIDTH + at) * 3 + 1]! < 120) count++
  return count
}
