import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FIREFOX_PACKAGES } from '../../scripts/debian.mjs'
import { type Engine, endProgram, startProgramUntilReady } from './engine.ts'

const FIREFOX_PATH = '/usr/bin/firefox-esr'

const createPreferences = (downloads: string) => ({
  'browser.download.dir': downloads,
  'browser.download.folderList': 2,
  'browser.download.useDownloadDir': true,
  // Firefox opens an empty tab instead of its own start pages.
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'dom.events.testing.asyncClipboard': true,
  'intl.accept_languages': 'ar',
  'ui.prefersReducedMotion': 1,
  // The following preferences stop Firefox's own requests to other hosts.
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.downloads.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': 'data:,',
})

type BidiMessage = { id?: number; method?: string; result?: unknown; message?: string; params?: { level?: string; text?: string } }

/** Opens the WebSocket of WebDriver BiDi. Returns a function that sends a command and resolves to its result. */
async function connectBidi(url: string, onEvent: (message: BidiMessage) => void) {
  const socket = new WebSocket(`${url}/session`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`no answer at ${url}`))
  })
  const pendingCommands = new Map<number, (message: BidiMessage) => void>()
  let lastId = 0
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as BidiMessage
    if (message.id === undefined) onEvent(message)
    else pendingCommands.get(message.id)?.(message)
  }
  return <Result>(method: string, params: object): Promise<Result> =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      pendingCommands.set(id, ({ result, message }) => {
        pendingCommands.delete(id)
        if (result === undefined) reject(new Error(`${method}: ${message}`))
        else resolve(result as Result)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
}

/** Matches the error that Firefox logs when a navigation ends the download of a font: NS_BINDING_ABORTED, 0x804B0002. */
const FONT_ABORTED_ERROR_PATTERN = /^downloadable font: download failed .* status=2152398850 /

/**
 * Matches the error that Firefox logs when a navigation ends a request that a service worker has intercepted. Firefox logs the same error
 * when a service worker fails, so it is ignored only during a navigation.
 */
const INTERCEPTED_REQUEST_ERROR_PATTERN =
  /^Failed to load .* A ServiceWorker intercepted the request and encountered an unexpected error\.$/

/** Firefox ESR without a visible window, controlled over WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox ESR',
  debianPackages: FIREFOX_PACKAGES,

  async open(home) {
    const [profile, downloads] = [path.join(home, 'profile'), path.join(home, 'downloads')]
    for (const folder of [profile, downloads]) await mkdir(folder, { recursive: true })
    const lines = Object.entries(createPreferences(downloads)).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
    await writeFile(path.join(profile, 'user.js'), lines.join('\n'))
    const { program, found } = await startProgramUntilReady(
      [FIREFOX_PATH, '--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
      /WebDriver BiDi listening on (ws:\S+)/,
    )
    const errors: string[] = []
    let isNavigating = false
    const send = await connectBidi(found, ({ method, params }) => {
      if (method !== 'log.entryAdded' || params?.level !== 'error') return
      const { text = '' } = params
      const isAborted = FONT_ABORTED_ERROR_PATTERN.test(text) || (isNavigating && INTERCEPTED_REQUEST_ERROR_PATTERN.test(text))
      if (!isAborted) errors.push(text)
    })
    await send('session.new', { capabilities: {} })
    await send('session.subscribe', { events: ['log.entryAdded'] })
    const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    const { context } = contexts[0]!
    await send('browsingContext.setViewport', { context, viewport: { width: 390, height: 844 } })
    return {
      async goto(url) {
        isNavigating = true
        await send('browsingContext.navigate', { context, url, wait: 'complete' })
        isNavigating = false
      },
      async evaluate(expression) {
        const { result, exceptionDetails } = await send<{ result?: { value?: string }; exceptionDetails?: { text: string } }>(
          'script.evaluate',
          {
            expression: `(async () => JSON.stringify(await (${expression})))()`,
            target: { context },
            awaitPromise: true,
            userActivation: true,
          },
        )
        if (exceptionDetails) throw new Error(exceptionDetails.text)
        return result?.value === undefined ? undefined : JSON.parse(result.value)
      },
      perform: async actions => void (await send('input.performActions', { context, actions })),
      screenshot: async () => (await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
      errors: () => errors,
      async close() {
        await send('browser.close', {})
        await endProgram(program)
      },
    }
  },
}
