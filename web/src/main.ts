import './styles/base.css'

/**
 * Imports a module that the app needs for its start. When the import fails, `public/start.js` reloads the page, and the returned promise
 * never resolves.
 */
function importStartModule<Step>(load: () => Promise<Step>): Promise<Step> {
  return load().catch((error: unknown) => {
    reportError(error)
    window.dispatchEvent(new Event('startfailure'))
    return new Promise(() => {})
  })
}

/**
 * Starts the app with two imports. The browser evaluates each import in a separate task; a single task would block a slow phone for a third
 * of a second.
 */
async function startProduct() {
  const { startBackend } = await importStartModule(() => import('./start-backend.ts'))
  const composition = startBackend()
  const { renderProduct } = await importStartModule(() => import('./show-product.tsx'))
  renderProduct(composition)
  window.dispatchEvent(new Event('productstart'))
}

void startProduct()
