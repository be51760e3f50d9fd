import type { contract } from '@hudur/core/contract'
import type { Deps, Services } from '../deps.ts'
import { deletedAccountService } from './deleted-accounts.ts'
import { ownAccountService } from './own-account.ts'
import { registrationService } from './registrations.ts'
import { userService } from './users.ts'

/** Returns all endpoints of accounts, from registration to the list of deleted accounts. */
export const accountService = (deps: Deps & { publicUrl?: URL | undefined }): Services<typeof contract.accounts> => ({
  ...ownAccountService(deps),
  ...registrationService(deps),
  ...userService(deps),
  ...deletedAccountService(deps),
})
