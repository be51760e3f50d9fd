/** How long (ms) the URL of a saved file stays valid. Some browsers begin to read the file late. */
const URL_LIFETIME_MS = 60_000

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
