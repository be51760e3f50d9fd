import { formatCount } from '../counted.ts'
import { madeWord } from './words.ts'

export const generator = {
  eventName: 'يرجى إدخال اسم المناسبة',
  eventDate: 'يرجى إدخال تاريخ المناسبة',
  names: 'يرجى إدخال أسماء المعازيم',
  guest: 'يرجى إدخال اسم الضيف',
  overBalance: (requested: number, remaining: number) => `لا يمكنك توليد ${requested} دعوة. الرصيد المتاح: ${remaining} دعوة`,
  tooManyPending: (max: number) => `لا يُقبل لصاحب المناسبة أكثر من ${formatCount(max, madeWord)} معلّقة. اطلب من مدير النظام رفع رصيده`,
}
