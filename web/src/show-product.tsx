import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createRouter } from './app/routes.tsx'
import type { BackendComposition } from './backend/compose.ts'
import { ignoreStrayFileDrops } from './device/stray-files.ts'
import { createQueryClient, keepCacheUpToDate, Product, syncWhenScannerOpens } from './product.tsx'

/** Renders the app into the element `#root`. Throws an error when the page has no such element. */
export function renderProduct(composition: BackendComposition) {
  const place = document.getElementById('root')
  if (!place) throw new Error('the page has no #root')
  const queries = createQueryClient(composition)
  keepCacheUpToDate(composition, queries)
  ignoreStrayFileDrops(window)
  const router = createRouter()
  syncWhenScannerOpens(router, composition)
  const root = createRoot(place)
  // React renders a transition in short tasks, so the page reacts to the user in between.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Product composition={composition} queries={queries} router={router} />
      </StrictMode>,
    ),
  )
}
