import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'

const request = { eventName: 'حفل البيان', eventDate: '2097-01-14', eventType: 'wedding', phone: '+967 777 000 111' } as const
const DAY = '2097-02-01'

describe.each(ENGINES)('the search in everything on %s', engine => {
  const { signIn, visitor } = startTestServer(engine)

  type Caller = Awaited<ReturnType<typeof signIn>>
  let admin: Caller
  let host: Caller
  let stranger: Caller
  beforeEach(async () => {
    admin = await signIn({ username: 'admin', isAdmin: true })
    host = await signIn({ username: 'salem' })
    stranger = await signIn({ username: 'hind' })
  })

  const findKinds = async (caller: Caller, q: string) => (await caller.find.list({ q })).map(({ kind, title }) => `${kind} ${title}`)

  /** Creates a row of every kind with the word «البيان», all of them of `host` or a visitor. */
  async function createRows() {
    const event = await host.events.create({ name: 'عرس البيان', date: DAY })
    const [guest] = await host.invitations.create({ invitations: [{ eventId: event.id, guestName: 'هدى البيان' }] })
    await host.requests.create(request)
    const order = await visitor().requests.order({ ...request, customerName: 'سعاد' })
    const message = { fullName: 'علي', email: 'a@example.com', subject: 'عن البيان', message: 'متى؟' }
    await visitor().messages.create(message)
    return { event, guest: guest!, order }
  }

  test('an administrator finds rows of every kind and owner', async () => {
    const { event, guest } = await createRows()
    await admin.accounts.create({ fullName: 'مؤسسة البيان', username: 'bayan', password: 'secret-1', generationLimit: 1 })
    expect(await findKinds(admin, 'بيان')).toEqual([
      `guest ${guest.guestName}`,
      `event ${event.name}`,
      'user مؤسسة البيان',
      'order حفل البيان',
      'request حفل البيان',
      'message عن البيان',
    ])
    const [order] = (await admin.find.list({ q: '000111' })).filter(({ kind }) => kind === 'order')
    expect(order).toMatchObject({ detail: `سعاد · ${request.phone}`, day: request.eventDate })
    const { searchParams } = new URL(order!.path, 'https://hudur.example')
    expect((await admin.requests.orders({ search: searchParams.get('search')! })).total, 'the path lists the order').toBe(1)
  })

  test('a host finds only guests and events of their own', async () => {
    const { event, guest } = await createRows()
    expect(await findKinds(host, 'البيان')).toEqual([`guest ${guest.guestName}`, `event ${event.name}`])
    expect(await findKinds(stranger, 'البيان')).toEqual([])
    const [, found] = await host.find.list({ q: 'البيان' })
    expect(found).toEqual({ kind: 'event', id: event.id, title: event.name, detail: '', day: DAY, path: `/events/${event.id}` })
  })

  test('a partner finds guests of the shared event only', async () => {
    const { event, guest } = await createRows()
    await host.invitations.create({ invitations: [{ eventName: 'عقد البيان', eventDate: DAY, guestName: 'منى البيان' }] })
    await host.events.addPartner({ eventId: event.id, username: 'hind' })
    expect(await findKinds(stranger, 'البيان')).toEqual([`guest ${guest.guestName}`, `event ${event.name}`])
    await host.events.removePartner({ eventId: event.id, username: 'hind' })
    expect(await findKinds(stranger, 'البيان')).toEqual([])
  })

  test('a former code finds its invitation, and nothing for others', async () => {
    const { guest } = await createRows()
    const { code } = await host.invitations.reissue({ id: guest.id })
    for (const q of [guest.code, code])
      for (const caller of [host, admin]) expect(await caller.find.list({ q })).toMatchObject([{ kind: 'guest', id: guest.id }])
    expect(await stranger.find.list({ q: code })).toEqual([])
  })

  test('only administrators find an order by its number', async () => {
    const { order } = await createRows()
    expect(await admin.find.list({ q: order.id })).toMatchObject([{ kind: 'order', id: order.id }])
    expect(await host.find.list({ q: order.id })).toEqual([])
  })

  test('typing errors are tolerated only where no guest matches', async () => {
    const invitations = ['نورة', 'نوره علي', 'نور'].map(guestName => ({ eventName: 'حفل', eventDate: DAY, guestName }))
    await host.invitations.create({ invitations })
    expect(await findKinds(host, 'نورة')).toEqual(['guest نورة', 'guest نوره علي'])
    expect(await findKinds(host, 'نوررة')).toEqual(['guest نورة', 'guest نوره علي'])
  })

  test('a text of more than 100 characters is refused', async () => {
    expect(await refusalCodeOf(host.find.list({ q: 'س'.repeat(101) }))).toBe('bad-input')
  })
})
