import type { TrailEntry, TrailSubject } from '@hudur/core/trail/contract'
import { MAX_TRAIL_ENTRIES, MAX_TRAIL_VALUE_LENGTH, TRAIL_DAYS, toTrailChange, trailChangesOf, trailFields } from '@hudur/core/trail/fields'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { openLink } from '../../testing/link-device.ts'
import { PASSWORD } from '../../testing/server.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { deleteAllExpired } from '../database/retention.ts'

const DAY = '2097-01-14'
const wedding = { eventName: 'زفاف سارة', eventDate: DAY, eventType: 'wedding', phone: '771234567' } as const

describe.each(ENGINES)('the trail on %s', engine => {
  const { db, base, signIn, visitor, count } = startTestServer(engine)
  type Caller = Awaited<ReturnType<typeof signIn>>
  let admin: Caller
  let host: Caller
  beforeEach(async () => {
    admin = await signIn({ username: 'admin', isAdmin: true })
    host = await signIn({ username: 'salem', limit: 1_000 })
  })

  /** Returns who made an entry, its kind, and its changes as `field: before > after`. */
  const lineOf = ({ by, byKind, kind, changes }: TrailEntry) =>
    [
      `${by ?? byKind} ${kind}`,
      ...changes.map(({ field, before, after, isHidden }) => (isHidden ? field : `${field}: ${before} > ${after}`)),
    ].join(' | ')
  /** Returns the trail of a subject, the oldest entry first. */
  const trailOf = async ({ trail }: Pick<Caller, 'trail'>, about: TrailSubject, id: string) =>
    (await trail.list({ about, id })).rows.map(lineOf).reverse()

  async function createGuest(fields: object = {}) {
    const [created] = await host.invitations.create({
      invitations: [{ eventName: 'زفاف سارة', eventDate: DAY, guestName: 'هند', ...fields }],
    })
    return created!
  }

  /** Takes an invitation through its life, also by a partner and by its guest. */
  async function liveThrough() {
    const { id, eventId } = await createGuest({ generationType: 'custom', maxScans: 2, phone: '771234567' })
    const partner = await signIn({ username: 'nora' })
    await host.events.addPartner({ eventId: eventId!, username: 'nora' })
    await host.invitations.update({ id, guestName: 'هند ناصر', maxScans: 3 })
    await partner.invitations.updateMany({ ids: [id], table: '7', isVip: true })
    await visitor().guests.answer({ code: id, attends: true, people: 3, note: 'نحضر' })
    await host.invitations.reissue({ id })
    await host.invitations.cancel({ id })
    await host.invitations.restore({ id })
    await host.invitations.answer({ id, attends: false })
    await host.invitations.giveAway({ id, guestName: 'ريم' })
    return { id, eventId: eventId!, partner }
  }

  const LIFE = [
    'حساب salem create | guestName: null > هند | maxScans: null > 2 | phone: null > 771234567 | eventName: null > زفاف سارة | eventDate: null > 2097-01-14 | state: null > valid',
    'حساب salem update | guestName: هند > هند ناصر | maxScans: 2 > 3',
    'حساب nora update | table: null > 7 | isVip: false > true',
    'guest update | answerPeople: null > 3 | answerChildren: null > 0 | answerNote: null > نحضر',
    'حساب salem update | code',
    'حساب salem update | state: valid > cancelled',
    'حساب salem update | state: cancelled > valid',
    'حساب salem update | answerPeople: 3 > 0 | answerNote: نحضر > null',
    'حساب salem update | guestName: هند ناصر > ريم | phone: 771234567 > null | isVip: true > false | code | answerPeople: 0 > null | answerChildren: 0 > null',
  ]

  test('an invitation’s trail is seen by owner, partner and administrator only', async () => {
    const { id, partner } = await liveThrough()
    const stranger = await signIn({ username: 'hind' })
    for (const caller of [host, partner, admin]) expect(await trailOf(caller, 'invitation', id)).toEqual(LIFE)
    expect(await refusalCodeOf(stranger.trail.list({ about: 'invitation', id }))).toBe('not-found')
    expect((await host.trail.list({ about: 'invitation', id, limit: 2, offset: 1 })).rows.map(lineOf)).toEqual(
      LIFE.toReversed().slice(1, 3),
    )
    await host.invitations.remove({ id })
    const removed =
      'حساب salem delete | guestName: ريم > null | maxScans: 3 > null | table: 7 > null | eventName: زفاف سارة > null | eventDate: 2097-01-14 > null | state: valid > null'
    for (const caller of [host, admin]) expect((await trailOf(caller, 'invitation', id)).at(-1)).toBe(removed)
    expect(await refusalCodeOf(stranger.trail.list({ about: 'invitation', id }))).toBe('not-found')
  })

  test('a partner sees nothing of an invitation’s time in other events', async () => {
    const { id, eventId, partner } = await liveThrough()
    await host.invitations.update({ id, eventName: 'عقد قران' })
    await host.invitations.update({ id, guestName: 'ريم ناصر' })
    expect(await trailOf(partner, 'invitation', id)).toEqual(LIFE)
    expect((await trailOf(host, 'invitation', id)).slice(-2)).toEqual([
      'حساب salem update | eventName: زفاف سارة > عقد قران',
      'حساب salem update | guestName: ريم > ريم ناصر',
    ])
    await host.invitations.updateMany({ ids: [id], eventId, maxScans: 4 })
    await host.invitations.update({ id, guestName: 'نورة' })
    expect((await trailOf(partner, 'invitation', id)).slice(LIFE.length)).toEqual(['حساب salem update | guestName: ريم ناصر > نورة'])
    expect((await trailOf(host, 'invitation', id)).at(-2)).toBe('حساب salem update | maxScans: 3 > 4 | eventName: عقد قران > زفاف سارة')
    await host.events.removePartner({ eventId, username: 'nora' })
    expect(await refusalCodeOf(partner.trail.list({ about: 'invitation', id }))).toBe('not-found')
  })

  test('a trail of an event has its details, its partners and its restoration', async () => {
    const { id } = await host.events.create({ name: 'زفاف', date: DAY })
    const [guest] = await host.invitations.create({ invitations: [{ eventId: id, guestName: 'هند' }] })
    const link = await host.links.create({ eventId: id, role: 'family', name: 'العائلة', allotment: 5, pin: '1234' })
    await signIn({ username: 'nora' })
    await host.events.addPartner({ eventId: id, username: 'nora' })
    await admin.events.update({ id, place: 'قاعة', hidesNames: true, house: { noChildren: true }, message: 'ن'.repeat(400) })
    await host.links.update({ id: link.id, pin: '4321', allotment: 6 })
    await host.links.reissue({ id: link.id })
    await host.events.remove({ id })
    await host.events.restore({ id: (await host.events.deleted({})).rows[0]!.id })
    const lines = await trailOf(host, 'event', id)
    expect(lines[1]).toBe('حساب salem update | partners: null > حساب nora')
    expect(lines[2]).toMatch(
      /^حساب admin update \| place: null > قاعة \| message: null > ن{299}… \| house: null > .+ \| hidesNames: false > true$/,
    )
    expect(lines.slice(3).map(line => line.slice(0, 17))).toEqual(['حساب salem delete', 'حساب salem restor'])
    expect((await trailOf(admin, 'invitation', guest!.id)).slice(1)).toEqual(['حساب salem delete', 'حساب salem restore'])
    expect(await trailOf(host, 'link', link.id)).toEqual([
      'حساب salem create | name: null > العائلة | role: null > family | allotment: null > 5',
      'حساب salem update | allotment: 5 > 6 | pin',
      'حساب salem update | url',
      'حساب salem delete',
      'حساب salem restore',
    ])
  })

  test('what a family link does is named by the link', async () => {
    const { eventId } = await createGuest()
    const device = await openLink(base(), await host.links.create({ eventId: eventId!, role: 'family', name: 'الأخوال', allotment: 5 }))
    const [guest] = await device.backend.invitations.create({ invitations: [{ ...wedding, guestName: 'خالتي' }] })
    await device.backend.invitations.update({ id: guest!.id, guestName: 'خالتي منى' })
    expect((await trailOf(host, 'invitation', guest!.id)).map(line => line.split(' | ')[0])).toEqual(['الأخوال create', 'الأخوال update'])
  })

  test('a user’s trail has the limit and no password, for the user and administrators', async () => {
    const { id: orderId } = await visitor().requests.order(wedding)
    const user = await admin.accounts.create({ fullName: 'هناء', username: 'hanaa', password: PASSWORD, generationLimit: 40 })
    await admin.accounts.update({ id: user.id, generationLimit: 60, password: `${PASSWORD}2`, currentPassword: PASSWORD })
    await admin.accounts.grantCredits({ userId: user.id, amount: 20, reason: 'دُفع', orderId })
    const expected = [
      'حساب admin create | fullName: null > هناء | username: null > hanaa | generationLimit: null > 40',
      'حساب admin update | password',
      'حساب admin update | generationLimit: 40 > 60',
      'حساب admin update | generationLimit: 60 > 80',
    ]
    expect(await trailOf(admin, 'user', user.id)).toEqual(expected)
    expect(await refusalCodeOf(host.trail.list({ about: 'user', id: user.id }))).toBe('not-found')
    expect(await trailOf(host, 'user', host.user.id)).toHaveLength(1)
    await admin.accounts.remove({ id: user.id, currentPassword: PASSWORD })
    expect(await trailOf(admin, 'user', user.id), 'the trail is deleted with the account').toEqual(['حساب admin delete'])
  })

  test('an order’s trail is for administrators only', async () => {
    const { id } = await visitor().requests.order({ ...wedding, notes: 'قسمان', invitationCount: 80 })
    const { id: other } = await visitor().requests.order(wedding)
    await admin.requests.updateOrder({ id, status: 'processing', officeNotes: 'نتصل به' })
    await admin.sales.agree({ orderId: id, amount: 50_000, currency: 'YER' })
    await admin.requests.openAccount({ id })
    await admin.requests.rejectOrders({ from: '2020-01-01T00:00:00.000Z', to: new Date().toISOString() })
    const lines = await trailOf(admin, 'order', id)
    expect(lines).toEqual([
      'visitor create | eventName: null > زفاف سارة | eventDate: null > 2097-01-14 | eventType: null > wedding | phone: null > 771234567 | invitationCount: null > 80 | status: null > pending | customerNotes: null > قسمان',
      'حساب admin update | status: pending > processing | officeNotes: null > نتصل به',
      expect.stringMatching(/^حساب admin update \| agreed: null > .*50,000/),
      expect.stringMatching(/^حساب admin update \| account: null > ./),
    ])
    await admin.requests.updateOrders({ ids: [other], newStatus: 'completed' })
    expect((await trailOf(admin, 'order', other)).slice(1)).toEqual([
      'حساب admin update | status: pending > rejected',
      'حساب admin update | status: rejected > completed',
    ])
    expect(await refusalCodeOf(host.trail.list({ about: 'order', id }))).toBe('not-found')
  })

  test('a subject from before the trail has an empty one, an unknown one none', async () => {
    const { id, eventId } = await createGuest()
    await db().write(trx => trx.deleteFrom('trail').execute())
    for (const [about, known] of [
      ['invitation', id],
      ['event', eventId!],
      ['user', host.user.id],
    ] as const) {
      expect(await trailOf(host, about, known)).toEqual([])
      expect(await refusalCodeOf(host.trail.list({ about, id: 'nothing' }))).toBe('not-found')
    }
  })

  test('a partner of an event with a reused id sees nothing of its former owner', async () => {
    const { id } = await host.events.create({ name: 'زفاف', date: DAY })
    await host.events.remove({ id })
    await db().write(trx => trx.deleteFrom('event_tombstones').execute())
    const [thief, partner] = [await signIn({ username: 'thief' }), await signIn({ username: 'nora' })]
    await thief.events.create({ id, name: 'غيره', date: DAY })
    await thief.events.addPartner({ eventId: id, username: 'nora' })
    for (const caller of [thief, partner])
      expect((await trailOf(caller, 'event', id)).map(line => line.split(' | ')[0])).toEqual(['حساب thief create', 'حساب thief update'])
    expect((await trailOf(host, 'event', id)).map(line => line.split(' | ')[0])).toEqual(['حساب salem create', 'حساب salem delete'])
  })

  test('a change that is refused or repeated adds nothing', async () => {
    const { id } = await createGuest()
    await host.invitations.answer({ id, attends: true })
    const before = await count('trail')
    expect(await refusalCodeOf(host.invitations.giveAway({ id, guestName: 'ريم' }))).toBe('not-declined')
    expect(await refusalCodeOf(host.invitations.update({ id, guestName: '' }))).toBe('bad-input')
    await host.invitations.answer({ id, attends: true })
    await host.invitations.update({ id, guestName: 'هند' })
    await host.invitations.sent({ ids: [id], via: 'whatsapp' })
    await host.checkIn.check({ qr_code: id })
    await db()
      .write(async trx => {
        await trx.updateTable('invitations').set({ guest_name: 'غيره' }).execute()
        const { trailIn } = await import('./repository.ts')
        const [after] = (await host.invitations.list({})).rows
        await trailIn(trx).add('invitation', { by: host.user, at: new Date() }, [{ after }])
        throw new Error('rolled back')
      })
      .catch(() => {})
    expect(await count('trail')).toBe(before)
  })

  test('the rows hold the listed fields only, and no value of a secret', async () => {
    const { id, eventId } = await liveThrough()
    const link = await host.links.create({ eventId, role: 'door', name: 'باب', pin: '908172' })
    await host.links.update({ id: link.id, pin: '817290' })
    const { url } = await host.links.reissue({ id: link.id })
    const { id: orderId } = await visitor().requests.order(wedding)
    await admin.requests.openAccount({ id: orderId })
    await host.accounts.changePassword({ currentPassword: PASSWORD, newPassword: `${PASSWORD}-new` })
    const rows = await db().read.selectFrom('trail').selectAll().execute()
    for (const { about, changes } of rows) {
      const fields = trailFields[about as TrailSubject]
      for (const [name, values] of Object.entries(JSON.parse(changes) as Record<string, unknown[]>)) {
        expect(fields).toHaveProperty(name)
        if (fields[name]!.kind === 'secret') expect(values).toEqual([])
      }
    }
    const code = (await host.invitations.list({})).rows.find(one => one.id === id)!.code
    const hashes = [
      ...(await db().read.selectFrom('users').select('password_hash as hash').execute()),
      ...(await db().read.selectFrom('links').select('pin_hash as hash').execute()),
      ...(await db().read.selectFrom('links').select('token_hash as hash').execute()),
      ...(await db().read.selectFrom('welcome_links').select('token_hash as hash').execute()),
    ].map(({ hash }) => hash!)
    const stored = JSON.stringify(rows)
    expect(hashes.length).toBeGreaterThan(5)
    for (const secret of [code, url.split('#')[1]!, '908172', '817290', PASSWORD, ...hashes]) expect(stored).not.toContain(secret)
  })

  test('a subject keeps its newest entries, and the daily deletion the last year', async () => {
    const { id } = await createGuest()
    const { id: other } = await createGuest({ guestName: 'ريم' })
    const rows = Array.from({ length: MAX_TRAIL_ENTRIES }, (_, n) => ({
      ...{ id: `0-${String(n).padStart(3, '0')}`, about: 'invitation' as const, subject_id: id, owner_id: host.user.id, event_id: null },
      ...{ at: new Date(n).toISOString(), by_kind: 'server' as const, by_id: null, by_name: null, kind: 'update' as const, changes: '{}' },
    }))
    await db().write(trx => trx.insertInto('trail').values(rows).execute())
    await host.invitations.updateMany({ ids: [id, other], table: '1' })
    expect(await trailOf(host, 'invitation', id)).toHaveLength(MAX_TRAIL_ENTRIES)
    expect((await trailOf(host, 'invitation', id))[0]).toBe('server update')
    expect(await trailOf(host, 'invitation', other)).toHaveLength(2)
    await deleteAllExpired(db(), new Date(rows.length + TRAIL_DAYS * 86_400_000))
    expect(await trailOf(host, 'invitation', id)).toHaveLength(2)
  })

  test('changes of 600 invitations are added in chunks', async () => {
    const invitations = Array.from({ length: 600 }, (_, n) => ({ eventName: 'زفاف', eventDate: DAY, guestName: `ضيف ${n}` }))
    const big = await signIn({ username: 'big', limit: 2_000 })
    const created = await big.invitations.create({ invitations })
    await big.invitations.updateMany({ ids: created.map(({ id }) => id), side: 'أهل العروس' })
    await big.invitations.removeMany({ ids: created.slice(0, 550).map(({ id }) => id) })
    expect((await trailOf(big, 'invitation', created[1]!.id)).at(-1)).toMatch(/^حساب big delete \| guestName: ضيف 1 > null/)
    await big.events.remove({ id: created[0]!.eventId! })
    expect(await trailOf(big, 'invitation', created[555]!.id)).toEqual([
      expect.stringContaining('create'),
      'حساب big update | side: null > أهل العروس',
      'حساب big delete',
    ])
  })

  test('the entries in order lead to the present fields after any edits', async () => {
    const step = fc.record({
      does: fc.constantFrom('update', 'many', 'answer', 'guest', 'reissue', 'cancel', 'restore', 'giveAway', 'event', 'limit', 'link'),
      text: fc.constantFrom('أ', 'ب', 'ج', ''),
      number: fc.integer({ min: 1, max: 5 }),
      yes: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async steps => {
        const { id, eventId } = await createGuest({ generationType: 'custom', maxScans: 4 })
        const link = await host.links.create({ eventId: eventId!, role: 'door', name: 'باب' })
        const codeNow = async () => (await host.invitations.list({})).rows.find(one => one.id === id)!.code
        for (const { does, text, number, yes } of steps) {
          const acts: Record<string, () => unknown> = {
            update: () => host.invitations.update({ id, guestName: text, maxScans: number, note: text, children: yes ? 1 : 0 }),
            many: () => host.invitations.updateMany({ ids: [id], table: text, isVip: yes }),
            answer: () => host.invitations.answer({ id, attends: yes, people: number, note: text }),
            guest: async () => visitor().guests.answer({ code: await codeNow(), attends: yes, people: number }),
            reissue: () => host.invitations.reissue({ id }),
            cancel: () => host.invitations.cancel({ id }),
            restore: () => host.invitations.restore({ id }),
            giveAway: () => host.invitations.giveAway({ id, guestName: text }),
            event: () => host.events.update({ id: eventId!, place: text, capacity: number, hidesNames: yes, house: { words: text } }),
            limit: () => admin.accounts.update({ id: host.user.id, generationLimit: 1_000 + number, email: yes ? 'a@example.com' : '' }),
            link: () => host.links.update({ id: link.id, name: text || 'باب', walkIns: number, maxDevices: yes ? number : null }),
          }
          await refusalCodeOf(Promise.resolve(acts[does]!()))
        }
        const now = {
          invitation: (await host.invitations.list({})).rows.find(one => one.id === id)!,
          event: await host.events.get({ id: eventId! }),
          user: (await host.accounts.me({}))!,
          link: { ...(await host.links.list({ eventId: eventId! }))[0]!, userId: host.user.id, pinHash: null },
        }
        for (const about of ['invitation', 'event', 'user', 'link'] as const) {
          const replayed = new Map<string, unknown>()
          for (const { changes } of (await admin.trail.list({ about, id: now[about].id })).rows.toReversed())
            for (const { field, before, after, isHidden } of changes) {
              if (isHidden) continue
              if (replayed.has(field)) expect(before, field).toBe(replayed.get(field))
              replayed.set(field, after)
            }
          const present = Object.entries(trailChangesOf(about, { after: now[about] as never })).map(toTrailChange)
          const isKnown = (value: unknown) => value !== null && value !== false && value !== 0
          const sorted = (fields: (readonly [string, unknown])[]) => fields.filter(([, value]) => isKnown(value)).toSorted()
          expect(sorted([...replayed])).toEqual(sorted(present.map(({ field, after }) => [field, after] as const)))
        }
        await host.invitations.remove({ id })
      }),
      { numRuns: 6 },
    )
  })
})

test('a long value is cut by characters, not within one', () => {
  const before = { id: 'o', officeNotes: '' }
  const { officeNotes } = trailChangesOf('order', { before, after: { id: 'o', officeNotes: '🌹'.repeat(400) } })
  expect(Array.from(String(officeNotes![1]))).toHaveLength(MAX_TRAIL_VALUE_LENGTH)
  expect(String(officeNotes![1])).toMatch(/^🌹+…$/u)
})
