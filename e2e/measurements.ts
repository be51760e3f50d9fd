import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import type { TestInfo } from '@playwright/test'

/**
 * Measurements that take minutes. `npm test` repeats a measurement only when one of its inputs has changed since its figures were recorded
 * in `measurements.json`. The inputs are the files and packages on which the result depends. `npm run bench -- NAME` always repeats the
 * measurement and records the new figures. The version of the browser is not an input, because it differs between machines.
 */

const ROOT = path.resolve(import.meta.dirname, '..')
const RECORDS_FILE = path.join(import.meta.dirname, 'measurements.json')

/** Files by their path from the root of the repository, and packages by the name under which they are imported. */
export type MeasurementInputs = { files: readonly string[]; packages: readonly string[] }
/** The result of a measurement: `read` of `of` images were read, or matched their reviewed images. */
export type ReadingResult = { read: number; of: number }
type MeasurementRecords = Record<string, { digest: string; figures: Record<string, ReadingResult> }>

const DECODER_INPUTS: MeasurementInputs = {
  files: ['web/src/device/qr.ts', 'web/src/device/qr-worker.ts'],
  packages: ['zxing-wasm'],
}

const QR_TEXT_INPUTS: MeasurementInputs = {
  files: ['core/src/id.ts', 'core/src/check-in/card-text.ts'],
  packages: ['qr'],
}

/** The packages that encode the degraded frames and the recompressed copies of cards. */
const IMAGE_INPUTS: MeasurementInputs = { files: [], packages: ['sharp', '@img/sharp-libvips-linux-x64'] }

/** Returns the modules of a folder, without its tests and its subfolders. */
const modulesIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder)).flatMap(name => (/(?<!\.test)\.ts$/.test(name) ? [`${folder}/${name}`] : []))

const CARD_DRAWING_INPUTS: MeasurementInputs = {
  files: [
    ...['core/src/cards', 'web/src/cards', 'web/src/cards/templates'].flatMap(modulesIn),
    'core/src/counted.ts',
    'core/src/events/hijri-day.ts',
    'core/src/invitations/adults-and-children.ts',
    'core/src/texts/words.ts',
    'core/src/umm-al-qura-months.ts',
    'core/src/umm-al-qura.ts',
    'web/src/text/ar/card.ts',
    'web/src/text/card-format.ts',
    'web/src/text/table-name.ts',
    'web/build/sfnt.ts',
    'web/src/ui/star-pattern.ts',
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

/** Returns the reviewed images whose names begin with `prefix`. */
const goldenImages = (prefix: string): MeasurementInputs => ({
  files: readdirSync(path.join(import.meta.dirname, 'golden')).flatMap(name => (name.startsWith(prefix) ? [`e2e/golden/${name}`] : [])),
  packages: [],
})

const joinInputs = (...parts: MeasurementInputs[]): MeasurementInputs => ({
  files: parts.flatMap(({ files }) => files),
  packages: parts.flatMap(({ packages }) => packages),
})

/** The inputs of each measurement. The spec file of the same name contains the tests of the measurement. */
export const MEASUREMENT_INPUTS = {
  reading: joinInputs(DECODER_INPUTS, QR_TEXT_INPUTS, IMAGE_INPUTS, { files: ['e2e/frames.ts', 'e2e/reading.spec.ts'], packages: [] }),
  messengers: joinInputs(DECODER_INPUTS, QR_TEXT_INPUTS, IMAGE_INPUTS, CARD_DRAWING_INPUTS, {
    files: ['e2e/card-files.ts', 'e2e/guests.ts', 'e2e/messengers.spec.ts', 'e2e/pictures.ts'],
    packages: ['fflate'],
  }),
  templates: joinInputs(QR_TEXT_INPUTS, IMAGE_INPUTS, CARD_DRAWING_INPUTS, goldenImages('card-'), {
    files: ['core/testing/golden-names.ts', 'e2e/card-files.ts', 'e2e/pictures.ts', 'e2e/templates.spec.ts'],
    packages: ['@undecaf/zbar-wasm', 'fflate', 'jsqr', 'zxing-wasm'],
  }),
  golden: joinInputs(QR_TEXT_INPUTS, IMAGE_INPUTS, CARD_DRAWING_INPUTS, ...['mithaq-', 'qamar-', 'picture-'].map(goldenImages), {
    files: ['core/testing/golden-names.ts', 'e2e/card-files.ts', 'e2e/golden-names.ts', 'e2e/golden.spec.ts'],
    packages: ['fflate'],
  }),
  archives: joinInputs(QR_TEXT_INPUTS, IMAGE_INPUTS, CARD_DRAWING_INPUTS, {
    files: ['e2e/archives.spec.ts', 'e2e/card-files.ts'],
    packages: ['fflate'],
  }),
} satisfies Record<string, MeasurementInputs>
export type MeasurementName = keyof typeof MEASUREMENT_INPUTS

/** Returns the SHA-256 of the files' contents and of the packages' locked versions, in hex. Throws when a file or a package is missing. */
export function computeInputDigest({ files, packages }: MeasurementInputs, root = ROOT): string {
  const hash = createHash('sha256')
  for (const file of [...files].sort()) {
    if (!existsSync(path.join(root, file))) throw new Error(`«${file}» is an input of a measurement, but there is no such file.`)
    hash.update(`file ${file} ${sha256(readFileSync(path.join(root, file)))}\n`)
  }
  const lockedPackages: Record<string, { version?: string; integrity?: string }> = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  ).packages
  for (const name of [...packages].sort()) {
    // A package has several entries when a workspace needs another version of it.
    const copies = Object.entries(lockedPackages).filter(
      ([lockPath]) => lockPath === `node_modules/${name}` || lockPath.endsWith(`/node_modules/${name}`),
    )
    if (copies.length === 0) throw new Error(`«${name}» is an input of a measurement, but package-lock.json does not name it.`)
    for (const [lockPath, { version, integrity }] of copies) hash.update(`package ${lockPath} ${version} ${integrity}\n`)
  }
  return hash.digest('hex')
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const readRecords = (): MeasurementRecords => (existsSync(RECORDS_FILE) ? JSON.parse(readFileSync(RECORDS_FILE, 'utf8')) : {})

/** Returns the last recorded figures of a measurement. The keys name what was measured, such as the kind of code. */
export const readRecordedFigures = (name: MeasurementName) => readRecords()[name]?.figures ?? {}

/** Returns whether an input of a measurement has changed since its figures were recorded. */
const isMeasurementStale = (name: MeasurementName) => readRecords()[name]?.digest !== computeInputDigest(MEASUREMENT_INPUTS[name])

/** Returns whether an input has changed or `MEASURE` names the measurement. Otherwise its spec file only checks the recorded figures. */
export const isMeasurementDue = (name: MeasurementName) => process.env.MEASURE === name || isMeasurementStale(name)

/** Writes the figures of a run in which all tests passed to `measurements.json`, with the digest of the measured inputs. */
export function recordFigures(name: MeasurementName, figures: Record<string, ReadingResult>) {
  const records = { ...readRecords(), [name]: { digest: computeInputDigest(MEASUREMENT_INPUTS[name]), figures } }
  writeFileSync(RECORDS_FILE, `${JSON.stringify(records, null, 2)}\n`)
}

/**
 * Adds a figure to the report of a test, from which `npm run bench` records it. Unless the environment variable `MEASURE` has the name of
 * the measurement, prints that it was repeated because an input has changed, and how to record its figures.
 */
export function reportFigure(info: TestInfo, measurement: MeasurementName, name: string, result: ReadingResult) {
  info.annotations.push({ type: 'figure', description: JSON.stringify({ name, ...result }) })
  if (process.env.MEASURE !== measurement)
    process.stdout.write(
      `The inputs of «${measurement}» have changed since its figures were recorded, so it was measured again. ` +
        `\`npm run bench -- ${measurement}\` records the figures in e2e/measurements.json; commit that file.\n`,
    )
}
