/** Renders the icons of the installed app from `web/public/icon.svg` (`node scripts/icons.mjs`). The icons are committed. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { projectRoot } from './install.mjs'

const publicFolder = path.join(projectRoot, 'web/public')
const symbolPathElements = readFileSync(path.join(publicFolder, 'icon.svg'), 'utf8').match(/<path.*\/>/)[0]

const IVORY = '#faf6ec'
const DARK_GREEN = '#0f4a38'

/**
 * The icons with their sizes and colours. Launchers crop a maskable icon to its inner 80 % and show the others whole, so the others have
 * smaller margins around the symbol.
 */
const icons = [
  { name: 'icon-192.png', size: 192, ground: IVORY, ink: DARK_GREEN, part: 0.78, round: 0.2 },
  { name: 'icon-512.png', size: 512, ground: IVORY, ink: DARK_GREEN, part: 0.78, round: 0.2 },
  { name: 'icon-maskable-512.png', size: 512, ground: DARK_GREEN, ink: IVORY, part: 0.56, round: 0 },
  { name: 'icon-apple-180.png', size: 180, ground: IVORY, ink: DARK_GREEN, part: 0.72, round: 0 },
]

for (const { name, size, ground, ink, part, round } of icons) {
  const edge = (64 * (1 - part)) / 2
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${64 * round}" fill="${ground}"/><g transform="translate(${edge} ${edge}) scale(${part})" fill="${ink}">${symbolPathElements}</g></svg>`
  const { size: bytes } = await sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toFile(path.join(publicFolder, name))
  process.stdout.write(`${name} ${bytes} bytes\n`)
}
