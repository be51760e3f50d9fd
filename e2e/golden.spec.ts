import { CARD_WIDTH, codeBoxes, DEFAULT_PLACES, DESIGN_SIZES, nameBox, PICTURE_SIZES } from '@hudur/core'
import type { Page } from '@playwright/test'
import { choosePicture, generate, photograph, pixelsOf, zippedCards } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { NAMES, nameStrip, TOLERANCE } from './golden-names.ts'

const BACKGROUNDS = [
  { ground: 'mithaq', sizes: DESIGN_SIZES, choose: async () => undefined },
  { ground: 'qamar', sizes: DESIGN_SIZES, choose: (page: Page) => chooseDesign(page, 'قمر') },
  { ground: 'picture', sizes: PICTURE_SIZES, choose: async (page: Page) => choosePicture(page, await photograph({ noise: 0 })) },
] as const

const chooseDesign = (page: Page, name: string) => page.getByRole('radio', { name }).first().check()

test('the golden name of sixty characters has sixty characters', () => {
  expect([...NAMES['sixty-characters']]).toHaveLength(60)
})

for (const { ground, sizes, choose } of BACKGROUNDS)
  test(`ten names on cards with the background ${ground} match their reviewed images, and none leaves its box`, async ({
    page,
    signIn,
  }) => {
    test.setTimeout(180_000)
    await signIn()
    await page.goto('/generator')
    await generate(page, 'زفاف محمّد وسارة', Object.values(NAMES))
    await choose(page)
    const cards = await zippedCards(page)
    expect(cards).toHaveLength(Object.keys(NAMES).length)
    const pixels = await Promise.all(cards.map(({ file }) => pixelsOf(file)))

    for (const [n, [what, name]] of Object.entries(NAMES).entries()) {
      expect.soft(await nameStrip(cards[n]!.file, name, sizes)).toMatchSnapshot(`${ground}-${what}.png`, TOLERANCE)
    }
    const code = codeBoxes(DEFAULT_PLACES.code, sizes).box
    for (const [n, [what, name]] of Object.entries(NAMES).entries()) {
      const box = nameBox(name, DEFAULT_PLACES.name, sizes)
      const room = { y: box.y + INSET[sizes === DESIGN_SIZES ? 'design' : 'plate'], end: box.y + box.height }
      const rows = changedRows(pixels[n]!, pixels[(n + 1) % pixels.length]!)
      const outside = rows.filter(row => (row < room.y || row >= room.end) && (row < code.y || row >= code.y + code.height))
      expect(outside, `${what} on ${ground}: rows that differ outside the name's room and the code`).toEqual([])
      if (sizes === DESIGN_SIZES) continue
      // The rows between the plate's edge and the text, above and below it, contain no ink.
      for (const row of [9, 13, box.height - 14, box.height - 10])
        expect(inkOf(pixels[n]!, box.y + row, box), `${what} on ${ground}: ink in row ${row}`).toBe(0)
    }
  })

/**
 * The pixels from the top of a name's box to the area of the name itself: on a card template that area is below «إلى حضرة»; on a plate it
 * is the whole box.
 */
const INSET = { design: 26, plate: 0 }

function changedRows(a: Buffer, b: Buffer) {
  const stride = CARD_WIDTH * 3
  return Array.from({ length: a.length / stride }, (_, row) => row).filter(
    row => !a.subarray(row * stride, (row + 1) * stride).equals(b.subarray(row * stride, (row + 1) * stride)),
  )
}

/** Counts the pixels of a row that are as dark as ink, within a box and at least 20 px from its sides. */
function inkOf(pixels: Buffer, row: number, { x, width }: { x: number; width: number }) {
  let ink = 0
  for (let at = x + 20; at < x + width - 20; at++) if (pixels[(row * CARD_WIDTH + at) * 3 + 1]! < 120) ink++
  return ink
}
