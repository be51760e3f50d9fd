import type { PaymentState } from '@hudur/core/sales/payments'
import { text } from '../../text/ar.ts'
import { Chip, type ChipTone } from '../../ui/chip.tsx'

const TONES = { none: 'quiet', unpaid: 'bad', partial: 'waiting', paid: 'good', overpaid: 'going' } as const satisfies Record<
  PaymentState,
  ChipTone
>

/** Renders whether an order is paid. */
export const PaymentChip = ({ state }: { state: PaymentState }) => <Chip tone={TONES[state]}>{text.orderMoney.states[state]}</Chip>
