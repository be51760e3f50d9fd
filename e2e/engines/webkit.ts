import { mkdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { expect } from '@playwright/test'
import { WEBKIT_PACKAGES } from '../../scripts/debian.mjs'
import { type Engine, endProgram, startProgram, startProgramUntilReady } from './engine.ts'

const WINDOW_SCRIPT_PATH = path.join(import.meta.dirname, 'webkit-window.py')

/** Starts an X server without a monitor. Resolves to its program and its display number. */
const startXServer = () =>
  startProgramUntilReady(['/usr/bin/Xvfb', '-displayfd', '1', '-screen', '0', '480x900x24', '-nolisten', 'tcp'], /^(\d+)$/)

/** Returns a TCP port on which no program listens at the moment. */
async function findFreePort() {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

/** Matches the error that WebKit logs when it checks for a newer service worker while the server is stopped. */
const WORKER_UPDATE_ERROR_PATTERN = /Cannot load \S+\/service-worker\.js due to access control checks/

/** WebKitGTK, controlled over WebDriver. Scripts, layout and storage behave as in Safari; text drawing, camera and downloads do not. */
export const webkit: Engine = {
  name: 'WebKitGTK',
  debianPackages: WEBKIT_PACKAGES,

  async open(home) {
    await mkdir(path.join(home, 'downloads'), { recursive: true })
    const { program: xServer, found: display } = await startXServer()
    const port = await findFreePort()
    const errors: string[] = []
    const collectError = (line: string) => {
      if (/^CONSOLE (?:JS|SECURITY) ERROR/.test(line) && !WORKER_UPDATE_ERROR_PATTERN.test(line)) errors.push(line)
    }
    const driver = startProgram(['/usr/bin/WebKitWebDriver', '-p', String(port)], collectError, {
      ...process.env,
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      LC_ALL: 'C.UTF-8',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      // Turns OpenGL off. On a machine without a graphics card it runs in software and would use most of the processor's time.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    })
    const base = `http://127.0.0.1:${port}`
    async function sendCommand<Value>(method: string, command: string, body?: object): Promise<Value> {
      const answer = await fetch(base + command, { method, ...(body && { body: JSON.stringify(body) }) })
      const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } }
      if (!answer.ok) throw new Error(`${command}: ${value.error} ${value.message}`)
      return value
    }
    await expect
      .poll(
        () =>
          fetch(`${base}/status`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { message: 'the driver answers' },
      )
      .toBe(true)
    const options = { binary: WINDOW_SCRIPT_PATH, args: [`--home=${home}`] }
    const capabilities = { alwaysMatch: { browserName: 'Phone', 'webkitgtk:browserOptions': options } }
    const { sessionId } = await sendCommand<{ sessionId: string }>('POST', '/session', { capabilities })
    const at = `/session/${sessionId}`
    await sendCommand('POST', `${at}/timeouts`, { script: 60_000, pageLoad: 60_000 })
    return {
      goto: url => sendCommand('POST', `${at}/url`, { url }),
      async evaluate(expression) {
        const script = `const done = arguments[0]; (async () => JSON.stringify({ value: await (${expression}) }))().then(done, error => done(JSON.stringify({ error: String(error) })))`
        const { value, error } = JSON.parse(await sendCommand<string>('POST', `${at}/execute/async`, { script, args: [] }))
        if (error) throw new Error(error)
        return value
      },
      perform: actions => sendCommand('POST', `${at}/actions`, { actions }),
      screenshot: () => sendCommand('GET', `${at}/screenshot`),
      errors: () => errors,
      async close() {
        await sendCommand('DELETE', at).catch(() => {})
        await endProgram(driver)
        await endProgram(xServer)
      },
    }
  },
}
