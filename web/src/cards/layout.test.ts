import { addDays } from '@hudur/core/calendar'
import { CARD_WIDTH, nameBox } from '@hudur/core/cards/geometry'
import { type CardElement, layoutBackground, layoutGuest } from '@hudur/core/cards/layout'
import { type CardLook, DEFAULT_LOOK, NAME_SIZE_LIMITS, TEMPLATE_NAMES, TYPEFACE_NAMES } from '@hudur/core/cards/look'
import { cardSizesOf, panelBoxOf } from '@hudur/core/cards/parts'
import { INK_ON_PICTURE, type TextLine } from '@hudur/core/cards/template'
import { NAME_TYPEFACES, type Typeface } from '@hudur/core/cards/typefaces'
import { houseLines } from '@hudur/core/events/house-lines'
import { GOLDEN_NAMES } from '@hudur/core/testing/golden-names'
import { describe, expect, test } from 'vitest'
import { createTextShaper } from '../../testing/card-fonts.ts'
import { text } from '../text/ar.ts'
import { formatCardDay } from '../text/card-format.ts'
import { eventWordsOf, guestWordsOf } from './backgrounds.ts'
import { TEMPLATE_OCCASIONS } from './templates/occasions.ts'
import { templateOf } from './templates.ts'

const { measure: textMeasurerOf, faceFor } = await createTextShaper(Object.values(NAME_TYPEFACES))

const PICTURE_BACKGROUND: CardLook['background'] = { is: 'picture', pictureId: 'A'.repeat(20) }
const BACKGROUNDS = [...TEMPLATE_NAMES.map(design => ({ is: 'ready' as const, design })), PICTURE_BACKGROUND]

/** The screen width of a phone that a card fills, and the smallest letters that people can read on it at arm's length, both in pixels. */
const PHONE_DISPLAY = { width: 360, letters: 11 }

/** The smallest letters of the line with all four phrases of the words of the house, in pixels of that screen. */
const MIN_HOUSE_LETTERS = 9

/** A guest's name of about eighty letters, as long as the longest names in the test data. */
const LONG_NAME = 'صاحب السمو الأستاذ الدكتور عبدالرحمن بن عبدالله بن محمد آل الشيخ وعائلته الكريمة'

const CARD_WORDS = {
  eventName: 'زفاف محمّد بن عبدالرحمن السقّاف وسارة بنت أحمد الإرياني',
  day: 'الخميس ٦ شعبان ١٤٤٨هـ الموافق ١٤ يناير ٢٠٢٧م',
  lines: ['الساعة ٨ مساءً', 'قاعة ليالي أزال، صنعاء', 'الداعون: صالح بن أحمد وأبناؤه', 'للأطفال قاعة بجوار القاعة'],
  opening: 'نتشرّف بدعوتكم إلى',
  to: 'إلى حضرة',
  closing: 'يسعدنا حضوركم',
  practical: 'يُبرز هذا الرمز عند الدخول',
}

const textLinesIn = (marks: readonly CardElement[]) => marks.filter(mark => mark.is === 'text')

/** The ten widest dates of four years in each font, as texts on a card. The widest dates get the smallest letters. */
const WIDEST_DAY_TEXTS = (() => {
  const days = Array.from({ length: 4 * 365 }, (_, n) => formatCardDay(addDays('2026-01-01', n), 'both'))
  const widestDaysIn = (face: Typeface) => {
    const widthOf = new Map(days.map(day => [day, textMeasurerOf(face)(day, 100).width]))
    return days.toSorted((a, b) => widthOf.get(b)! - widthOf.get(a)!).slice(0, 10)
  }
  return new Set(Object.values(NAME_TYPEFACES).flatMap(widestDaysIn))
})()

/** Returns the edges of the inked area of a text line, in pixels of the card. */
function inkBoxOf({ text, x, baseline, face, size }: TextLine) {
  const { width, ascent, descent } = textMeasurerOf(face)(text, size)
  return { left: x - width / 2, right: x + width / 2, top: baseline - ascent, bottom: baseline + descent }
}

describe.each(BACKGROUNDS)('the layout of a card with the background $is $design', background => {
  const lookWithNameStyle = (name: Partial<CardLook['name']>): CardLook => ({
    ...DEFAULT_LOOK,
    background,
    name: { ...DEFAULT_LOOK.name, ...name },
  })

  test.each([null, NAME_SIZE_LIMITS.min, 84, NAME_SIZE_LIMITS.max])(
    'layoutGuest keeps every golden name inside its box at size %s',
    size => {
      for (const face of TYPEFACE_NAMES)
        for (const align of ['left', 'center', 'right'] as const)
          for (const guestName of Object.values(GOLDEN_NAMES)) {
            const look = lookWithNameStyle({ face, size, align })
            const box = nameBox(guestName, look.places.name, cardSizesOf(look))
            const marks = layoutGuest({ look, template: templateOf(look), measure: textMeasurerOf, faceFor }, { guestName, persons: '' })
            const lines = textLinesIn(marks)
            const within = `${guestName} in ${face}`
            expect(lines.map(({ text }) => text).join(' '), within).toBe(guestName)
            for (const line of lines) {
              const ink = inkBoxOf(line)
              expect(line.size, within).toBeLessThanOrEqual(cardSizesOf(look).nameLetters)
              expect(Math.min(ink.left - box.x, box.x + box.width - ink.right), within).toBeGreaterThan(-0.01)
              expect(Math.min(ink.top - box.y, box.y + box.height - ink.bottom), within).toBeGreaterThan(-0.01)
            }
          }
    },
  )

  test('layoutBackground places event, day and lines below each other', () => {
    const look = { ...lookWithNameStyle({}), time: '8', place: 'قاعة ليالي أزال', lines: ['أ', 'ب'] }
    const card = { look, template: templateOf(look), measure: textMeasurerOf, faceFor }
    const { eventName, day, lines } = CARD_WORDS
    const said = textLinesIn(layoutBackground(card, CARD_WORDS))
    const event = said.filter(({ text }) => text !== eventName && eventName.includes(text))
    const below = [day, ...lines].map(line => said.find(({ text }) => text === line)!)
    const column = [...(event.length > 0 ? event : said.filter(({ text }) => text === eventName)), ...below]
    expect(column.length).toBeGreaterThanOrEqual(6)
    for (const [n, line] of column.entries()) {
      const ink = inkBoxOf(line)
      expect(ink.left, line.text).toBeGreaterThan(60)
      expect(ink.right, line.text).toBeLessThan(CARD_WIDTH - 60)
      if (n > 0) expect(ink.top, line.text).toBeGreaterThan(inkBoxOf(column[n - 1]!).bottom - 12)
    }
    const [name, persons] = ['هدى', 'لخمسة أشخاص']
    const guest = textLinesIn(layoutGuest(card, { guestName: name, persons }))
    const [first, last] = guest.sort((a, b) => a.baseline - b.baseline)
    expect([first?.text, last?.text.replace('\u200d', '')]).toEqual([name, persons])
  })

  test('layoutBackground shows the words of the house below the other lines, in readable letters', () => {
    const house = houseLines({ noChildren: true, noPhotography: true, personalOnly: true, modestDress: true, words: 'نرجو إغلاق الهواتف' })
    const look = { ...lookWithNameStyle({}), time: '8', place: 'قاعة', house }
    const card = { look, template: templateOf(look), measure: textMeasurerOf, faceFor }
    const words = eventWordsOf({ eventName: 'زفاف', eventDate: '2027-01-14' }, { look, picture: undefined })
    const said = textLinesIn(layoutBackground(card, words))
    const lines = [...words.lines].map(line => said.find(one => one.text === line)!)
    expect(words.lines.slice(-2)).toEqual(house)
    for (const [n, line] of lines.entries()) {
      expect(inkBoxOf(line).left, line.text).toBeGreaterThan(60)
      if (n > 0) expect(inkBoxOf(line).top, line.text).toBeGreaterThan(inkBoxOf(lines[n - 1]!).bottom - 12)
      expect((line.size * PHONE_DISPLAY.width) / CARD_WIDTH, line.text).toBeGreaterThan(MIN_HOUSE_LETTERS)
    }
  })

  test('layoutGuest keeps the line with people and table inside the box', () => {
    const look = lookWithNameStyle({})
    const card = { look, template: templateOf(look), measure: textMeasurerOf, faceFor }
    const { persons } = guestWordsOf({ guestName: 'هدى', maxScans: 100, table: 'قاعة النساء، طاولة ٢' }, { look: { ...look, table: true } })
    const box = nameBox('هدى', look.places.name, cardSizesOf(look))
    const line = inkBoxOf(
      textLinesIn(layoutGuest(card, { guestName: 'هدى', persons }))
        .sort((a, b) => a.baseline - b.baseline)
        .at(-1)!,
    )
    expect(line.left).toBeGreaterThanOrEqual(box.x)
    expect(line.right).toBeLessThanOrEqual(box.x + box.width)
  })
})

describe.each(TEMPLATE_NAMES)('letters of the template %s', design => {
  const lookOfTemplate = (changes: Partial<CardLook>): CardLook => ({ ...DEFAULT_LOOK, background: { is: 'ready', design }, ...changes })

  test('the letters of a name of eighty letters are at least 44 px large', () => {
    for (const face of TYPEFACE_NAMES)
      for (const guestName of [...Object.values(GOLDEN_NAMES), LONG_NAME]) {
        const look = lookOfTemplate({ name: { ...DEFAULT_LOOK.name, face } })
        const lines = textLinesIn(
          layoutGuest({ look, template: templateOf(look), measure: textMeasurerOf, faceFor }, { guestName, persons: '' }),
        )
        expect(Math.min(...lines.map(({ size }) => size)), `${guestName} in ${face}`).toBeGreaterThanOrEqual(NAME_SIZE_LIMITS.min)
      }
  })

  test.each([
    ['three lines', CARD_WORDS.lines.slice(0, 3)],
    ['five lines', [...CARD_WORDS.lines, 'عقد القران بعد صلاة العصر']],
  ])('the event’s day and %s are at least 11 px large on a phone', (_, [time = '', place = '', ...lines]) => {
    const look = lookOfTemplate({ time, place, lines })
    for (const day of WIDEST_DAY_TEXTS) {
      const said = [day, time, place, ...lines]
      const texts = textLinesIn(
        layoutBackground(
          { look, template: templateOf(look), measure: textMeasurerOf, faceFor },
          { ...CARD_WORDS, day, lines: said.slice(1) },
        ),
      )
      for (const line of texts.filter(({ text }) => said.includes(text)))
        expect((line.size * PHONE_DISPLAY.width) / CARD_WIDTH, line.text).toBeGreaterThanOrEqual(PHONE_DISPLAY.letters)
    }
  })
})

test('eventWordsOf returns condolence phrases for one template only', () => {
  const event = { eventName: 'عزاء آل باوزير', eventDate: '2027-01-14' }
  const eventWordsOn = (design: (typeof TEMPLATE_NAMES)[number]) =>
    eventWordsOf(event, { look: { ...DEFAULT_LOOK, background: { is: 'ready', design } }, picture: undefined })
  expect(eventWordsOn('sakina')).toMatchObject({ opening: 'إنا لله وإنا إليه راجعون', closing: 'عظّم الله أجركم' })
  for (const design of TEMPLATE_NAMES.filter(name => TEMPLATE_OCCASIONS[name] !== 'condolence'))
    expect(eventWordsOn(design)).toMatchObject({ opening: text.card.opening, closing: text.card.closing })
})

test('guestWordsOf adds the table only if the card’s look shows tables', () => {
  const guest = { guestName: 'هدى', maxScans: 2, table: '12' }
  const shown = { look: { ...DEFAULT_LOOK, table: true } }
  expect(guestWordsOf(guest, { look: DEFAULT_LOOK }).persons).toBe('لشخصين')
  expect(guestWordsOf(guest, shown).persons).toBe('لشخصين · الطاولة ١٢')
  expect(guestWordsOf({ ...guest, maxScans: 1 }, shown).persons).toBe('الطاولة ١٢')
  expect(guestWordsOf({ ...guest, table: null }, shown).persons).toBe('لشخصين')
})

test('a background image without a text panel shows only the guest’s name', () => {
  const look: CardLook = { ...DEFAULT_LOOK, background: PICTURE_BACKGROUND, panel: false }
  expect(panelBoxOf(look)).toBeUndefined()
  expect(layoutBackground({ look, template: undefined, measure: textMeasurerOf, faceFor }, CARD_WORDS)).toEqual([])
  const [plate, name, ...more] = layoutGuest(
    { look, template: undefined, measure: textMeasurerOf, faceFor },
    { guestName: 'هدى', persons: '' },
  )
  expect([plate?.is, name, more]).toEqual(['plate', expect.objectContaining({ is: 'text', text: 'هدى', ink: INK_ON_PICTURE }), []])
})

test('layoutBackground adds a paper box below parts on the ornament', () => {
  const countPapers = (look: CardLook) =>
    layoutBackground({ look, template: templateOf(look), measure: textMeasurerOf, faceFor }, CARD_WORDS).filter(({ is }) => is === 'paper')
      .length
  expect(countPapers(DEFAULT_LOOK)).toBe(0)
  const { places } = DEFAULT_LOOK
  expect(countPapers({ ...DEFAULT_LOOK, places: { ...places, name: { x: 50, y: 20 } } })).toBe(1)
  expect(countPapers({ ...DEFAULT_LOOK, places: { ...places, name: { x: 50, y: 20 }, code: { x: 20, y: 90 } } })).toBe(2)
})
