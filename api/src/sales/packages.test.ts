import { MAX_PACKAGES } from '@hudur/core/sales/packages'
import * as texts from '@hudur/core/texts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

const wanted = { name: 'باقة المئة', invitations: 100, price: 50_000, currency: 'YER' } as const

describe.each(ENGINES)('packages on %s', engine => {
  const { db, signIn, visitor } = startTestServer(engine)

  type Caller = Awaited<ReturnType<typeof signIn>>
  let admin: Caller
  beforeEach(async () => {
    admin = await signIn({ username: 'admin', isAdmin: true })
  })

  test('lists packages by their invitations, archived ones last', async () => {
    const large = await admin.sales.createPackage({ ...wanted, name: 'كبيرة', invitations: 500 })
    const old = await admin.sales.createPackage({ ...wanted, name: 'قديمة', invitations: 10 })
    const small = await admin.sales.createPackage({ ...wanted, nonce: 'tap' })
    expect(small).toMatchObject({ ...wanted, isPublic: false, isArchived: false })
    expect(await admin.sales.createPackage({ ...wanted, nonce: 'tap' }), 'a repeat creates nothing').toEqual(small)
    const archived = await admin.sales.updatePackage({ id: old.id, isArchived: true })
    expect(archived).toEqual({ ...old, isArchived: true })
    expect(await admin.sales.packages({})).toEqual([small, large, archived])
    expect(await admin.sales.updatePackage({ id: old.id, isArchived: false })).toEqual(old)
  })

  test('changes only the fields that are given', async () => {
    const created = await admin.sales.createPackage(wanted)
    const changed = await admin.sales.updatePackage({ id: created.id, price: 12_050, currency: 'USD', isPublic: true })
    expect(changed).toEqual({ ...created, price: 12_050, currency: 'USD', isPublic: true })
    const [last] = (await admin.activity.list({})).notifications
    expect(last).toMatchObject({ action: 'update_order', description: texts.salesActivity.packageUpdated(created.name) })
  })

  test.each([
    ['a blank name', { name: ' ' }, 'bad-input'],
    ['no invitations', { invitations: 0 }, 'bad-input'],
    ['a negative price', { price: -1 }, 'bad-input'],
    ['a fraction of a minor unit', { price: 0.5 }, 'bad-input'],
    ['an unknown currency', { currency: 'XXX' as 'USD' }, 'bad-input'],
  ])('refuses a package with %s', async (_, part, code) => {
    expect(await refusalCodeOf(admin.sales.createPackage({ ...wanted, ...part }))).toBe(code)
    expect(await admin.sales.packages({})).toEqual([])
  })

  test('refuses a change of an unknown package', async () => {
    expect(await refusalCodeOf(admin.sales.updatePackage({ id: 'nothing', price: 1 }))).toBe('not-found')
  })

  test('refuses more packages than are stored', async () => {
    const rows = Array.from({ length: MAX_PACKAGES }, (_, n) => ({ id: `p${n}`, name: 'باقة', invitations: 1, price: 1, currency: 'USD' }))
    const rest = { is_public: 0, archived_at: null, created_at: new Date().toISOString() }
    const values = rows.map(row => ({ ...row, ...rest }))
    await db().write(trx => trx.insertInto('packages').values(values).execute())
    expect(await refusalCodeOf(admin.sales.createPackage(wanted))).toBe('budget-used')
  })

  test('only administrators list and change packages', async () => {
    const { id } = await admin.sales.createPackage({ ...wanted, isPublic: true })
    const host = await signIn()
    expect(await refusalCodeOf(host.sales.packages({}))).toBe('not-allowed')
    expect(await refusalCodeOf(host.sales.updatePackage({ id, price: 0 }))).toBe('not-allowed')
    expect(await refusalCodeOf(visitor().sales.packages({}))).toBe('not-signed-in')
  })
})
