import path from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import * as catalogues from '../src/text/ar/all.ts'
import { splitTexts } from './split-texts.ts'

const ENTRY = path.join(import.meta.dirname, '../src/text/ar/all.ts')

/** Lists the names of all texts, and the sentences of those without arguments. */
const listTexts = (texts: object) =>
  JSON.parse(JSON.stringify({ ...texts }, (_name, text) => (typeof text === 'function' ? 'function' : text)))

test('split catalogues have the same texts', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [splitTexts()],
    build: { write: false, minify: false, lib: { entry: ENTRY, formats: ['es'] } },
  })
  const [file] = [built].flat().flatMap(bundle => ('output' in bundle ? bundle.output : []))
  if (file?.type !== 'chunk') throw new Error('the build has no script')
  expect(file.moduleIds.filter(id => id.includes('?text=')).length).toBe(Object.keys(catalogues).length)
  expect(listTexts(await import(`data:text/javascript,${encodeURIComponent(file.code)}`))).toEqual(listTexts(catalogues))
})
