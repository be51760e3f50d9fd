import { contract } from '@hudur/core/contract'
import { createHttpBackend, LINK_ID_HEADER } from '@hudur/core/http-backend'
import type { LinkWithUrl } from '@hudur/core/links/contract'
import { browserFetch } from './server.ts'

/**
 * Opens a link in a browser that has these cookies. Returns the link as its device sees it, its backend, and a `fetch` for streams below
 * `/api/link`. `record` is called with the headers and the body of each response, except streams, and with its path.
 */
export async function openLink(
  base: string,
  { id, url, pin }: Pick<LinkWithUrl, 'id' | 'url'> & { pin?: string },
  cookies = new Map<string, string>(),
  record?: (text: string, path: string) => void,
) {
  const ask = browserFetch(cookies)
  const fetchAndRecord: typeof ask = async (address, init) => {
    const response = await ask(address, init)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (record && !isStream) record(JSON.stringify([...response.headers]) + (await response.clone().text()), new URL(response.url).pathname)
    return response
  }
  const self = await createHttpBackend(contract, { base, fetch: fetchAndRecord }).links.enter({
    token: url.split('#')[1]!,
    ...(pin !== undefined && { pin }),
  })
  const fetchAsLink: typeof fetchAndRecord = (address, init) => {
    const headers = new Headers(init?.headers)
    headers.set(LINK_ID_HEADER, id)
    return fetchAndRecord(String(address).replace(`${base}/api/events`, `${base}/api/link/events`), { ...init, headers })
  }
  return { self, cookies, fetch: fetchAsLink, backend: createHttpBackend(contract, { base, fetch: fetchAndRecord, linkId: id }) }
}
