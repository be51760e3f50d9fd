import type { Invitation } from '../invitation.ts'
import { decideCreate } from './decide.ts'
import type { CreateRequest } from './request.ts'
import type { CreateChanges, CreateState } from './state.ts'

/** The storage of invitations. The state from `load` must not change until `save` has ended: both run inside one write. */
export type CreateStore = {
  load: (request: CreateRequest) => Promise<CreateState>
  /** Saves all changes or throws. */
  save: (request: CreateRequest, changes: CreateChanges) => Promise<void>
}

/**
 * Creates the requested invitations: loads the state, decides, saves. Returns one invitation for each requested one. Throws the decision's
 * refusal.
 */
export async function createInvitations(store: CreateStore, request: CreateRequest, now: Date): Promise<Invitation[]> {
  const decision = decideCreate(request, await store.load(request), now)
  if ('refusal' in decision) throw decision.refusal
  await store.save(request, decision.changes)
  return decision.answer
}
