#!/usr/bin/env bash
# The headless shell of Chromium 153 (@sparticuz/chromium 153.0.0, by playwright-core 1.65.1) gives cameras other ids at each load of a page.
# Expected (Media Capture and Streams, «deviceId»): an origin sees the same ids until its storage is cleared.
# Seen: after a reload the local storage and the labels of the cameras are the same, and the ids are not, also with a profile on the disk.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --no-audit --no-fund --loglevel=error playwright-core@1.65.1 @sparticuz/chromium@153.0.0
cat > finding.mjs <<'JS'
import { createServer } from 'node:http'
import sparticuz from '@sparticuz/chromium'
import { chromium } from 'playwright-core'

const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>cameras</title>'))
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}/`
const options = {
  executablePath: await sparticuz.executablePath(),
  args: ['--no-sandbox', '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream=device-count=2'],
}

const readCameras = page =>
  page.evaluate(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ video: true })
    for (const track of stream.getTracks()) track.stop()
    return (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ deviceId, label }))
  })

async function compareAfterReload(context) {
  await context.grantPermissions(['camera'], { origin: new URL(url).origin })
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate(() => localStorage.setItem('kept', 'yes'))
  const before = await readCameras(page)
  await page.reload()
  const after = await readCameras(page)
  const isSame = name => before.every((camera, n) => camera[name] === after[n][name])
  const isKept = await page.evaluate(() => localStorage.getItem('kept') === 'yes')
  return `local storage kept: ${isKept}, same labels: ${isSame('label')}, same ids: ${isSame('deviceId')}`
}

const browser = await chromium.launch(options)
console.log(`private context: ${await compareAfterReload(await browser.newContext())}`)
await browser.close()
const profile = await chromium.launchPersistentContext('profile', options)
console.log(`profile on disk: ${await compareAfterReload(profile)}`)
await profile.close()
server.close()
JS
node finding.mjs | tee seen
diff seen - <<'SEEN'
private context: local storage kept: true, same labels: true, same ids: false
profile on disk: local storage kept: true, same labels: true, same ids: false
SEEN
