import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_LOOK, TEMPLATE_NAMES } from '../cards/look.ts'
import { contrastRatio } from '../cards/readability.ts'
import { type CardColours, cardStyleOf, PAGE_CONTRASTS, PAGE_SCHEMES, pageColours, TEMPLATE_COLOURS } from './card-palette.ts'

function expectReadable(colours: CardColours) {
  for (const scheme of ['l', 'd'] as const) {
    const { surfaces, accentForeground } = PAGE_SCHEMES[scheme]
    const page = pageColours(colours, scheme)
    const expectContrast = (one: string, others: readonly string[], least: number) => {
      for (const other of others) expect(contrastRatio(one, other), `${one} on ${other}`).toBeGreaterThanOrEqual(least)
    }
    expectContrast(page.accent, [...surfaces, accentForeground], PAGE_CONTRASTS.accent)
    expectContrast(page['accent-soft-foreground'], [page['accent-soft']], PAGE_CONTRASTS.text)
    expectContrast(page.gold, surfaces, PAGE_CONTRASTS.ornament)
    expectContrast(page['gold-ink'], [...surfaces, page['accent-soft']], PAGE_CONTRASTS.text)
    expectContrast(page['grove-gold'], [page.grove], PAGE_CONTRASTS.text)
  }
}

test.each(Object.entries(TEMPLATE_COLOURS))('the page in the colours of %s is readable in the light and in the dark', (_name, colours) => {
  expectReadable(colours)
})

test('the page is readable in any colours', () => {
  const colourArbitrary = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(colourArbitrary, colourArbitrary, (ground, ornament) => expectReadable({ ground, ornament })),
    { numRuns: 300 },
  )
})

test('only the first template and pictures keep the colours of the page', () => {
  const withoutStyle = TEMPLATE_NAMES.filter(design => cardStyleOf({ ...DEFAULT_LOOK, background: { is: 'ready', design } }) === '')
  expect(withoutStyle).toEqual(['mithaq'])
  expect(cardStyleOf({ ...DEFAULT_LOOK, background: { is: 'picture', pictureId: 'ABCDEFGHJKMNPQRSTVWX' } })).toBe('')
})
