import type { Invitation } from '../invitation.ts'
import { decideCreation } from './decide.ts'
import type { CreationRequest } from './request.ts'
import type { CreationChanges, CreationState } from './state.ts'

/** The storage of invitations. The state from `load` must not change until `save` has ended: both run inside one write. */
export type CreationStore = {
  load: (request: CreationRequest) => Promise<CreationState>
  /** Saves all changes or throws. */
  save: (request: CreationRequest, changes: CreationChanges) => Promise<void>
}

/**
 * Creates the requested invitations: loads the state, decides, saves. Returns one invitation for each requested one. Throws the decision's
 * refusal.
 */
export async function createInvitations(store: CreationStore, request: CreationRequest, now: Date): Promise<Invitation[]> {
  const decision = decideCreation(request, await store.load(request), now)
  if ('refusal' in decision) throw decision.refusal
  await store.save(request, decision.changes)
  return decision.answer
}
