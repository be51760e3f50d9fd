import { decideScans, type ScanDecision } from './decide.ts'
import type { ResolvedScan } from './request.ts'
import type { CheckInState } from './state.ts'

/** The storage of scans. The state from `load` must not change until `save` has ended: both run inside one write. */
export type CheckInStore = {
  load: (requests: readonly ResolvedScan[]) => Promise<CheckInState>
  /** Saves all decisions, one for each request in the same order, or throws. `state`: as it is after them. */
  save: (decisions: readonly ScanDecision[], state: CheckInState, now: Date) => Promise<void>
}

/** Decides on scans in their order: loads the state, decides, saves. Returns the decisions. `now` is read after the state is loaded. */
export async function checkInScans(store: CheckInStore, requests: readonly ResolvedScan[], now: () => Date): Promise<ScanDecision[]> {
  const state = await store.load(requests)
  const at = now()
  const decisions = decideScans(requests, state, at)
  await store.save(decisions, state, at)
  return decisions
}
