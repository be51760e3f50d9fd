import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'

export const CHROMIUM_PATH = String(findChromium())

export const launchBrowser = (...flags: string[]) => chromium.launch({ executablePath: CHROMIUM_PATH, args: ['--no-sandbox', ...flags] })

/** A session of an account on the server at `url`. */
type Session = { url: string; cookies: ReadonlyMap<string, string> }

export const addSession = (context: BrowserContext, { url, cookies }: Session) =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))

/** Opens an empty page with a session, in a context of its own. */
export async function openSignedInPage(browser: Browser, session: Session, viewport: { width: number; height: number }) {
  const context = await browser.newContext({ locale: 'ar', baseURL: session.url, viewport })
  await addSession(context, session)
  return context.newPage()
}
