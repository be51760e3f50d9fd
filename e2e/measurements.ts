import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/**
 * Measurements that take minutes. `npm test` repeats one only when a file or a package that its result depends on has changed since the
 * figures in `measurements.json` were recorded. `npm run bench -- NAME` repeats it in any case and records the new figures. The browser is
 * not among the inputs, because every machine has its own.
 */

const ROOT = path.resolve(import.meta.dirname, '..')
const RECORDS = path.join(import.meta.dirname, 'measurements.json')

/** Files by their path from the root of the repository, and packages by the name under which they are imported. */
export type Inputs = { files: readonly string[]; packages: readonly string[] }
export type Figure = { read: number; of: number }
type Records = Record<string, { digest: string; figures: Record<string, Figure> }>

const DECODER: Inputs = {
  files: ['web/src/device/qr.ts', 'web/src/device/qr-worker.ts'],
  packages: ['zxing-wasm'],
}

const QR_TEXT_INPUTS: Inputs = {
  files: ['core/src/id.ts', 'core/src/links/door-id.ts', 'core/src/scanning/code.ts'],
  packages: ['qr'],
}

/** Packages that make the degraded frames and the recompressed copies. */
const IMAGES: Inputs = { files: [], packages: ['sharp', '@img/sharp-libvips-linux-x64'] }

const CARDS = 'web/src/cards'

const CARD_DRAWING: Inputs = {
  files: [
    'core/src/invitations/card-parts.ts',
    'core/src/invitations/card-template.ts',
    'core/src/invitations/card.ts',
    'core/src/invitations/face.ts',
    'core/src/invitations/fit.ts',
    'core/src/invitations/layout.ts',
    'core/src/invitations/look.ts',
    'core/src/invitations/picture.ts',
    'core/src/invitations/readability.ts',
    `${CARDS}/canvas-file.ts`,
    `${CARDS}/card-files.ts`,
    `${CARDS}/card-fonts.ts`,
    `${CARDS}/card-renderer.ts`,
    `${CARDS}/card-shapes.ts`,
    `${CARDS}/card-worker.ts`,
    `${CARDS}/changed-bands.ts`,
    `${CARDS}/checksums.ts`,
    `${CARDS}/draw-code.ts`,
    `${CARDS}/font-file.ts`,
    `${CARDS}/paint-card.ts`,
    `${CARDS}/paint-text.ts`,
    `${CARDS}/png-bands.ts`,
    `${CARDS}/remembered.ts`,
    `${CARDS}/render-cards.ts`,
    `${CARDS}/backgrounds.ts`,
    `${CARDS}/run-deflate.ts`,
    `${CARDS}/templates.ts`,
    `${CARDS}/templates/ablaq.ts`,
    `${CARDS}/templates/diwan.ts`,
    `${CARDS}/templates/fol.ts`,
    `${CARDS}/templates/ghar.ts`,
    `${CARDS}/templates/mahd.ts`,
    `${CARDS}/templates/mashrabiya.ts`,
    `${CARDS}/templates/maydan.ts`,
    `${CARDS}/templates/mithaq.ts`,
    `${CARDS}/templates/nada.ts`,
    `${CARDS}/templates/nasaq.ts`,
    `${CARDS}/templates/qamar.ts`,
    `${CARDS}/templates/qamariyya.ts`,
    `${CARDS}/templates/rawda.ts`,
    `${CARDS}/templates/sadu.ts`,
    `${CARDS}/templates/sakina.ts`,
    `${CARDS}/templates/sidr.ts`,
    `${CARDS}/templates/template.ts`,
    `${CARDS}/text-shaper.ts`,
    'web/src/features/invitations/studio/card-picture.ts',
    'web/src/text/card-format.ts',
    'web/sfnt.ts',
    'web/src/ui/khatim.ts',
  ],
  packages: [
    '@fontsource/amiri',
    '@fontsource/aref-ruqaa',
    '@fontsource/cairo',
    '@fontsource/el-messiri',
    '@fontsource/ibm-plex-sans-arabic',
    '@fontsource/marhey',
    '@fontsource/rakkas',
    '@fontsource/reem-kufi',
    '@fontsource/tajawal',
    'bidi-js',
    'harfbuzzjs',
    'pako',
    'wawoff2',
  ],
}

const joined = (...parts: Inputs[]): Inputs => ({
  files: parts.flatMap(({ files }) => files),
  packages: parts.flatMap(({ packages }) => packages),
})

/** Inputs of each measurement. The spec file of the same name declares its tests. */
export const MEASUREMENTS = {
  reading: joined(DECODER, QR_TEXT_INPUTS, IMAGES, { files: ['e2e/frames.ts', 'e2e/reading.spec.ts'], packages: [] }),
  messengers: joined(DECODER, QR_TEXT_INPUTS, IMAGES, CARD_DRAWING, {
    files: ['e2e/card-files.ts', 'e2e/guests.ts', 'e2e/messengers.spec.ts', 'e2e/pictures.ts'],
    packages: ['fflate'],
  }),
  templates: joined(QR_TEXT_INPUTS, IMAGES, CARD_DRAWING, {
    files: ['core/testing/golden-names.ts', 'e2e/card-files.ts', 'e2e/pictures.ts', 'e2e/templates.spec.ts'],
    packages: ['@undecaf/zbar-wasm', 'fflate', 'jsqr', 'zxing-wasm'],
  }),
} satisfies Record<string, Inputs>
export type MeasurementName = keyof typeof MEASUREMENTS

/** Returns the SHA-256 of the files' contents and of the packages' locked versions, in hex. Throws when a file or a package is missing. */
export function digestOf({ files, packages }: Inputs, root = ROOT): string {
  const hash = createHash('sha256')
  for (const file of [...files].sort()) {
    if (!existsSync(path.join(root, file))) throw new Error(`«${file}» is an input of a measurement, but there is no such file.`)
    hash.update(`file ${file} ${sha256(readFileSync(path.join(root, file)))}\n`)
  }
  const locked: Record<string, { version?: string; integrity?: string }> = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  ).packages
  for (const name of [...packages].sort()) {
    // A workspace that needs another version has a copy of its own.
    const copies = Object.entries(locked).filter(([place]) => place === `node_modules/${name}` || place.endsWith(`/node_modules/${name}`))
    if (copies.length === 0) throw new Error(`«${name}» is an input of a measurement, but package-lock.json does not name it.`)
    for (const [place, { version, integrity }] of copies) hash.update(`package ${place} ${version} ${integrity}\n`)
  }
  return hash.digest('hex')
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const recorded = (): Records => (existsSync(RECORDS) ? JSON.parse(readFileSync(RECORDS, 'utf8')) : {})

/** Returns the last recorded figures of a measurement, by the name of what was measured. */
export const figuresOf = (name: MeasurementName) => recorded()[name]?.figures ?? {}

/** Returns whether an input has changed since the figures were recorded. */
const isStale = (name: MeasurementName) => recorded()[name]?.digest !== digestOf(MEASUREMENTS[name])

/**
 * Returns whether a spec file declares its full tests in this run. Otherwise it declares a check of the recorded figures. The environment
 * variable `MEASURE` requests the full tests of one measurement by its name.
 */
export const isMeasured = (name: MeasurementName) => process.env.MEASURE === name || isStale(name)

/** Writes the figures of a run in which all tests passed, with the digest of the inputs they were measured on. */
export function record(name: MeasurementName, figures: Record<string, Figure>) {
  const records = { ...recorded(), [name]: { digest: digestOf(MEASUREMENTS[name]), figures } }
  writeFileSync(RECORDS, `${JSON.stringify(records, null, 2)}\n`)
}

/** Prints how to stop `npm test` from repeating a measurement. */
export function reportStale(name: MeasurementName) {
  if (process.env.MEASURE !== name)
    process.stdout.write(
      `The inputs of «${name}» have changed since its figures were recorded, so it was measured again. ` +
        `\`npm run bench -- ${name}\` records the figures in e2e/measurements.json; commit that file.\n`,
    )
}
