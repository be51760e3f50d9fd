import { dayInTimeZone } from '@hudur/core/calendar'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { MessageStatus } from '@hudur/core/messages/contract'
import type { OrderStatus, RequestStatus } from '@hudur/core/requests/contract'
import { type Callers, PASSWORD } from './run-scenario.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Hosts: how many days ago they were approved, their quota, and their contact details. */
const HOSTS = [
  { username: 'salem', fullName: 'سالم باسليم', days: 38, limit: 100, phone: '+967770001101', email: 'salem@example.com' },
  { username: 'hanaa', fullName: 'هناء الأغبري', days: 21, limit: 300, phone: '+967770001102', email: 'hanaa@example.com' },
  { username: 'reem', fullName: 'د. ريم المقطري', days: 9, limit: 50, phone: '+967770001103' },
  { username: 'muath', fullName: 'معاذ الحمّادي', days: 7, limit: 150, phone: '+967770001104', email: 'muath@example.com' },
  { username: 'layla', fullName: 'ليلى العولقي', days: 6, limit: 20 },
  { username: 'omar', fullName: 'عمر الكثيري', days: 1, limit: 100, phone: '+967770001105' },
]

const PENDING_REGISTRATIONS = [
  { username: 'arwa', fullName: 'أروى الحكيمي', hours: 30, phone: '+967770001201', email: 'arwa@example.com' },
  { username: 'faisal', fullName: 'فيصل بن سعيد العمودي', hours: 9, phone: '0551204417' },
  { username: 'khawla', fullName: 'خولة الشامي', hours: 2, email: 'khawla@example.com' },
]

type DemoOrder = {
  eventName: string
  inDays: number
  eventType: 'wedding' | 'graduation' | 'private' | 'conference' | 'other'
  invitationCount: number
  daysAgo: number
  customerName?: string
  status?: OrderStatus
  notes?: string
}

const ORDERS: readonly DemoOrder[] = [
  {
    eventName: 'عقد قران أنس ورغد',
    inDays: -2,
    eventType: 'wedding',
    invitationCount: 90,
    daysAgo: 26,
    customerName: 'أنس الإرياني',
    status: 'completed',
    notes: 'سُلّمت البطاقات، وتصميمها «ميثاق»',
  },
  {
    eventName: 'حفل استقبال الحجّاج',
    inDays: 40,
    eventType: 'other',
    invitationCount: 60,
    daysAgo: 14,
    status: 'cancelled',
    notes: 'أجّلوا المناسبة إلى إشعار آخر',
  },
  {
    eventName: 'تخرّج دفعة «أثر» من كلية الهندسة',
    inDays: 35,
    eventType: 'graduation',
    invitationCount: 250,
    daysAgo: 8,
    customerName: 'لجنة حفل التخرّج',
    status: 'approved',
  },
  {
    eventName: 'مسابقة رمضانية',
    inDays: 90,
    eventType: 'other',
    invitationCount: 1000,
    daysAgo: 6,
    status: 'rejected',
    notes: 'لا تحتاج دعوات، فأرشدناهم إلى التسجيل المفتوح',
  },
  {
    eventName: 'زفاف سعيد ونوال',
    inDays: 26,
    eventType: 'wedding',
    invitationCount: 240,
    daysAgo: 3,
    customerName: 'أم سعيد العمودي',
    status: 'processing',
    notes: 'بطاقة عاجيّة، والقائمة تصل بالواتساب',
  },
  {
    eventName: 'مؤتمر طب الأسرة الثالث',
    inDays: 52,
    eventType: 'conference',
    invitationCount: 180,
    daysAgo: 1.2,
    customerName: 'د. هدى العريقي',
  },
  { eventName: 'عقيقة ريّان', inDays: 18, eventType: 'private', invitationCount: 30, daysAgo: 0.1 },
]

type DemoRequest = Omit<DemoOrder, 'status' | 'customerName'> & { host: string; status?: RequestStatus }

const REQUESTS: readonly DemoRequest[] = [
  {
    host: 'salem',
    eventName: 'لقاء عائلة باسليم',
    inDays: -24,
    eventType: 'private',
    invitationCount: 40,
    daysAgo: 34,
    status: 'completed',
    notes: 'كل عائلة ببطاقة واحدة',
  },
  {
    host: 'hanaa',
    eventName: 'زفاف محمّد وسارة',
    inDays: 0,
    eventType: 'wedding',
    invitationCount: 120,
    daysAgo: 15,
    status: 'approved',
    notes: 'قسمان للرجال والنساء',
  },
  {
    host: 'layla',
    eventName: 'حنّاء هند',
    inDays: 20,
    eventType: 'private',
    invitationCount: 60,
    daysAgo: 2,
    notes: 'نفد رصيدي، وأحتاج ستين دعوة أخرى',
  },
  {
    host: 'omar',
    eventName: 'بطولة الحي',
    inDays: 15,
    eventType: 'other',
    invitationCount: 500,
    daysAgo: 0.6,
    status: 'rejected',
    notes: 'العدد أكبر من سعة الملعب',
  },
]

type DemoMessage = { fullName: string; email: string; subject: string; message: string; daysAgo: number; status?: MessageStatus }

const MESSAGES: readonly DemoMessage[] = [
  {
    fullName: 'سلوى باعبّاد',
    email: 'salwa@example.com',
    subject: 'شكراً لكم',
    message: 'دخل الضيوف في نصف ساعة ولم يقف أحد عند الباب. جزاكم الله خيراً.',
    daysAgo: 8,
    status: 'read',
  },
  {
    fullName: 'أروى باسليم',
    email: 'arwa.b@example.com',
    subject: 'سؤال عن التصاميم',
    message: 'هل أستطيع أن أضع صورة من عندي مكان التصميم؟\nوهل تُطبع البطاقة أم تُرسل فقط؟',
    daysAgo: 5,
    status: 'replied',
  },
  {
    fullName: 'ماجد السقّاف',
    email: 'majed@example.com',
    subject: 'دعوات لثلاث قاعات',
    message: 'عندنا ملتقى في ثلاث قاعات في وقت واحد، ونريد لكل قاعة باباً وعدداً. هل يصلح ذلك بحساب واحد؟\nرقمي على الواتساب 770 001 301',
    daysAgo: 1.5,
    status: 'read',
  },
  {
    fullName: 'نجلاء الكثيري',
    email: 'najla@example.com',
    subject: 'موعد التسليم',
    message:
      'الزفاف بعد أسبوعين، وعندي نحو أربعمئة ضيف بين رجال ونساء. كم يستغرق تجهيز الدعوات من وصول القائمة؟ وهل أرسل الأسماء ملفّ إكسل أم أكتبها رسالة؟ أرجو الردّ اليوم إن أمكن، رقمي ٧٧٠٠٠١٣٠٢',
    daysAgo: 0.3,
  },
  {
    fullName: 'Adel Noman',
    email: 'adel@example.com',
    subject: 'Graduation in Aden',
    message: 'Can the cards be in Arabic and English? We are about 120 people.',
    daysAgo: 0.05,
  },
]

export function planBackOfficeCalls({ as, visitor }: Callers, { now, timeZone }: { now: Date; timeZone: string }) {
  // Shifts times of two days ago and older by some hours, so that they differ in the time of day.
  const dateDaysAgo = (days: number) => new Date(now.getTime() - days * DAY - (days < 2 ? 0 : ((days * 37) % 10) * 1.13 * HOUR))
  const callerOfAdmin = () => as('admin')
  const person = { password: PASSWORD }
  // The administrator has signed in long before most of the calls.
  const own = { currentPassword: PASSWORD }

  const beginning = {
    at: dateDaysAgo(45),
    act: async () => {
      const { accounts } = await callerOfAdmin()
      const [first] = await accounts.list({})
      await accounts.update({ id: first!.id, fullName: 'نبيل الشامي', phone: '+967770001000', email: 'office@example.com' })
      await accounts.create({ ...person, username: 'bilqis', fullName: 'بلقيس الإرياني', phone: '+967770001001', isAdmin: true, ...own })
    },
  }

  const hosts = HOSTS.flatMap(({ days, limit, ...host }) => [
    { at: dateDaysAgo(days + 0.4), act: () => visitor.accounts.register({ ...person, ...host }) },
    {
      at: dateDaysAgo(days),
      act: async () => {
        const { accounts } = await callerOfAdmin()
        const waiting = (await accounts.registrations({})).rows.find(({ username }) => username === host.username)
        const { user } = await accounts.approve({ id: waiting!.id })
        await accounts.update({ id: user.id, generationLimit: limit })
      },
    },
  ])

  const waiting = PENDING_REGISTRATIONS.map(({ hours, ...someone }) => ({
    at: dateDaysAgo(hours / 24),
    act: () => visitor.accounts.register({ ...person, ...someone }),
  }))

  const deleted = [
    planDeletedAccount({ username: 'taher', fullName: 'طاهر السقّاف', phone: '+967770001401', used: 30, isAdmin: false }, 32, 11),
    planDeletedAccount({ username: 'waleed', fullName: 'وليد العمودي', phone: '+967770001402', used: 0, isAdmin: true }, 44, 20),
    planDeletedAccount({ username: 'mona', fullName: 'منى الحكيمي', used: 12, isAdmin: false }, 28, 4, async () => {
      await (await as('mona')).accounts.deleteAccount(person)
    }),
  ].flat()

  type AccountToDelete = { username: string; fullName: string; phone?: string; used: number; isAdmin: boolean }

  /**
   * Returns the calls that create an account and delete it again. `leave` deletes it as its own user; without it an administrator does.
   * Times are in days ago.
   */
  function planDeletedAccount({ used, ...account }: AccountToDelete, madeAgo: number, leftAgo: number, leave?: () => Promise<unknown>) {
    let id = ''
    const createAccount = async () => {
      const { accounts } = await callerOfAdmin()
      id = (await accounts.create({ ...person, ...account, generationLimit: 40, ...own })).id
      await accounts.updateGenerations({ id, count: used })
    }
    const removeAccount = async () => (await callerOfAdmin()).accounts.remove({ id, ...own })
    return [
      { at: dateDaysAgo(madeAgo), act: createAccount },
      { at: dateDaysAgo(leftAgo), act: leave ?? removeAccount },
    ]
  }

  /** Returns the calls that create a row and, if it has a status, set the status some time later. */
  function planRow(
    { daysAgo, status }: { daysAgo: number; status: string | undefined },
    create: () => Promise<{ id: string }>,
    decide: (id: string) => Promise<unknown>,
  ) {
    let id = ''
    const createRow = async () => {
      id = (await create()).id
    }
    const created = { at: dateDaysAgo(daysAgo), act: createRow }
    return status === undefined ? [created] : [created, { at: dateDaysAgo(daysAgo * 0.8), act: () => decide(id) }]
  }

  const phoneOf = (list: number, n: number) => `+96777000${list}${String(n).padStart(2, '0')}`

  const orders = ORDERS.flatMap(({ inDays, daysAgo, status, notes, ...order }, n) =>
    planRow(
      { daysAgo, status },
      () => visitor.requests.order({ ...order, phone: phoneOf(15, n), eventDate: dayInTimeZone(timeZone, now, inDays) }),
      async id => (await callerOfAdmin()).requests.updateOrder({ id, status, notes }),
    ),
  )

  const requests = REQUESTS.flatMap(({ host, inDays, daysAgo, status, ...request }, n) =>
    planRow(
      { daysAgo, status },
      async () => (await as(host)).requests.create({ ...request, phone: phoneOf(16, n), eventDate: dayInTimeZone(timeZone, now, inDays) }),
      async id => (await callerOfAdmin()).requests.update({ id, status }),
    ),
  )

  const messages = MESSAGES.flatMap(({ daysAgo, status, ...message }) =>
    planRow(
      { daysAgo, status },
      () => visitor.messages.create(message),
      async id => (await callerOfAdmin()).messages.update({ id, status: status! }),
    ),
  )

  const changes = {
    at: dateDaysAgo(1.1),
    act: async () => {
      const { invitations } = await as('reem')
      const { rows } = await invitations.list({})
      const [renamed, gone] = rows.filter(({ generationType }: Invitation) => generationType === 'names')
      await invitations.update({ id: renamed!.id, guestName: `${renamed!.guestName} وأسرته` })
      await invitations.remove({ id: gone!.id })
    },
  }

  return [beginning, ...hosts, ...waiting, ...deleted, ...orders, ...requests, ...messages, changes]
}
