import type { Contract } from '@hudur/core/contract'
import type { CallOptions, ServerBackend } from '@hudur/core/endpoint'
import { DEFAULT_TIMEOUT_MS } from '@hudur/core/http-backend'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import type { OutboxEntry } from './store.ts'

/** Returns whether the server may accept the same entry later. For an upload, `link-ended` is final. */
export const canRetryLater = ({ code, status }: Refusal) => code !== 'link-ended' && (status === 401 || status === 429 || status >= 500)

/** Nobody at a gate waits for an upload, so on a slow line it may take longer than a scan. */
const UPLOAD_OPTIONS = { timeoutMs: DEFAULT_TIMEOUT_MS }

/** Sends an entry to the server with its original ids and idempotency key. Returns the created invitations. */
export async function sendEntry(
  server: ServerBackend<Contract>,
  entry: OutboxEntry,
  options: CallOptions = UPLOAD_OPTIONS,
): Promise<Invitation[]> {
  if (entry.operation === 'create') return server.invitations.create(entry.input)
  if (entry.operation === 'check') await server.checkIn.check(entry.input, options)
  else if (entry.operation === 'walkIn') await server.checkIn.walkIn(entry.input, options)
  else await server.checkIn.undo({ ...entry.input, happened: true }, options)
  return []
}

/**
 * Sends entries for a scan that waits for them, so they have the timeout of a scan. Stores nothing. Throws when they must wait; a final refusal is
 * left to the upload.
 */
export async function sendEntries(server: ServerBackend<Contract>, entries: readonly OutboxEntry[], options: CallOptions = {}) {
  for (const entry of entries)
    await sendEntry(server, entry, options).catch((error: unknown) => {
      if (!(error instanceof Refusal) || canRetryLater(error)) throw error
    })
}
