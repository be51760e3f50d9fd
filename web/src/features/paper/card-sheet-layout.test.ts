import { expect, test } from 'vitest'
import { layOutCardSheets } from './card-sheet-layout.ts'

test('layOutCardSheets puts four cards on each sheet in order', () => {
  const cards = Array.from({ length: 300 }, (_, n) => n)
  const sheets = layOutCardSheets(cards)
  expect(sheets).toHaveLength(75)
  expect(sheets.flat().map(({ card }) => card)).toEqual(cards)
  expect(layOutCardSheets(cards.slice(0, 6)).map(sheet => sheet.length)).toEqual([4, 2])
  expect(layOutCardSheets([])).toEqual([])
})

test('layOutCardSheets places four cards of 90 × 135 mm on an A4 sheet', () => {
  const [places] = layOutCardSheets([1, 2, 3, 4]).map(sheet => sheet.map(({ place }) => place))
  expect(places).toEqual([
    { left: 110, top: 9, width: 90, height: 135 },
    { left: 10, top: 9, width: 90, height: 135 },
    { left: 110, top: 153, width: 90, height: 135 },
    { left: 10, top: 153, width: 90, height: 135 },
  ])
})

test('layOutCardSheets gives each card eight crop marks', () => {
  const [sheet = []] = layOutCardSheets([1, 2, 3, 4])
  for (const { marks, place } of sheet) {
    expect(marks).toHaveLength(8)
    for (const { x1, x2, y1, y2 } of marks) {
      const isVertical = x1 === x2
      expect(isVertical ? [place.left, place.left + place.width] : [place.top, place.top + place.height]).toContain(isVertical ? x1 : y1)
      for (const [x, y] of [
        [x1, y1],
        [x2, y2],
      ] as const) {
        expect(Math.min(x, y, 210 - x, 297 - y)).toBeGreaterThanOrEqual(4)
        const isOnCard = sheet.some(
          ({ place: { left, top, width, height } }) => x >= left && x <= left + width && y >= top && y <= top + height,
        )
        expect(isOnCard).toBe(false)
      }
    }
  }
})
