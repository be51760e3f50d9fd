/** Ignores files that are dropped outside a drop area. The browser would open them in place of the page, and typed text would be lost. */
export function ignoreStrayFileDrops(page: Window) {
  const refuseFileDrop = (event: DragEvent) => {
    const isTaken = event.defaultPrevented || (event.target instanceof HTMLInputElement && event.target.type === 'file')
    if (isTaken || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  page.addEventListener('dragover', refuseFileDrop)
  page.addEventListener('drop', refuseFileDrop)
}
