import type { contract } from '@hudur/core/contract'
import type { Deps, Services } from '../deps.ts'
import { packageService } from './packages.ts'

/** What the office sells and what it is paid. */
export const salesService = (deps: Deps): Services<typeof contract.sales> => ({ ...packageService(deps) })
