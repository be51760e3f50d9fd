/** How long (ms) a saved file's URL stays valid: some browsers start to read it late. */
const URL_LIFETIME_MS = 60_000

/** Hands a file to the browser to save under this name. */
export function saveFile(content: Blob, name: string) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), URL_LIFETIME_MS)
}
