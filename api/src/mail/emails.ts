import type { PendingRegistration } from '@hudur/core/accounts/contract'
import type { EventType, Order } from '@hudur/core/requests/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { mailsIn } from './repository.ts'

/** The e-mails are plain text. Each line begins with an Arabic word, so that mail programs show it from right to left. */

const EVENT_TYPE_NAMES: Record<EventType, string> = {
  wedding: 'زفاف',
  graduation: 'تخرّج',
  private: 'مناسبة خاصة',
  conference: 'مؤتمر',
  other: 'أخرى',
}

const CLOSING = ['', 'مع أطيب التحيات،', 'فريق حُضور']

const approvalEmail = ({ full_name, username }: PendingRegistration, loginAddress: string | undefined) => ({
  subject: 'قُبل طلب تسجيلك في حُضور',
  body: [
    `السلام عليكم ${full_name}،`,
    '',
    'يسرّنا إخبارك بأن طلب تسجيلك قد قُبل، وأصبح حسابك جاهزاً.',
    `اسم المستخدم: ${username}`,
    loginAddress ? `سجّل الدخول من هنا: ${loginAddress}` : 'سجّل الدخول بكلمة المرور التي اخترتها عند التسجيل.',
    ...CLOSING,
  ].join('\n'),
})

const rejectionEmail = ({ full_name }: PendingRegistration) => ({
  subject: 'بشأن طلب تسجيلك في حُضور',
  body: [
    `السلام عليكم ${full_name}،`,
    '',
    'نشكرك على اهتمامك بحُضور. نأسف لإخبارك بأننا لم نتمكن من قبول طلب تسجيلك هذه المرة.',
    'إن كان لديك استفسار فيسعدنا أن تتواصل معنا.',
    ...CLOSING,
  ].join('\n'),
})

type OrderOfVisitor = Omit<Order, 'customerNotes' | 'officeNotes' | 'paymentState'>

const newOrderEmail = ({ eventName, eventDate, eventType, customerName, phone, invitationCount, notes }: OrderOfVisitor) => ({
  subject: `طلب جديد من الموقع: ${eventName}`,
  body: [
    'وصل طلب جديد من الموقع:',
    '',
    `المناسبة: ${eventName}`,
    `النوع: ${EVENT_TYPE_NAMES[eventType]}`,
    `التاريخ: ${eventDate}`,
    `عدد الدعوات: ${invitationCount}`,
    ...(customerName ? [`الاسم: ${customerName}`] : []),
    `الهاتف: ${phone}`,
    ...(notes ? [`ملاحظات: ${notes}`] : []),
    '',
    'تجده في صفحة الطلبات.',
    ...CLOSING,
  ].join('\n'),
})

/** Queues the e-mail about a decision to the applicant's e-mail address. */
export async function queueRegistrationDecision(
  trx: Kysely<Tables>,
  { registration, recipient, loginAddress }: { registration: PendingRegistration; recipient: string; loginAddress?: string | undefined },
  now: Date,
) {
  const email = registration.status === 'approved' ? approvalEmail(registration, loginAddress) : rejectionEmail(registration)
  await mailsIn(trx).queue({ id: `${registration.status}.${registration.id}`, recipient, ...email }, now)
}

/** Queues an e-mail about a new order to each recipient; `id` is the account's. */
export async function queueNewOrderEmail(
  trx: Kysely<Tables>,
  { order, recipients }: { order: OrderOfVisitor; recipients: readonly { id: string; email: string }[] },
  now: Date,
) {
  for (const { id, email } of recipients)
    await mailsIn(trx).queue({ id: `order.${order.id}.${id}`, recipient: email, ...newOrderEmail(order) }, now)
}
