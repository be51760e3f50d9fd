import { formatCount } from '../counted.ts'
import { madeWord } from './words.ts'

/** The refusals of packages, payments and invoices. */
export const sales = {
  nameMissing: 'اكتب اسم الباقة',
  tooManyPackages: (max: number) => `لا تُحفظ أكثر من ${max} باقة. غيّر باقة قديمة`,
  nothingToChange: 'لا تغيير',
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
}

/** Returns the number of invitations of a package, as the public page shows it: «100 دعوة». */
export const packageInvitations = (count: number) => formatCount(count, madeWord)
