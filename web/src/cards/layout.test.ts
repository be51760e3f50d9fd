import {
  CARD_WIDTH,
  type CardLook,
  FACES,
  type Face,
  FIRST_LOOK,
  layoutBackground,
  layoutGuest,
  type Mark,
  NAME_FACES,
  NAME_SIZE,
  nameBox,
  PICTURE_INK,
  panelOf,
  sizesOf,
  TEMPLATE_NAMES,
  type TextLine,
} from '@hudur/core'
import { describe, expect, test } from 'vitest'
import { GOLDEN_NAMES } from '../../../core/testing/golden-names.ts'
import { shaperOf } from '../../testing/card-fonts.ts'
import { text } from '../text/ar.ts'
import { cardDay } from '../text/card-format.ts'
import { guestWordsOf, wordsOf } from './backgrounds.ts'
import { TEMPLATE_OCCASIONS } from './templates/occasions.ts'
import { templateOf } from './templates.ts'

const { measure } = await shaperOf(Object.values(NAME_FACES))

const PICTURE: CardLook['background'] = { is: 'picture', pictureId: 'A'.repeat(20) }
const BACKGROUNDS = [...TEMPLATE_NAMES.map(design => ({ is: 'ready' as const, design })), PICTURE]

/** The width of a phone on which a card fills the screen, and the smallest letters (both px) that are read there at arm's length. */
const PHONE = { width: 360, letters: 11 }

/** A name of the length of the longest among the guests of the tests. */
const LONG_NAME = 'صاحب السمو الأستاذ الدكتور عبدالرحمن بن عبدالله بن محمد آل الشيخ وعائلته الكريمة'

const WORDS = {
  eventName: 'زفاف محمّد بن عبدالرحمن السقّاف وسارة بنت أحمد الإرياني',
  day: 'الخميس ٦ شعبان ١٤٤٨هـ الموافق ١٤ يناير ٢٠٢٧م',
  lines: ['الساعة ٨ مساءً', 'قاعة ليالي أزال، صنعاء', 'الداعون: صالح بن أحمد وأبناؤه', 'للأطفال قاعة بجوار القاعة'],
  opening: 'نتشرّف بدعوتكم إلى',
  to: 'إلى حضرة',
  closing: 'يسعدنا حضوركم',
  practical: 'يُبرز هذا الرمز عند الدخول',
}

const textsIn = (marks: readonly Mark[]) => marks.filter(mark => mark.is === 'text')

/** The dates of four years as cards show them: in each font the ten widest, which get the smallest letters. */
const WIDEST_DAYS = (() => {
  const days = Array.from({ length: 4 * 365 }, (_, n) => cardDay(new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10), 'both'))
  const widestIn = (face: Face) => {
    const widthOf = new Map(days.map(day => [day, measure(face)(day, 100).width]))
    return days.toSorted((a, b) => widthOf.get(b)! - widthOf.get(a)!).slice(0, 10)
  }
  return new Set(Object.values(NAME_FACES).flatMap(widestIn))
})()

/** Returns the edges of a line's ink. */
function inkOf({ text, x, baseline, face, size }: TextLine) {
  const { width, ascent, descent } = measure(face)(text, size)
  return { left: x - width / 2, right: x + width / 2, top: baseline - ascent, bottom: baseline + descent }
}

describe.each(BACKGROUNDS)('the layout of a card with the background $is $design', background => {
  const lookOf = (name: Partial<CardLook['name']>): CardLook => ({ ...FIRST_LOOK, background, name: { ...FIRST_LOOK.name, ...name } })

  test.each([null, NAME_SIZE.min, 84, NAME_SIZE.max])('keeps every golden name in its box in every font at size %s', size => {
    for (const face of FACES)
      for (const align of ['left', 'center', 'right'] as const)
        for (const guestName of Object.values(GOLDEN_NAMES)) {
          const look = lookOf({ face, size, align })
          const box = nameBox(guestName, look.places.name, sizesOf(look))
          const marks = layoutGuest({ look, template: templateOf(look), measure }, { guestName, persons: '' })
          const lines = textsIn(marks)
          const within = `${guestName} in ${face}`
          expect(lines.map(({ text }) => text).join(' '), within).toBe(guestName)
          for (const line of lines) {
            const ink = inkOf(line)
            expect(line.size, within).toBeLessThanOrEqual(sizesOf(look).nameLetters)
            expect(Math.min(ink.left - box.x, box.x + box.width - ink.right), within).toBeGreaterThan(-0.01)
            expect(Math.min(ink.top - box.y, box.y + box.height - ink.bottom), within).toBeGreaterThan(-0.01)
          }
        }
  })

  test('places the texts below each other inside the card, and the number of people below the name', () => {
    const look = { ...lookOf({}), time: '8', place: 'قاعة ليالي أزال', lines: ['أ', 'ب'] }
    const card = { look, template: templateOf(look), measure }
    const { eventName, day, lines } = WORDS
    const said = textsIn(layoutBackground(card, WORDS))
    const event = said.filter(({ text }) => text !== eventName && eventName.includes(text))
    const below = [day, ...lines].map(line => said.find(({ text }) => text === line)!)
    const column = [...(event.length > 0 ? event : said.filter(({ text }) => text === eventName)), ...below]
    expect(column.length).toBeGreaterThanOrEqual(6)
    for (const [n, line] of column.entries()) {
      const ink = inkOf(line)
      expect(ink.left, line.text).toBeGreaterThan(60)
      expect(ink.right, line.text).toBeLessThan(CARD_WIDTH - 60)
      if (n > 0) expect(ink.top, line.text).toBeGreaterThan(inkOf(column[n - 1]!).bottom - 12)
    }
    const [name, persons] = ['هدى', 'لخمسة أشخاص']
    const guest = textsIn(layoutGuest(card, { guestName: name, persons }))
    const [first, last] = guest.sort((a, b) => a.baseline - b.baseline)
    expect([first?.text, last?.text.replace('\u200d', '')]).toEqual([name, persons])
  })

  test('keeps the longest line of persons and table inside the width of the name', () => {
    const look = lookOf({})
    const card = { look, template: templateOf(look), measure }
    const { persons } = guestWordsOf({ guestName: 'هدى', maxScans: 100, table: 'قاعة النساء، طاولة ٢' }, { look: { ...look, table: true } })
    const box = nameBox('هدى', look.places.name, sizesOf(look))
    const line = inkOf(
      textsIn(layoutGuest(card, { guestName: 'هدى', persons }))
        .sort((a, b) => a.baseline - b.baseline)
        .at(-1)!,
    )
    expect(line.left).toBeGreaterThanOrEqual(box.x)
    expect(line.right).toBeLessThanOrEqual(box.x + box.width)
  })
})

describe.each(TEMPLATE_NAMES)('letters of the template %s', design => {
  const lookOf = (changes: Partial<CardLook>): CardLook => ({ ...FIRST_LOOK, background: { is: 'ready', design }, ...changes })

  test('are at least 44 px large in a name of eighty letters, in every font', () => {
    for (const face of FACES)
      for (const guestName of [...Object.values(GOLDEN_NAMES), LONG_NAME]) {
        const look = lookOf({ name: { ...FIRST_LOOK.name, face } })
        const lines = textsIn(layoutGuest({ look, template: templateOf(look), measure }, { guestName, persons: '' }))
        expect(Math.min(...lines.map(({ size }) => size)), `${guestName} in ${face}`).toBeGreaterThanOrEqual(NAME_SIZE.min)
      }
  })

  test.each([
    ['three lines', WORDS.lines.slice(0, 3)],
    ['five lines', [...WORDS.lines, 'عقد القران بعد صلاة العصر']],
  ])(
    'are at least 11 px large on a phone, in the event’s day and in %s below it, on the widest dates of four years',
    (_, [time = '', place = '', ...lines]) => {
      const look = lookOf({ time, place, lines })
      for (const day of WIDEST_DAYS) {
        const said = [day, time, place, ...lines]
        const texts = textsIn(layoutBackground({ look, template: templateOf(look), measure }, { ...WORDS, day, lines: said.slice(1) }))
        for (const line of texts.filter(({ text }) => said.includes(text)))
          expect((line.size * PHONE.width) / CARD_WIDTH, line.text).toBeGreaterThanOrEqual(PHONE.letters)
      }
    },
  )
})

test('a card of condolence does not say that the hosts are honoured or delighted', () => {
  const event = { eventName: 'عزاء آل باوزير', eventDate: '2027-01-14' }
  const saidOn = (design: (typeof TEMPLATE_NAMES)[number]) =>
    wordsOf(event, { look: { ...FIRST_LOOK, background: { is: 'ready', design } }, picture: undefined })
  expect(saidOn('sakina')).toMatchObject({ opening: 'إنا لله وإنا إليه راجعون', closing: 'عظّم الله أجركم' })
  for (const design of TEMPLATE_NAMES.filter(name => TEMPLATE_OCCASIONS[name] !== 'condolence'))
    expect(saidOn(design)).toMatchObject({ opening: text.card.opening, closing: text.card.closing })
})

test('a card says the guest’s table only where its look shows tables, and after the number of people', () => {
  const guest = { guestName: 'هدى', maxScans: 2, table: '12' }
  const shown = { look: { ...FIRST_LOOK, table: true } }
  expect(guestWordsOf(guest, { look: FIRST_LOOK }).persons).toBe('لشخصين')
  expect(guestWordsOf(guest, shown).persons).toBe('لشخصين · الطاولة ١٢')
  expect(guestWordsOf({ ...guest, maxScans: 1 }, shown).persons).toBe('الطاولة ١٢')
  expect(guestWordsOf({ ...guest, table: null }, shown).persons).toBe('لشخصين')
})

test('draws only the guest’s name on a background image without a panel', () => {
  const look: CardLook = { ...FIRST_LOOK, background: PICTURE, panel: false }
  expect(panelOf(look)).toBeUndefined()
  expect(layoutBackground({ look, template: undefined, measure }, WORDS)).toEqual([])
  const [plate, name, ...more] = layoutGuest({ look, template: undefined, measure }, { guestName: 'هدى', persons: '' })
  expect([plate?.is, name, more]).toEqual(['plate', expect.objectContaining({ is: 'text', text: 'هدى', ink: PICTURE_INK }), []])
})

test('draws paper below a name and a code that are moved onto the ornament', () => {
  const paperOf = (look: CardLook) =>
    layoutBackground({ look, template: templateOf(look), measure }, WORDS).filter(({ is }) => is === 'paper').length
  expect(paperOf(FIRST_LOOK)).toBe(0)
  const { places } = FIRST_LOOK
  expect(paperOf({ ...FIRST_LOOK, places: { ...places, name: { x: 50, y: 20 } } })).toBe(1)
  expect(paperOf({ ...FIRST_LOOK, places: { ...places, name: { x: 50, y: 20 }, code: { x: 20, y: 90 } } })).toBe(2)
})
