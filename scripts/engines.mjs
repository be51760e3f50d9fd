/** Installs the other browsers for `e2e/engines.spec.ts` where that is possible, and says which are missing. */
import { missingFor } from '../e2e/engines/engine.ts'
import { firefox } from '../e2e/engines/firefox.ts'
import { webkit } from '../e2e/engines/webkit.ts'
import { installOnDebian } from './chromium.mjs'

const engines = [firefox, webkit]

/** Returns one sentence for each engine that is missing. */
export const missingEngines = () =>
  engines
    .map(engine => ({ engine, missing: missingFor(engine) }))
    .filter(({ missing }) => missing.length > 0)
    .map(({ engine, missing }) => `NOT TRIED IN ${engine.name}: it needs the Debian packages ${missing.join(', ')}.`)

if (process.argv[1] === import.meta.filename) {
  if (missingEngines().length > 0) installOnDebian(...engines.flatMap(missingFor))
  for (const sentence of missingEngines()) process.stdout.write(`${sentence}\n`)
}
