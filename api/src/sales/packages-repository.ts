import type { Currency } from '@hudur/core/sales/currency'
import type { Package } from '@hudur/core/sales/packages'
import type { Kysely, Selectable } from 'kysely'
import { countRows } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'

const toPackage = (row: Selectable<Tables['packages']>): Package => ({
  id: row.id,
  name: row.name,
  invitations: row.invitations,
  price: row.price,
  currency: row.currency as Currency,
  isPublic: row.is_public === 1,
  isArchived: row.archived_at !== null,
  createdAt: row.created_at,
})

const toColumns = ({ name, invitations, price, currency, isPublic }: Package) => ({
  ...{ name, invitations, price, currency },
  is_public: isPublic ? 1 : 0,
})

/** The packages of invitations that the office sells. */
export const packagesIn = (db: Kysely<Tables>) => {
  const selectSorted = () => db.selectFrom('packages').selectAll().orderBy('invitations').orderBy('price').orderBy('id')
  return {
    count: () => countRows(db.selectFrom('packages')),

    async find(id: string): Promise<Package | undefined> {
      const row = await db.selectFrom('packages').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toPackage(row)
    },

    /** Returns all packages, archived ones last, the smallest number of invitations first. */
    async list(): Promise<Package[]> {
      const packages = (await selectSorted().execute()).map(toPackage)
      return [...packages.filter(({ isArchived }) => !isArchived), ...packages.filter(({ isArchived }) => isArchived)]
    },

    /** Returns the packages of the public page: those that are shown there and not archived. */
    async listPublic(): Promise<Package[]> {
      return (await selectSorted().where('is_public', '=', 1).where('archived_at', 'is', null).execute()).map(toPackage)
    },

    async add(created: Package) {
      await db
        .insertInto('packages')
        .values({ id: created.id, ...toColumns(created), archived_at: null, created_at: created.createdAt })
        .execute()
    },

    /** Locks a package until the end of the transaction and returns it. */
    async lock(id: string): Promise<Package | undefined> {
      const row = await db
        .updateTable('packages')
        .set(eb => ({ name: eb.ref('name') }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row && toPackage(row)
    },

    /** Saves a package. `at` is the time of its archiving, if it is archived. */
    async save(changed: Package, at: Date) {
      await db
        .updateTable('packages')
        .set({ ...toColumns(changed), archived_at: changed.isArchived ? at.toISOString() : null })
        .where('id', '=', changed.id)
        .execute()
    },
  }
}
