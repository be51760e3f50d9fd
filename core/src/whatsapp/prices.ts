import type { TemplateCategory } from './contract.ts'

/**
 * Meta's prices of a delivered message in USD, by the calling code of the person, since `at` (business-messaging pricing of Meta, read in
 * November 2026). Prices change: they are shown as an estimate.
 */
const PRICES = {
  at: '2026-07-01',
  of: {
    '20': { marketing: 0.0644, utility: 0.0036 },
    '966': { marketing: 0.0501, utility: 0.0107 },
    '967': { marketing: 0.0341, utility: 0.0091 },
    '971': { marketing: 0.0499, utility: 0.0157 },
  },
} as const satisfies { at: string; of: Record<string, Record<TemplateCategory, number>> }

const CODES = Object.entries(PRICES.of)

/** Returns about what a message to each number (digits, with the country code) costs together, and for how many no price is known. */
export function estimateCosts(phones: readonly string[], category: TemplateCategory) {
  let usd = 0
  let unpriced = 0
  for (const phone of phones) {
    const price = CODES.find(([code]) => phone.startsWith(code))?.[1][category]
    if (price === undefined) unpriced++
    else usd += price
  }
  return { usd: Math.round(usd * 100) / 100, unpriced, at: PRICES.at }
}
