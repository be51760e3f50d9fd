/**
 * Installs Firefox and WebKitGTK for `e2e/engines.spec.ts`, and Poppler, which reads PDF files, for `e2e/paper.spec.ts`, when this process
 * runs as root on Debian. Prints which packages are still missing.
 */
import { missingFor } from '../e2e/engines/engine.ts'
import { firefox } from '../e2e/engines/firefox.ts'
import { webkit } from '../e2e/engines/webkit.ts'
import { hasPoppler, POPPLER } from '../e2e/pdf.ts'
import { installOnDebian } from './chromium.mjs'

const engines = [firefox, webkit]

const needed = [...engines.flatMap(missingFor), ...(hasPoppler() ? [] : [POPPLER])]
if (needed.length > 0) installOnDebian(...needed)

for (const engine of engines) {
  const missing = missingFor(engine)
  if (missing.length > 0) process.stdout.write(`NOT TRIED IN ${engine.name}: it needs the Debian packages ${missing.join(', ')}.\n`)
}
if (!hasPoppler()) process.stdout.write(`NO PDF WAS READ: it needs the Debian package ${POPPLER}.\n`)
