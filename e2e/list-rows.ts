import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { dayInAden } from '@hudur/core/testing/days'
import { ADMINISTRATOR as ADMIN } from '../api/testing/process.ts'

type ListRowBackends = { admin: Backend<Contract>; user: Backend<Contract>; userId: string }

export const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const GRADUATION = { eventName: 'تخرّج دفعة «أثر» من كلية الهندسة', eventDate: '2026-12-22' }

/** Creates a few rows of every list. The rows are created one after another, so that lists sorted by time always have the same order. */
export async function createListRows({ admin, user, userId }: ListRowBackends) {
  const phone = '0551204417'
  await admin.requests.order({ ...GRADUATION, eventType: 'graduation', phone, invitationCount: 150 })
  const { id: accepted } = await admin.requests.order({ ...WEDDING, eventType: 'wedding', phone, invitationCount: 240 })
  await admin.requests.updateOrder({ id: accepted, status: 'completed', notes: 'بطاقة عاجيّة، والتسليم قبل المناسبة بأسبوع' })
  await admin.requests.order({ eventName: 'عقيقة ريّان', eventDate: '2027-02-01', eventType: 'private', phone, invitationCount: 30 })

  await user.requests.create({ ...GRADUATION, eventType: 'graduation', phone, invitationCount: 60 })
  const { id: approved } = await user.requests.create({ ...WEDDING, eventType: 'wedding', phone, invitationCount: 30, notes: 'قسمان' })
  await admin.requests.update({ id: approved, status: 'approved' })

  const sender = { fullName: 'أروى باسليم', email: 'arwa@example.com' }
  const { id: read } = await admin.messages.create({ ...sender, subject: 'سؤال عن التصاميم', message: 'هل يُطبع الرمز؟\nوكم يكلّف؟' })
  await admin.messages.update({ id: read, status: 'replied' })
  const long = 'نرغب في دعوات لحفل نحو أربعمئة ضيف. '
  await admin.messages.create({ ...sender, fullName: 'سالم الكثيري', subject: 'موعد التسليم', message: long.repeat(6) })
  await admin.messages.create({ ...sender, fullName: 'د. هدى العريقي', subject: 'مؤتمر في عدن', message: 'كم يستغرق التجهيز؟' })

  const password = 'secret-1'
  await admin.accounts.register({ username: 'arwa', fullName: 'أروى باسليم', password, phone: '0770000001', email: 'arwa@example.com' })
  await admin.accounts.register({ username: 'salem', fullName: 'سالم بن عبدالرحمن بن سعيد الكثيري', password })

  const mona = { username: 'mona', fullName: 'منى الأغبري', password, generationLimit: 40 }
  const { id: userWithoutBalance } = await admin.accounts.create(mona)
  await admin.accounts.updateGenerations({ id: userWithoutBalance, count: 40 })
  for (const [username, fullName] of [
    ['taher', 'طاهر السقاف'],
    ['ليلى', 'ليلى الحدّاد'],
  ] as const) {
    const { id } = await admin.accounts.create({ username, fullName, password })
    await admin.accounts.remove({ id, currentPassword: ADMIN.password })
  }

  // All scans are from yesterday evening, a few minutes apart, so the screens show only their times of day.
  const eventEvening = `${dayInAden(-1)}T17:`
  const scanAtMinute = (code: string, minute: number, admit: number) =>
    admin.checkIn.check({
      qr_code: code,
      admit,
      happened: true,
      nonce: `${code}-${minute}`,
      scannedAt: `${eventEvening}${minute}:00.000Z`,
    })
  type NewInvitation = Parameters<typeof admin.invitations.create>[0]['invitations'][number]
  const addInvitation = async (invitation: Omit<NewInvitation, 'generationType'>) => {
    const generationType = invitation.guestName ? 'custom' : 'count'
    const [made] = await admin.invitations.create({ invitations: [{ ...invitation, generationType }] })
    return made!.id
  }
  const familyInvitationId = await addInvitation({ ...WEDDING, guestName: 'عائلة الأستاذ خالد سعيد باوزير', maxScans: 6 })
  const passInvitationId = await addInvitation({ ...GRADUATION, maxScans: 20 })
  // This event is over, because the first screen of its owner shows how many days are left until the next ones.
  const meeting = { eventName: 'لقاء الخرّيجات', eventDate: '2026-11-10' }
  const userInvitationId = await addInvitation({ ...meeting, guestName: 'أروى باسليم', userId, maxScans: 2 })
  await addInvitation({ ...WEDDING, guestName: 'سالم الكثيري' })
  await addInvitation({ eventName: 'عقيقة ريّان', eventDate: '2027-02-01', guestName: 'هدى العريقي', maxScans: 3 })
  await scanAtMinute(passInvitationId, 10, 3)
  await scanAtMinute(familyInvitationId, 12, 2)
  await scanAtMinute(familyInvitationId, 31, 3)
  await scanAtMinute(passInvitationId, 33, 8)
  await scanAtMinute(userInvitationId, 40, 1)
}
