import type { CardLook, TemplateName } from '../cards/look.ts'
import { contrastRatio } from '../cards/readability.ts'

/** The main colour of a card, and the colour of its ornaments. */
export type CardColours = { ground: string; ornament: string }

/** The colours of the templates. Those of `mithaq` are the page's own. */
export const TEMPLATE_COLOURS: Record<Exclude<TemplateName, 'mithaq'>, CardColours> = {
  rawda: { ground: '#0d3326', ornament: '#d9bd7d' },
  mashrabiya: { ground: '#5a2f14', ornament: '#96702f' },
  qamar: { ground: '#10203a', ornament: '#e3c88b' },
  sidr: { ground: '#33492f', ornament: '#e4cc94' },
  nada: { ground: '#143d33', ornament: '#2f6a55' },
  maydan: { ground: '#5b2233', ornament: '#e4cc94' },
  diwan: { ground: '#1d2b40', ornament: '#8a6a2c' },
  fol: { ground: '#4b1d34', ornament: '#b98087' },
  sadu: { ground: '#8c1f22', ornament: '#8c1f22' },
  qamariyya: { ground: '#703b27', ornament: '#e9d9bf' },
  ghar: { ground: '#1f3f86', ornament: '#b98a2f' },
  mahd: { ground: '#27455c', ornament: '#8a4f24' },
  nasaq: { ground: '#0d2c35', ornament: '#e5a63c' },
  ablaq: { ground: '#2d3237', ornament: '#8f4322' },
  sakina: { ground: '#2f3336', ornament: '#595f63' },
}

/**
 * The surfaces of the page of an invitation (`guest-page.css`) in the light and in the dark, on which texts stand, the end towards which a
 * colour moves until it is readable on them, and the colour of texts on the accent.
 */
export const PAGE_SCHEMES = {
  l: { surfaces: ['#fffdf8', '#faf6ec'], end: '#000000', accentForeground: '#fcf8ee' },
  d: { surfaces: ['#131c18', '#0c1310'], end: '#ffffff', accentForeground: '#0a1f17' },
} as const
/** The lowest contrasts: of titles and buttons, of other texts, and of lines. */
export const PAGE_CONTRASTS = { accent: 7, text: 5, ornament: 3 }

/** How many steps there are from a colour to black or white. */
const STEPS = 40

/** Returns the colour that has the share `share` of `other`, from 0 to 1, and otherwise `one`. */
function mix(one: string, other: string, share: number) {
  const channels = [1, 3, 5].map(at => {
    const [from, to] = [one, other].map(colour => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number]
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** Returns the colour nearest to `colour`, on the way to `end`, that has at least this contrast with all of the others. */
function readable(colour: string, end: string, others: readonly string[], contrast: number) {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(colour, end, step / STEPS)
    if (others.every(other => contrastRatio(mixed, other) >= contrast)) return mixed
  }
  return end
}

/** Returns the colours of the page of an invitation in one scheme, from those of the event's card. */
export function pageColours({ ground, ornament }: CardColours, scheme: keyof typeof PAGE_SCHEMES) {
  const { surfaces, end, accentForeground } = PAGE_SCHEMES[scheme]
  const accent = readable(ground, end, [...surfaces, accentForeground], PAGE_CONTRASTS.accent)
  const accentSoft = mix(accent, surfaces[0], 0.85)
  // The arch and the frame are dark in both schemes.
  const grove = readable(ground, '#000000', [PAGE_SCHEMES.l.surfaces[0]], scheme === 'd' ? 13 : 7)
  return {
    accent,
    'accent-soft': accentSoft,
    'accent-soft-foreground': readable(accent, end, [accentSoft], PAGE_CONTRASTS.text),
    gold: readable(ornament, end, surfaces, PAGE_CONTRASTS.ornament),
    'gold-ink': readable(ornament, end, [...surfaces, accentSoft], PAGE_CONTRASTS.text),
    grove,
    'grove-gold': readable(ornament, '#ffffff', [grove], PAGE_CONTRASTS.text),
  }
}

/** Returns the colours of the cards of a look; undefined where the page keeps its own: for `mithaq`, and for pictures. */
function cardColoursOf({ background, name }: Pick<CardLook, 'background' | 'name'>): CardColours | undefined {
  if (background.is !== 'ready' || background.design === 'mithaq') return undefined
  const { ground, ornament } = TEMPLATE_COLOURS[background.design]
  return { ground, ornament: name.ink ?? ornament }
}

/** Returns the custom properties of the page in the colours of a card, as a style attribute; empty where the page keeps its own. */
export function cardStyleOf(look: CardLook) {
  const colours = cardColoursOf(look)
  if (!colours) return ''
  return (['l', 'd'] as const)
    .flatMap(scheme => Object.entries(pageColours(colours, scheme)).map(([name, colour]) => `--${scheme}-${name}:${colour}`))
    .join(';')
}
