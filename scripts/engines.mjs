/**
 * Installs Firefox and WebKitGTK for `e2e/engines.spec.ts`, and Poppler, which reads PDF files, for `e2e/paper.spec.ts`, if this process
 * runs as root on Debian. Prints the packages that are still missing.
 */
import { findMissingPackages } from '../e2e/engines/engine.ts'
import { firefox } from '../e2e/engines/firefox.ts'
import { webkit } from '../e2e/engines/webkit.ts'
import { hasPoppler, POPPLER_PACKAGE } from '../e2e/pdf.ts'
import { installOnDebian } from './chromium.mjs'

const engines = [firefox, webkit]

const neededPackages = [...engines.flatMap(findMissingPackages), ...(hasPoppler() ? [] : [POPPLER_PACKAGE])]
if (neededPackages.length > 0) installOnDebian(...neededPackages)

for (const engine of engines) {
  const missing = findMissingPackages(engine)
  if (missing.length > 0) process.stdout.write(`NOT TRIED IN ${engine.name}: it needs the Debian packages ${missing.join(', ')}.\n`)
}
if (!hasPoppler()) process.stdout.write(`NO PDF WAS READ: it needs the Debian package ${POPPLER_PACKAGE}.\n`)
