/**
 * A file that is let go beside every place for files would be opened in place of the page, and what was typed be lost: it goes nowhere.
 */
export function refuseStrayFiles(page: Window) {
  const refuse = (event: DragEvent) => {
    const isTaken = event.defaultPrevented || (event.target instanceof HTMLInputElement && event.target.type === 'file')
    if (isTaken || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  page.addEventListener('dragover', refuse)
  page.addEventListener('drop', refuse)
}
