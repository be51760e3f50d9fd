import { CURRENCIES, type Currency, type Money } from '@hudur/core/sales/currency'
import { minorDigitsOf, parseAmount } from '@hudur/core/sales/money'
import * as texts from '@hudur/core/texts'
import { text } from '../../text/ar.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** An amount as it is typed. */
export type TypedAmount = { typed: string; currency: Currency }

const currencyOptions = CURRENCIES.map(id => ({ id, label: texts.currencyNames[id] }))

/** Returns the typed amount, or the text that says what is wrong with it. Zero is accepted only where `allowsZero`. */
export function readAmount({ typed, currency }: TypedAmount, allowsZero = false): Money | { problem: string } {
  if (typed.trim() === '') return { problem: text.amounts.missing }
  const amount = parseAmount(typed, currency)
  if (amount === undefined) return { problem: text.amounts.wrong(minorDigitsOf(currency)) }
  return amount === 0 && !allowsZero ? { problem: text.amounts.missing } : { amount, currency }
}

type AmountFieldsProps = { label: string; value: TypedAmount; onChange: (value: TypedAmount) => void; error?: string | undefined }

/** Renders the fields of an amount and of its currency, side by side. */
export function AmountFields({ label, value, onChange, error }: AmountFieldsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] items-start gap-3">
      <TextField
        error={error}
        inputMode="decimal"
        isLtr
        isRequired
        label={label}
        maxLength={30}
        onChange={typed => onChange({ ...value, typed })}
        value={value.typed}
      />
      <SelectField
        label={text.orderMoney.currency}
        onChange={currency => onChange({ ...value, currency: currency as Currency })}
        options={currencyOptions}
        value={value.currency}
      />
    </div>
  )
}
