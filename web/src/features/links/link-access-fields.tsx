import { toWesternDigits } from '@hudur/core/arabic'
import { MAX_LINK_DEVICES, MAX_WALK_INS } from '@hudur/core/links/contract'
import * as texts from '@hudur/core/texts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { FormCheckbox } from '../../ui/form-checkbox.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { LinkFieldValues } from './link-values.ts'

const words = text.linkAccess

/** Renders the fields for the PIN and the devices of a link, and for the people whom a door link may admit without a card. */
export function LinkAccessFields({ form: { control }, hasPin }: { form: UseFormReturn<LinkFieldValues>; hasPin: boolean }) {
  const [role, needsPin, limitsDevices, admitsWalkIns] = useWatch({
    control,
    name: ['role', 'needsPin', 'limitsDevices', 'admitsWalkIns'],
  })
  return (
    <>
      {role === 'door' && (
        <FormCheckbox control={control} description={words.walkInsHint} label={words.admitsWalkIns} name="admitsWalkIns" />
      )}
      {role === 'door' && admitsWalkIns && <CountField control={control} label={words.walkIns} max={MAX_WALK_INS} name="walkIns" />}
      <FormCheckbox control={control} label={words.needsPin} name="needsPin" />
      {needsPin && (
        <FormField
          as={TextField}
          autoComplete="off"
          control={control}
          description={hasPin ? words.pinKept : words.pinHint}
          inputMode="numeric"
          isLtr
          label={words.pin}
          maxLength={6}
          name="pin"
          rules={{ validate: pin => (hasPin && pin.trim() === '') || /^\d{4,6}$/.test(toWesternDigits(pin.trim())) || texts.link.badPin }}
        />
      )}
      <FormCheckbox control={control} label={words.limitsDevices} name="limitsDevices" />
      {limitsDevices && <CountField control={control} label={words.maxDevices} max={MAX_LINK_DEVICES} name="maxDevices" />}
    </>
  )
}

type CountFieldProps = Pick<UseFormReturn<LinkFieldValues>, 'control'> & { label: string; max: number; name: 'walkIns' | 'maxDevices' }

/** Renders a field for a number from 1 to `max`. */
const CountField = ({ control, label, max, name }: CountFieldProps) => (
  <FormField
    as={NumberField}
    control={control}
    label={label}
    maxValue={max}
    minValue={1}
    name={name}
    rules={{ validate: count => (count >= 1 && count <= max) || texts.badNumber(1, max) }}
  />
)
