import type { contract } from '@hudur/core/contract'
import { Refusal } from '@hudur/core/refusals'
import { MAX_PACKAGES, type Package } from '@hudur/core/sales/packages'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { activityIn } from '../activity/repository.ts'
import { idempotencyKeysIn, runOnce } from '../database/idempotency-keys.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { packagesIn } from './packages-repository.ts'

type PackageService = Pick<Services<typeof contract.sales>, 'createPackage' | 'packages' | 'updatePackage'>

/** Returns the endpoints of the packages that the office sells. */
export const packageService = ({ db, now }: Deps): PackageService => {
  const record = (trx: Kysely<Tables>, userId: string, verb: 'create' | 'update', description: string) =>
    activityIn(trx).record({ userId, verb, target: 'order', targetId: '', description, at: now() })

  return {
    async createPackage({ actor, input: { nonce, ...wanted } }) {
      return db.write(trx =>
        runOnce(idempotencyKeysIn(trx, actor.id), { nonce, kind: 'package', input: wanted, now: now() }, async () => {
          const text = texts.salesRefusals.tooManyPackages(MAX_PACKAGES)
          if ((await packagesIn(trx).count()) >= MAX_PACKAGES) throw new Refusal('budget-used', { text })
          const created: Package = { ...wanted, id: newId(), isArchived: false, createdAt: now().toISOString() }
          await packagesIn(trx).add(created)
          await record(trx, actor.id, 'create', texts.salesActivity.packageCreated(created.name))
          return created
        }),
      )
    },

    packages: () => packagesIn(db.read).list(),

    async updatePackage({ actor, input: { id, ...changes } }) {
      return db.write(async trx => {
        const before = await packagesIn(trx).lock(id)
        if (!before) throw new Refusal('not-found')
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
        const after: Package = { ...before, ...given }
        await packagesIn(trx).save(after, now())
        await record(trx, actor.id, 'update', texts.salesActivity.packageUpdated(after.name))
        return after
      })
    },
  }
}
