import type { Actor } from '@hudur/core/actor'
import { contract } from '@hudur/core/contract'
import { createdInvitation } from '@hudur/core/invitations/create/created-invitation'
import { type CreationInput, parseCreationRequest } from '@hudur/core/invitations/create/request'
import { readInput } from '@hudur/core/read-input'
import { type CreationEntry, isPendingCreation } from './outbox.ts'

/** Returns the invitations of a creation in the outbox, as the replica stores them. Throws when an invitation has no id. */
export function draftInvitationsOf(entry: CreationEntry, actor: Actor) {
  const newId = () => {
    throw new Error('an invitation waits without an id')
  }
  const input = readInput(contract.invitations.create, entry.input) as CreationInput
  return parseCreationRequest(input, { actor, newId }).invitations.map(one => {
    const event = { id: one.eventId ?? null, name: one.eventName ?? '', date: one.eventDate ?? '', designId: null }
    return createdInvitation(one, event, entry.at, { isPending: isPendingCreation(entry) })
  })
}
