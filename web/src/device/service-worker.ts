/**
 * The service worker. It stores the app's files, so that the app opens without a server. Data from the server is stored by `backend/`, not
 * by the service worker.
 */
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'

/** The files of the app, without those of the public pages. `web/service-worker-build.ts` inserts the list. */
declare const APP_FILES: { url: string; revision: string | null }[]
declare const self: EventTarget & { skipWaiting: () => Promise<void> }

const APP_PAGE = '/index.html'
/** The public page, which the server creates. */
const PUBLIC_PAGE = /^\/(?:website)?$/
/** The paths at which a navigation does not open the app: the API, the public page, the guest pages and files. */
const PATHS_OUTSIDE_APP = [/^\/api(?:\/|$)/, /\.php$/, PUBLIC_PAGE, /^\/i\//, /^\/[^/]+\.\w+$/]

// `shell.ts` sends this message when the user accepts a newer version.
self.addEventListener('message', event => {
  if ((event as MessageEvent).data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

clientsClaim()
precacheAndRoute(APP_FILES)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL(APP_PAGE), { denylist: PATHS_OUTSIDE_APP }))
// When the server does not answer for the public page, the browser gets `index.html`, and the app redirects to the sign-in.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && PUBLIC_PAGE.test(url.pathname),
  new NetworkOnly({ plugins: [{ handlerDidError: () => matchPrecache(APP_PAGE) }] }),
)
