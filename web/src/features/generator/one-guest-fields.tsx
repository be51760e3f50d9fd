import { MAX_NAME_LENGTH, phoneOrEmpty } from '@hudur/core/inputs'
import * as texts from '@hudur/core/texts'
import { useDeferredValue, useMemo, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useCallingCode } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readTypedGuest } from '../guest-lists/typed-guest.ts'
import type { GeneratorValues } from './generator-values.ts'
import { PersonsField } from './persons-field.tsx'

const words = text.oneGuest

const checkGuestName = (guestName: string) => {
  if (guestName.trim() === '') return texts.generator.guest
  return guestName.trim().length <= MAX_NAME_LENGTH || texts.tooLong(MAX_NAME_LENGTH)
}
const checkPhone = (phone: string) => phoneOrEmpty.safeParse(phone).success || texts.badPhone

/**
 * Renders the fields of one guest. If the name holds a telephone number or a number of persons, they are proposed for their own fields, and
 * the form is refused until the user has accepted this or keeps the name.
 */
export function OneGuestFields({ form }: { form: UseFormReturn<GeneratorValues> }) {
  const { callingCode } = useCallingCode()
  /** A name that the user keeps as it was written. */
  const [keptName, setKeptName] = useState('')
  const scans = useWatch({ control: form.control, name: 'scans' })
  const guestName = useDeferredValue(useWatch({ control: form.control, name: 'guestName' }))
  const found = useMemo(() => readTypedGuest(guestName, callingCode), [guestName, callingCode])
  const checkRead = (name: string) => name === keptName || !readTypedGuest(name, callingCode) || words.needed

  function takeFoundValues() {
    if (!found) return
    const options = { shouldDirty: true }
    form.setValue('guestName', found.name, options)
    if (found.persons > 1) form.setValue('scans', found.persons, options)
    if (found.phone !== null) form.setValue('guestPhone', found.phone, options)
    form.clearErrors('guestName')
  }

  function keepName() {
    setKeptName(guestName)
    form.clearErrors('guestName')
  }

  return (
    <>
      <div aria-live="polite">
        <FormField
          as={TextField}
          control={form.control}
          name="guestName"
          autoComplete="off"
          isRequired
          label={text.studio.parts.name}
          placeholder={text.generator.guestExample}
          rules={{ validate: { name: checkGuestName, read: checkRead } }}
        />
        {found && guestName !== keptName && (
          <Notice className="mt-2" tone="warning">
            <p className="font-medium">
              {words.found(
                found.name,
                [
                  ...(found.persons > 1 ? [formatCountedNoun(found.persons, text.guestReview.seatWord)] : []),
                  ...(found.phone === null ? [] : [`\u2066${found.phone}\u2069`]),
                ].join('، '),
              )}
            </p>
            {found.questions.map(question => (
              <p key={question}>{question}</p>
            ))}
            <div className="mt-2 flex flex-wrap gap-2">
              <Button onPress={takeFoundValues} size="sm" variant="outline">
                {words.take}
              </Button>
              <Button onPress={keepName} size="sm" variant="ghost">
                {words.keep}
              </Button>
            </div>
          </Notice>
        )}
      </div>
      <FormField
        as={TextField}
        control={form.control}
        name="guestPhone"
        autoComplete="off"
        inputMode="tel"
        isLtr
        label={text.data.phone}
        rules={{ validate: checkPhone }}
      />
      <PersonsField form={form} kind="custom" name="scans" />
      {/* Always shown: a field that appears when the number of persons is committed would move the button that is being pressed. */}
      <FormField
        as={NumberField}
        control={form.control}
        label={text.data.children}
        maxValue={Math.max(1, scans)}
        minValue={0}
        name="children"
        rules={{ validate: (count, { scans: persons }) => count <= persons || texts.generator.tooManyChildren(persons) }}
      />
    </>
  )
}
