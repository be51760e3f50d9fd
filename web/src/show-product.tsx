import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createRouter } from './app/router.tsx'
import type { Composition } from './backend/compose.ts'
import { refuseStrayFiles } from './device/stray-files.ts'
import { createQueries, keepUpToDate, Product, syncAtScanner } from './product.tsx'

/** Renders the product into the page. Throws when the page has no place for it. */
export function showProduct(composition: Composition) {
  const place = document.getElementById('root')
  if (!place) throw new Error('the page has no #root')
  const queries = createQueries(composition)
  keepUpToDate(composition, queries)
  refuseStrayFiles(window)
  const router = createRouter()
  syncAtScanner(router, composition)
  const root = createRoot(place)
  // A transition is rendered in short tasks, between which the page reacts to the user.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Product composition={composition} queries={queries} router={router} />
      </StrictMode>,
    ),
  )
}
