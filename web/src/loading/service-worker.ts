/** The service worker. It stores the app's files, so that the app opens without a server. `backend/` stores the server's data. */
import { cacheNames, clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { storeMissingFiles } from './app-files.ts'

/** The files of the app, without those of the public pages. `web/build/service-worker-build.ts` inserts the list. */
declare const APP_FILES: { url: string; revision: string | null }[]
declare const self: EventTarget & { skipWaiting: () => Promise<void>; registration: ServiceWorkerRegistration }
type ExtendableEvent = Event & { waitUntil: (done: Promise<unknown>) => void }

const APP_PAGE = '/index.html'
/** The public page, which the server creates. */
const PUBLIC_PAGE = /^\/(?:website)?$/
/** The paths at which a navigation does not open the app. `PrecacheRoute` still opens it at `/`. */
const PATHS_OUTSIDE_APP = [/^\/api(?:\/|$)/, /\.php$/, PUBLIC_PAGE, /^\/i\//, /^\/[^/]+\.\w+$/]

// `device/app-updates.ts` sends this message when the user accepts a newer version.
self.addEventListener('message', event => {
  if ((event as MessageEvent).data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

clientsClaim()
cleanupOutdatedCaches()

const appFiles = new PrecacheController()
appFiles.addToCacheList(APP_FILES)
self.addEventListener('install', event => {
  // Browsers open six connections to a server without HTTP/2. During an update a scanner may be in use, so the worker takes only one.
  const groupSize = self.registration.active ? 1 : 4
  // Workbox itself stores one file after the other, and ends the installation at the first failure.
  const storing = caches
    .open(cacheNames.precache)
    .then(cache => storeMissingFiles(cache, appFiles.getURLsToCacheKeys().values(), groupSize))
  ;(event as ExtendableEvent).waitUntil(storing)
})
// Deletes the stored files that this version does not contain.
self.addEventListener('activate', event => void appFiles.activate(event as ExtendableEvent))
registerRoute(new PrecacheRoute(appFiles))
registerRoute(new NavigationRoute(appFiles.createHandlerBoundToURL(APP_PAGE), { denylist: PATHS_OUTSIDE_APP }))
// When the server does not answer for the public page, the browser gets `index.html`, and the app redirects to the sign-in.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && PUBLIC_PAGE.test(url.pathname),
  new NetworkOnly({ plugins: [{ handlerDidError: () => appFiles.matchPrecache(APP_PAGE) }] }),
)
