import { formatCount } from '../counted.ts'
import { madeWord, requestWord } from './words.ts'

export const activity = {
  userCreated: (name: string) => `أُنشئ حساب «${name}»`,
  userUpdated: (name: string) => `عُدّل حساب «${name}»`,
  userDeleted: (name: string) => `حُذف حساب «${name}»`,
  userApproved: (name: string) => `قُبل طلب تسجيل «${name}»`,
  userRejected: (name: string) => `رُفض طلب تسجيل «${name}»`,
  updated: (guest: string, event: string) => `عُدّلت دعوة «${guest}» لمناسبة «${event}»`,
  deleted: (guest: string, event: string) => `حُذفت دعوة «${guest}» لمناسبة «${event}»`,
  answered: (guest: string, event: string) => `سُجّل رد «${guest}» على دعوة «${event}»`,
  reissued: (guest: string, event: string) => `أُصدرت بطاقة جديدة لدعوة «${guest}» لمناسبة «${event}»`,
  cancelled: (guest: string, event: string) => `أُلغيت دعوة «${guest}» لمناسبة «${event}»`,
  restored: (guest: string, event: string) => `أُعيدت دعوة «${guest}» لمناسبة «${event}»`,
  created: (count: number, event: string) => `أُنشئت ${formatCount(count, madeWord)} لمناسبة «${event}»`,
  scanned: (guest: string, event: string) => `سُجّل دخول «${guest}» في مناسبة «${event}»`,
  undone: (guest: string, event: string, reason: string) => `أُلغي دخول «${guest}» في مناسبة «${event}». السبب: ${reason}`,
  eventCreated: (event: string) => `أُنشئت مناسبة «${event}»`,
  eventUpdated: (event: string) => `عُدّلت مناسبة «${event}»`,
  byLink: (description: string, link: string) => `${description}، بالرابط «${link}»`,
  linkCreated: (link: string, event: string) => `أُنشئ الرابط «${link}» لمناسبة «${event}»`,
  linkUpdated: (link: string, event: string) => `عُدّل الرابط «${link}» لمناسبة «${event}»`,
  linkReissued: (link: string, event: string) => `أُعيد إصدار الرابط «${link}» لمناسبة «${event}»`,
  linkRevoked: (link: string, event: string) => `أُبطل الرابط «${link}» لمناسبة «${event}»`,
  ordersRejected: (count: number) => `رُفضت دفعة من طلبات الموقع: ${formatCount(count, requestWord)}`,
  eventDeleted: (event: string, count: number) => `حُذفت مناسبة «${event}» ومعها ${formatCount(count, madeWord)}`,
}
