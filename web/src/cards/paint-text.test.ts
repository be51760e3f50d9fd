import type { TextLine } from '@hudur/core/cards/template'
import { NAME_TYPEFACES } from '@hudur/core/cards/typefaces'
import { GOLDEN_NAMES } from '@hudur/core/testing/golden-names'
import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTextShaper } from '../../testing/card-fonts.ts'
import { type Canvas2D, paintText } from './paint-text.ts'

const nameTypefaces = Object.values(NAME_TYPEFACES)
const shaper = await createTextShaper(nameTypefaces)
const [IMAGE_WIDTH, IMAGE_HEIGHT] = [1400, 200]

/** Replaces `Path2D`, which Node lacks, in these tests. It stores the SVG outline. */
class Outline {
  readonly d: string

  constructor(d: string) {
    this.d = d
  }
}
beforeEach(() => void vi.stubGlobal('Path2D', Outline))

/** Returns a context that collects filled outlines, and a function that renders them as an image, black on white. */
function createSvgContext() {
  let now = { x: 0, y: 0, scaleX: 1, scaleY: 1 }
  const saved: (typeof now)[] = []
  const outlines: string[] = []
  const context = {
    save: () => saved.push({ ...now }),
    restore: () => {
      now = saved.pop()!
    },
    translate(x: number, y: number) {
      now.x += x * now.scaleX
      now.y += y * now.scaleY
    },
    scale(x: number, y: number) {
      now.scaleX *= x
      now.scaleY *= y
    },
    fill: ({ d }: Outline) => outlines.push(`<path d="${d}" transform="matrix(${now.scaleX} 0 0 ${now.scaleY} ${now.x} ${now.y})"/>`),
  }
  const renderSvgImage = () =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${IMAGE_WIDTH}" height="${IMAGE_HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${outlines.join('')}</svg>`,
      ),
    )
  return { context: context as unknown as Canvas2D, picture: renderSvgImage }
}

test.each(Object.values(GOLDEN_NAMES).map((text, n) => ({ text, face: nameTypefaces[n % nameTypefaces.length]! })))(
  'paintText draws «$text» in $face.family within 1.5 px',
  async ({ text, face }) => {
    const line: TextLine = { text, x: IMAGE_WIDTH / 2, baseline: IMAGE_HEIGHT / 2, face, size: 48, ink: '#000000' }
    const { context, picture } = createSvgContext()
    paintText(context, line, shaper)
    const { info } = await picture().trim({ threshold: 1 }).toBuffer({ resolveWithObject: true })
    const [left, top] = [-info.trimOffsetLeft!, -info.trimOffsetTop!]

    const { width, ...ink } = shaper.shape(text, face)
    const start = line.x - (width / 2) * line.size
    const measured = [
      start + ink.left * line.size,
      start + ink.right * line.size,
      line.baseline - ink.ascent * line.size,
      line.baseline + ink.descent * line.size,
    ]
    for (const [n, edge] of [left, left + info.width, top, top + info.height].entries())
      expect(Math.abs(edge - measured[n]!), `edge ${n}`).toBeLessThan(1.5)
  },
)
