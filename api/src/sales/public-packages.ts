import { formatAmount } from '@hudur/core/sales/money'
import type { PublicPackage } from '@hudur/core/site/fill-page'
import * as texts from '@hudur/core/texts'
import type { Database } from '../database/database.ts'
import { packagesIn } from './packages-repository.ts'

/**
 * Returns a function that reads the packages of the public page. While the database does not answer, it returns those that it read last,
 * so that the page is shown.
 */
export function publicPackages(db: Database): () => Promise<PublicPackage[]> {
  let last: PublicPackage[] = []
  return async () => {
    try {
      last = (await packagesIn(db.read).listPublic()).map(({ name, invitations, price, currency }) => ({
        name,
        invitations: texts.packageInvitations(invitations),
        price: formatAmount({ amount: price, currency }),
      }))
    } catch {
      // The page says nothing of prices that it cannot read.
    }
    return last
  }
}
