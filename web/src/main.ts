import './styles/base.css'

/** Imports a step of the start. When that fails, `public/start.js` loads the page again, and the step never resolves. */
function step<Step>(load: () => Promise<Step>): Promise<Step> {
  return load().catch((error: unknown) => {
    reportError(error)
    window.dispatchEvent(new Event('startfailure'))
    return new Promise(() => {})
  })
}

/** Starts the product. A browser evaluates each import in a task of its own: one task would block a slow phone for a third of a second. */
async function start() {
  const { startBackend } = await step(() => import('./start-backend.ts'))
  const composition = startBackend()
  const { showProduct } = await step(() => import('./show-product.tsx'))
  showProduct(composition)
  window.dispatchEvent(new Event('productstart'))
}

void start()
