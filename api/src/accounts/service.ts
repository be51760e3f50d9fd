import type { contract } from '@hudur/core/contract'
import type { Services } from '../deps.ts'
import { creditService } from './credits.ts'
import { deletedAccountService } from './deleted-accounts.ts'
import type { PasswordDeps } from './end-links.ts'
import { ownAccountService } from './own-account.ts'
import { registrationService } from './registrations.ts'
import { userService } from './users.ts'
import { welcomeService } from './welcome.ts'

/** Returns all endpoints of accounts, from registration to the list of deleted accounts. */
export const accountService = (deps: PasswordDeps & { publicUrl?: URL | undefined }): Services<typeof contract.accounts> => ({
  ...ownAccountService(deps),
  ...registrationService(deps),
  ...userService(deps),
  ...creditService(deps),
  ...deletedAccountService(deps),
  ...welcomeService(deps),
})
