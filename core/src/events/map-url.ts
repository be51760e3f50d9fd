/** Returns the address in what a map app shares, which may begin with the name of the place, with `https://`; the text where there is none. */
export function extractMapUrl(shared: string) {
  const [url] = /https:\/\/\S+|(?<!\S)(?:[\w-]+\.)+[a-z]{2,}\/\S*/i.exec(shared) ?? []
  return url === undefined || url.startsWith('https://') ? (url ?? shared) : `https://${url}`
}
