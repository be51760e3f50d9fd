import './styles/base.css'

/** Starts the product. A browser evaluates each import in a task of its own: one task would block a slow phone for a third of a second. */
async function start() {
  const { startBackend } = await import('./start-backend.ts')
  const composition = startBackend()
  const { showProduct } = await import('./show-product.tsx')
  showProduct(composition)
}

void start()
