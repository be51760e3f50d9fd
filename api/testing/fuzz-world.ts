import { createHash } from 'node:crypto'
import { type CardLook, DEFAULT_LOOK } from '@hudur/core/cards/look'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { EVENT_PICTURE_SPEC } from '@hudur/core/events/contract'
import { createJpeg, createPng } from '@hudur/core/testing/pictures'
import type { Database } from '../src/database/database.ts'
import type { FieldWords } from './fuzz-schema.ts'
import { openLink } from './link-device.ts'
import { addAccount, PASSWORD } from './server.ts'
import { signIn } from './sign-in.ts'
import { readAllRows, restoreRows, type TableRows } from './table-rows.ts'

/** Returns a digest of all rows: it differs when any row has changed. */
export const digestOf = async (db: Database) =>
  createHash('sha256')
    .update(JSON.stringify(await readAllRows(db)))
    .digest('base64url')

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }
const order = { ...event, eventType: 'wedding' as const, phone: '+967 777 123 456', invitationCount: 20 }
const scanTimes = { admittedAt: '2026-11-20T18:00:00.000Z', undoneAt: '2026-11-20T18:01:00.000Z' }

type Host = Backend<Contract>

/** Changes an invitation in many ways: sends, answers, reissues, cancels and restores it, and scans its former code twice. */
async function changeInvitations(host: Host, id: string) {
  await host.invitations.sent({ ids: [id], via: 'whatsapp' })
  await host.invitations.answer({ id, attends: true, people: 2, note: 'نحضر' })
  await host.invitations.reissue({ id })
  await host.invitations.cancel({ id })
  await host.invitations.restore({ id })
  for (const gate of ['الشرقية', 'الشرقية']) await host.checkIn.check({ qr_code: id, gate, source: 'camera' })
}

/**
 * Creates a link of each role and opens it. Invites guests with the family link and admits guests with the door link, also after the door
 * link has ended.
 */
async function useLinks(base: string, host: Host) {
  const { id: eventId } = await host.events.create({ name: 'عقد قران', date: event.eventDate, answers: 'on' })
  const rights = { pin: '2468', maxDevices: 40, walkIns: 5 }
  const names = { door: 'الباب', live: 'الشاشة', family: 'أهل العروس' }
  const [door, , family] = await Promise.all(
    (['door', 'live', 'family'] as const).map(async role => {
      const link = await host.links.create({ eventId, role, name: names[role], ...(role === 'family' && { allotment: 5 }), ...rights })
      return { ...link, ...(await openLink(base, { ...link, pin: rights.pin })) }
    }),
  )
  const invited = await family!.backend.invitations.create({
    invitations: ['منيرة', 'هند'].map(guestName => ({ eventName: 'عقد قران', eventDate: event.eventDate, guestName })),
  })
  await door!.backend.checkIn.check({ qr_code: invited[0]!.id, nonce: 'door-1' })
  await door!.backend.checkIn.walkIn({ name: 'هيا', people: 3, note: 'مع أم العروس', nonce: 'walk-in-1' })
  await door!.backend.checkIn.walkIn({ name: 'دانة', people: 4, nonce: 'walk-in-2', scannedAt: scanTimes.admittedAt })
  await host.links.update({ id: door!.id, maySearch: true })
  await host.links.revoke({ id: door!.id })
  await door!.backend.checkIn.check({ qr_code: invited[1]!.id, nonce: 'door-2', happened: true })
}

/** Changes events: gives one with a design a picture, renames one, and deletes one with a guest and a link. */
async function changeEvents(host: Host) {
  const [designed] = (await host.invitations.designs({})).rows
  await host.events.savePicture({ id: designed!.eventId, picture: new Blob([createJpeg(EVENT_PICTURE_SPEC)], { type: 'image/jpeg' }) })
  const renamed = await host.events.create({ name: 'اسم سابق', date: event.eventDate })
  await host.events.update({ id: renamed.id, name: 'اسم جديد' })
  const deleted = await host.events.create({ name: 'مناسبة محذوفة', date: event.eventDate })
  await host.invitations.create({ invitations: [{ eventId: deleted.id, guestName: 'نورة' }] })
  await host.links.create({ eventId: deleted.id, role: 'door', name: 'باب' })
  await host.events.remove({ id: deleted.id })
}

/** Adds two accounts as partners to an event with guests, and removes one of them. */
async function addPartners(host: Host) {
  const { rows } = await host.events.list({ search: event.eventName })
  const eventId = rows.find(({ date }) => date === event.eventDate)!.id
  for (const username of ['fuzz1', 'fuzz2']) await host.events.addPartner({ eventId, username })
  await host.events.removePartner({ eventId, username: 'fuzz2' })
}

/** Agrees on the sum of an order, takes a payment with a picture and reverses another, and makes an invoice. */
async function takePayments(admin: Host, orderId: string) {
  await admin.sales.agree({ orderId, amount: 50_000, currency: 'YER' })
  const payment = { orderId, currency: 'YER', method: 'cash' } as const
  const { id: paymentId } = await admin.sales.createPayment({ ...payment, amount: 20_000, nonce: 'payment-1' })
  await admin.sales.saveReceiptPicture({ paymentId, picture: createPng() })
  const { id: wrong } = await admin.sales.createPayment({ ...payment, amount: 1 })
  await admin.sales.reversePayment({ paymentId: wrong, note: 'بالخطأ' })
  await admin.sales.createInvoice({ orderId, nonce: 'invoice-1' })
}

/** Creates accounts and, through the API, rows of many tables in several states. Returns the session cookies of each kind of caller. */
async function createRows(db: Database, base: string) {
  const roles = ['user', 'user', 'user', 'administrator', 'administrator', 'administrator'] as const
  const signedIn: ({ role: (typeof roles)[number] } & Awaited<ReturnType<typeof signIn>>)[] = []
  for (const [n, role] of roles.entries()) {
    await addAccount(db, { username: `fuzz${n}`, isAdmin: role === 'administrator', limit: 50, email: 'fuzz@example.com' })
    signedIn.push({ role, ...(await signIn(base, { username: `fuzz${n}`, password: PASSWORD })) })
  }
  const cookiesOf = (caller: string) => signedIn.filter(({ role }) => role === caller).map(({ cookie }) => cookie)
  const [host, admin] = [signedIn[0]!.backend, signedIn.at(-1)!.backend]
  const createdInvitations = await host.invitations.create({
    nonce: 'create-1',
    invitations: ['سارة', 'علي', 'سارة ناصر', 'أحمد عبد الله'].map(guestName => ({
      ...event,
      guestName,
      generationType: 'custom',
      maxScans: 3,
    })),
  })
  await host.checkIn.check({ qr_code: createdInvitations[0]!.id, nonce: 'scan-1', admit: 3, gate: 'الشرقية' })
  await host.checkIn.check({ qr_code: createdInvitations[1]!.id, nonce: 'scan-2', scannedAt: scanTimes.admittedAt })
  await host.checkIn.check({ qr_code: createdInvitations[0]!.id, nonce: 'scan-3', happened: true })
  await host.checkIn.walkIn({ eventId: createdInvitations[0]!.eventId!, name: 'مها', people: 1, nonce: 'walk-in-3' })
  await host.invitations.remove({ id: createdInvitations[3]!.id })
  await changeInvitations(host, createdInvitations[2]!.id)
  const picture = await host.invitations.uploadPicture({ picture: createPng(), nonce: 'upload-1' })
  const former = await host.invitations.uploadPicture({ picture: createPng({ grey: 1 }) })
  const lookWith = ({ id }: { id: string }): CardLook => ({ ...DEFAULT_LOOK, background: { is: 'picture', pictureId: id } })
  const look = lookWith(picture)
  for (const one of [lookWith(former), look]) await host.invitations.saveDesign({ ...event, look: one })
  await host.invitations.saveDesign({ ...event, eventDate: '2097-02-01', look })
  for (const username of ['waiting1', 'waiting2', 'waiting3', 'waiting4', 'waiting5'])
    await host.accounts.register({ fullName: 'نجلاء', username, password: PASSWORD, email: 'waiting@example.com' })
  const [first] = (await admin.accounts.registrations({})).rows
  await admin.accounts.approve({ id: first!.id })
  await host.requests.order(order)
  await admin.requests.rejectOrders({ from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' })
  await host.requests.order({ ...order, notes: 'قسمان', nonce: 'order-1' })
  const { id: packageId } = await admin.sales.createPackage({
    name: 'باقة 100',
    invitations: 100,
    price: 50_000,
    currency: 'YER',
    isPublic: true,
  })
  const [ordered] = (await admin.requests.orders({ status: 'pending' })).rows
  await admin.requests.openAccount({ id: ordered!.id, packageId })
  await takePayments(admin, ordered!.id)
  const { id: requestId } = await host.requests.create({ ...order, notes: 'قسمان', nonce: 'request-1' })
  await admin.requests.update({ id: requestId, officeNotes: 'نتصل به' })
  await admin.requests.noteReply({ requestId, channel: 'whatsapp', body: 'قبلنا طلبك', nonce: 'reply-1' })
  await host.messages.create({ fullName: 'هدى', email: 'huda@example.com', subject: 'سؤال', message: 'سطر\nوسطر', nonce: 'message-1' })
  const spam = await host.messages.create({ fullName: 'هدى', email: 'huda@example.com', subject: 'إعلان', message: 'سطر' })
  await admin.messages.removeMany({ ids: [spam.id] })
  await admin.accounts.remove({ id: first!.id })
  await useLinks(base, host)
  await changeEvents(host)
  await addPartners(host)
  return { nobody: [undefined, 'hudur=x'], user: cookiesOf('user'), administrator: cookiesOf('administrator') }
}

/** Returns as JSON the columns of a row that are equal in every run: it leaves out ids, hashes, times and texts that contain them. */
const reproducibleColumns = (row: Record<string, unknown>) =>
  JSON.stringify(Object.entries(row).filter(([name]) => !/(^|_)(id|hash|at|look|answer|code|description)$/.test(name)))

/** Sorts the rows in an order that every run reproduces, so that a seed chooses equivalent values in each. */
const sortReproducibly = (rows: TableRows): TableRows =>
  Object.fromEntries(
    Object.entries(rows).map(([table, some]) => [
      table,
      some.toSorted((a, b) => (reproducibleColumns(a) < reproducibleColumns(b) ? -1 : 1)),
    ]),
  )

/** Returns texts for the fields of the contract: existing values by the name of a field, and other texts that people may type. */
function wordsFrom(rows: TableRows): FieldWords {
  const valuesOfColumn = (name: string) =>
    Object.values(rows).flatMap(some => some.map(row => row[name]).filter(value => typeof value === 'string'))
  const [ids, nonces] = [
    valuesOfColumn('id'),
    [
      'scan-1',
      'scan-2',
      'walk-in-1',
      'create-1',
      'order-1',
      'request-1',
      'reply-1',
      'message-1',
      'upload-1',
      'payment-1',
      'invoice-1',
      'fresh-1',
      'fresh-2',
    ],
  ]
  const invitations = (rows.invitations ?? []).map(({ id }) => String(id))
  const digests = invitations.map(id => createHash('sha256').update(id).digest('hex'))
  const suits: Record<string, readonly string[]> = {
    id: [...ids, ...ids, 'NOSUCHTHING'],
    userId: ids,
    adminId: ids,
    nonce: nonces,
    admission: nonces,
    pictureId: [...(rows.pictures ?? []).map(({ id }) => String(id)), 'ZZZZZZZZZZZZZZZZZZZZ'],
    ink: ['#1b231f', '#ffffff'],
    at: ['18:00', '09:30'],
    qr_code: [...invitations, ...invitations, `{"id":"${invitations[0]}"}`, 'سارة', 'علي'],
    code: [...invitations, ...digests],
    invitationId: [...invitations, ...digests],
    linkId: [...(rows.links ?? []).map(({ id }) => String(id)), 'ZZZZZZZZZZZZZZZZZZZZ'],
    qrData: [...invitations, ...invitations, 'أحمد'],
    password: [PASSWORD, PASSWORD, 'another-1'],
    pin: ['2468', '٢٤٦٨', '0000'],
    currentPassword: [PASSWORD],
    newPassword: ['another-1'],
    admittedAt: [scanTimes.admittedAt],
    scannedAt: [scanTimes.admittedAt],
    undoneAt: [scanTimes.undoneAt],
    orderId: [...(rows.orders ?? []).map(({ id }) => String(id)), 'ZZZZZZZZZZZZZZZZZZZZ'],
    paymentId: [...(rows.payments ?? []).map(({ id }) => String(id)), 'ZZZZZZZZZZZZZZZZZZZZ'],
    invoiceId: [...(rows.invoices ?? []).map(({ id }) => String(id)), 'ZZZZZZZZZZZZZZZZZZZZ'],
    requestId: (rows.user_requests ?? []).map(({ id }) => String(id)),
    eventId: [...(rows.events ?? []).map(({ id }) => String(id)), 'ZZZZZZZZZZZZZZZZZZZZ'],
    eventName: [event.eventName],
    eventDate: [event.eventDate],
  }
  return {
    of: field => suits[field] ?? [],
    all: [
      ...['سارة', 'أحمد عبد الله', 'زفاف محمّد', '٧٧٧ ١٢٣ ٤٥٦', '+967 777 123 456', 'a@example.com', '2027-01-14', '2028-02-29', ''],
      ...['fuzz0', 'waiting1', 'host.new', 'ضيف جديد', 'x', '١٢', '5', '20', 'scan', 'سطر\nوسطر', PASSWORD, new Date().toISOString()],
      ...[
        '2026-11-20T18:00:00.000Z',
        '0001-01-01T00:00:00.000Z',
        '9999-12-31T23:59:59.999Z',
        '0123456789ABCDEFGHJK',
        'ZZZZZZZZZZZZZZZZZZZZ',
      ],
    ],
  }
}

/** Creates rows of many tables. `reset` restores them, and `digest` returns a digest of the current rows. */
export async function createFuzzWorld(db: Database, base: string) {
  const cookies = await createRows(db, base)
  const rows = await readAllRows(db)
  return { cookies, words: wordsFrom(sortReproducibly(rows)), reset: () => restoreRows(db, rows), digest: () => digestOf(db) }
}
