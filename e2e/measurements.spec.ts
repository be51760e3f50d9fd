import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { computeInputDigest, MEASUREMENT_INPUTS, type MeasurementInputs } from './measurements.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** Modules that the listed files import, but on which no measurement depends, each with the reason. */
const IRRELEVANT_MODULES: Record<string, string> = {
  '@undecaf/zbar-wasm': 'reads pictures in other tests',
  '@playwright/test': 'runs the tests',
  'e2e/fixtures.ts': 'starts the server and signs in',
  'e2e/generator-page.ts': 'fills the form in',
  'e2e/measurements.ts': 'decides whether a measurement is repeated',
  'core/src/arabic.ts': 'cleans what was read, not what is drawn',
  'core/src/endpoint.ts': 'describes calls',
  'core/src/events/contract.ts': 'describes calls',
  'core/src/events/inputs.ts': 'checks input',
  'core/src/inputs.ts': 'checks input',
  'core/src/texts.ts': 'holds sentences',
  'web/build/cache-files.ts': 'keeps what was built before',
  'web/src/device/timeout.ts': 'ends a wait',
  'web/src/text/ar.ts': 'only joins the texts; those of cards are in `web/src/text/ar/card.ts`, which is listed',
  jsqr: 'reads pictures in other tests',
  zod: 'checks input',
}

const readSource = (file: string) => readFile(path.join(ROOT, file), 'utf8')

/** Returns what a file imports, also dynamically or as a worker, without types: repository files by path, packages by name. */
async function readImports(file: string): Promise<string[]> {
  const source = await readSource(file)
  const found: string[] = []
  for (const [, names = '', from = ''] of source.matchAll(/^(?:import|export)\s+(?!type\s)(?:([\w*\s{},]+?)\s+from\s+)?'([^']+)'/gm)) {
    if (names.startsWith('{') && !/[{,]\s*(?!type\s)\w/.test(names)) continue
    if (from.startsWith('node:')) continue
    if (from.startsWith('.')) found.push(path.posix.join(path.posix.dirname(file), from))
    else if (from.startsWith('@hudur/core/'))
      found.push(from.replace(/^@hudur\/core\/(testing\/)?(.*)$/, (_, testing = 'src/', name) => `core/${testing}${name}.ts`))
    else found.push(from.startsWith('@') ? from.split('/').slice(0, 2).join('/') : from.split('/')[0]!)
  }
  for (const [, name = ''] of source.matchAll(/(?:new URL|(?<!typeof )import)\('(\.[^']+)'/g))
    found.push(path.posix.join(path.posix.dirname(file), name))
  return found
}

for (const [name, { files, packages }] of Object.entries<MeasurementInputs>(MEASUREMENT_INPUTS)) {
  test(`the inputs of the measurement «${name}» include all imported modules`, async () => {
    const imported = new Map<string, string>()
    for (const file of files) for (const found of await readImports(file)) imported.set(found, file)
    const listed = new Set([...files, ...packages, ...Object.keys(IRRELEVANT_MODULES)])
    const missing = [...imported].filter(([found]) => !listed.has(found)).map(([found, file]) => `${found}, imported by ${file}`)
    expect(missing).toEqual([])
  })

  test(`the digest of «${name}» changes with each listed file and package`, async () => {
    await withTemporaryFolder(async root => {
      for (const file of [...files, 'package-lock.json']) {
        await mkdir(path.dirname(path.join(root, file)), { recursive: true })
        await cp(path.join(ROOT, file), path.join(root, file))
      }
      const inputs = { files, packages }
      const digests = new Set([computeInputDigest(inputs, root)])
      for (const file of files) {
        const content = await readFile(path.join(root, file))
        await writeFile(path.join(root, file), Buffer.concat([content, Buffer.from('\n')]))
        digests.add(computeInputDigest(inputs, root))
        await writeFile(path.join(root, file), content)
      }
      const lock = path.join(root, 'package-lock.json')
      const content = await readFile(lock, 'utf8')
      for (const changed of packages) {
        const parsed = JSON.parse(content)
        const lockPath = Object.keys(parsed.packages).find(key => key.endsWith(`node_modules/${changed}`))!
        parsed.packages[lockPath].version += '-next'
        await writeFile(lock, JSON.stringify(parsed))
        digests.add(computeInputDigest(inputs, root))
      }
      await writeFile(lock, content)
      expect(digests.size).toBe(1 + files.length + packages.length)
      expect(computeInputDigest(inputs, root)).toBe(computeInputDigest(inputs))
    })
  })
}

test('computeInputDigest ignores the order of the inputs', () => {
  const { files, packages } = MEASUREMENT_INPUTS.reading
  expect(computeInputDigest({ files: files.toReversed(), packages: packages.toReversed() })).toBe(computeInputDigest({ files, packages }))
})

test('computeInputDigest throws for a missing file or package', () => {
  expect(() => computeInputDigest({ files: ['web/src/device/gone.ts'], packages: [] })).toThrow('web/src/device/gone.ts')
  expect(() => computeInputDigest({ files: [], packages: ['no-such-package'] })).toThrow('no-such-package')
})
