/**
 * Installs Firefox and WebKitGTK for `e2e/engines.spec.ts` when this process runs as root on Debian. Prints which packages are still
 * missing.
 */
import { missingFor } from '../e2e/engines/engine.ts'
import { firefox } from '../e2e/engines/firefox.ts'
import { webkit } from '../e2e/engines/webkit.ts'
import { installOnDebian } from './chromium.mjs'

const engines = [firefox, webkit]

const needed = engines.flatMap(missingFor)
if (needed.length > 0) installOnDebian(...needed)

for (const engine of engines) {
  const missing = missingFor(engine)
  if (missing.length > 0) process.stdout.write(`NOT TRIED IN ${engine.name}: it needs the Debian packages ${missing.join(', ')}.\n`)
}
