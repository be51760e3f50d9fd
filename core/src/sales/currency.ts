import * as z from 'zod/mini'
import { wholeNumber } from '../inputs.ts'
import * as texts from '../texts.ts'

export const CURRENCIES = ['YER', 'SAR', 'AED', 'OMR', 'KWD', 'QAR', 'BHD', 'JOD', 'EGP', 'USD', 'EUR'] as const
export const Currency = z.enum(CURRENCIES, texts.badInput)
export type Currency = z.infer<typeof Currency>

/** An amount in minor units of its currency: 10050 is 100.50 dollars, and 10050 rials of Yemen. */
export const Money = z.object({ amount: z.int(), currency: Currency })
export type Money = z.infer<typeof Money>

/** The largest amount, in minor units: 2,000,000 dinars with fils, 20,000,000 dollars, 2,000,000,000 rials of Yemen. */
export const MAX_AMOUNT = 2_000_000_000

/** An amount of money that is sent, in minor units. */
export const amountFrom = (min: number) => wholeNumber(min, MAX_AMOUNT)
