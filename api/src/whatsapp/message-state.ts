import type { WhatsAppState } from '@hudur/core/invitations/invitation'
import type { WhatsAppReason } from '@hudur/core/whatsapp/contract'

type State = WhatsAppState['state']

/** What a message has become, by an answer or a status of Meta. `nextTryAt`: when a queued message is tried again. */
export type MessageChange = {
  id: string
  state: State
  at: string
  messageId?: string | null
  waId?: string | null
  userId?: string | null
  error?: { code: number; details: string } | null
  reason?: WhatsAppReason | null
  nextTryAt?: string | null
}

/** The states of a message in their order. Statuses may arrive in another order, and some not at all. */
const ORDER: readonly State[] = ['queued', 'sending', 'unsure', 'accepted', 'sent', 'failed', 'delivered', 'read']

/**
 * Returns whether a message changes its state. A later state replaces an earlier one; a queued message is one that was tried and not accepted,
 * so it replaces only `sending`. A failure follows `sent`, and a message that was delivered has not failed.
 */
export const advances = (from: State, to: State) =>
  to === 'queued'
    ? from === 'sending'
    : ORDER.indexOf(to) > ORDER.indexOf(from) && (from !== 'failed' || to === 'delivered' || to === 'read')

/** The states from which on the host reads that the invitation was sent. */
export const countsAsSent = (state: State, hasWebhook: boolean) =>
  state === 'sent' || state === 'delivered' || state === 'read' || (state === 'accepted' && !hasWebhook)
