import { formatCount } from '../counted.ts'
import { madeWord } from './words.ts'

/** The refusals of fields of packages and of reversals. */
export const sales = { nameMissing: 'اكتب اسم الباقة', reasonMissing: 'اكتب السبب' }

/** The refusals of packages, payments and invoices by the server. An export of its own, so that browsers do not load it. */
export const salesRefusals = {
  tooManyPackages: (max: number) => `لا تُحفظ أكثر من ${max} باقة. غيّر باقة قديمة`,
  tooManyPayments: (max: number) => `لا تُسجَّل أكثر من ${max} دفعة لطلب واحد`,
  tooManyInvoices: (max: number) => `لا يصدر أكثر من ${max} فاتورة لطلب واحد`,
  isReversal: 'هذا القيد إلغاء لدفعة، ولا يُلغى',
  alreadyReversed: 'أُلغيت من قبل',
  isCreditNote: 'هذا إشعار دائن، ولا يُلغى',
  notAgreed: 'اكتب المبلغ المتفق عليه أولاً، ثم أصدر الفاتورة',
  invoiced: (number: string) => `لهذا الطلب فاتورة قائمة برقم ${number}. ألغها بإشعار دائن أولاً`,
}

/** The names of the currencies beside amounts. */
export const currencyNames = {
  YER: 'ريال يمني',
  SAR: 'ريال سعودي',
  AED: 'درهم إماراتي',
  OMR: 'ريال عماني',
  KWD: 'دينار كويتي',
  QAR: 'ريال قطري',
  BHD: 'دينار بحريني',
  JOD: 'دينار أردني',
  EGP: 'جنيه مصري',
  USD: 'دولار أمريكي',
  EUR: 'يورو',
}

/** Descriptions of activities. An export of its own, so that browsers do not load it. */
export const salesActivity = {
  packageCreated: (name: string) => `أُضيفت باقة «${name}»`,
  packageUpdated: (name: string) => `عُدّلت باقة «${name}»`,
  agreed: (event: string, amount: string) => `اتُّفق على مبلغ طلب «${event}»: ${amount}`,
  paid: (event: string, amount: string) => `سُجّلت دفعة لطلب «${event}»: ${amount}`,
  paymentReversed: (event: string, amount: string) => `أُلغيت دفعة من طلب «${event}»: ${amount}`,
  invoiced: (event: string, number: string) => `صدرت فاتورة طلب «${event}» برقم ${number}`,
  invoiceReversed: (event: string, number: string) => `أُلغيت فاتورة طلب «${event}» بإشعار دائن برقم ${number}`,
}

/** Returns the number of invitations of a package, as visitors read it: «100 دعوة». */
export const packageInvitations = (count: number) => formatCount(count, madeWord)
