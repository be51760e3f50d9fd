import type { Money } from '@hudur/core/sales/currency'
import { plainAmount } from '@hudur/core/sales/money'
import { MAX_NOTE_LENGTH, type PaymentMethod } from '@hudur/core/sales/payments'
import * as texts from '@hudur/core/texts'
import { type FormEvent, useState } from 'react'
import { text } from '../../text/ar.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { AmountFields, readAmount, type TypedAmount } from './amount-fields.tsx'
import { failureOf } from './failure.ts'
import { PictureFileField } from './picture-file-field.tsx'
import { useAgree, useCreatePayment, usePackages, useReverseInvoice, useReversePayment, useSaveReceiptPicture } from './queries.ts'
import { prepareReceiptPicture } from './receipt-picture.ts'
import { paperNumber } from './sales-paper.tsx'

const words = text.orderMoney

type Failure = { title: string; text: string }
type FormProps = { orderId: string; onClose: () => void }

const typedFrom = (money: Money | null | undefined): TypedAmount =>
  money ? { typed: plainAmount(money), currency: money.currency } : { typed: '', currency: 'YER' }

/** Sets or changes the agreed sum of an order, typed or from a package. */
export function AgreeDialog({ orderId, agreed, onClose }: FormProps & { agreed: Money | null }) {
  const agree = useAgree()
  const { data: packages = [] } = usePackages()
  const offered = packages.filter(({ isArchived }) => !isArchived)
  const start = typedFrom(agreed)
  const [value, setValue] = useState(start)
  const [chosen, setChosen] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<Failure>()

  function choosePackage(id: string) {
    setChosen(id)
    const one = offered.find(offer => offer.id === id)
    if (one) setValue(typedFrom({ amount: one.price, currency: one.currency }))
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const sum = readAmount(value, true)
    if ('problem' in sum) return setError(sum.problem)
    setFailure(undefined)
    try {
      await agree.mutateAsync({ orderId, ...sum })
      notify.done(words.saved)
      onClose()
    } catch (refused) {
      setFailure(failureOf(refused))
    }
  }

  return (
    <FormDialog
      failure={failure}
      isChanged={value.typed !== start.typed || value.currency !== start.currency}
      isSaving={agree.isPending}
      onClose={onClose}
      onSubmit={event => void save(event)}
      title={words.agreed}
    >
      {offered.length > 0 && (
        <SelectField
          label={words.fromPackage}
          onChange={choosePackage}
          options={offered.map(({ id, name }) => ({ id, label: name }))}
          placeholder={words.noPackage}
          value={chosen}
        />
      )}
      <AmountFields
        error={error}
        label={words.amount}
        onChange={next => {
          setValue(next)
          setError(undefined)
        }}
        value={value}
      />
    </FormDialog>
  )
}

const METHODS: readonly PaymentMethod[] = ['cash', 'transfer']
const methodOptions = METHODS.map(id => ({ id, label: words.methods[id] }))

/** Records a payment of an order, with the picture of its receipt. `due` is what is still due, which the form proposes. */
export function PaymentDialog({ orderId, due, onClose }: FormProps & { due: Money | null }) {
  const [create, savePicture] = [useCreatePayment(), useSaveReceiptPicture()]
  const start = typedFrom(due && due.amount > 0 ? due : null)
  const [value, setValue] = useState(start)
  const [method, setMethod] = useState<PaymentMethod>('cash')
  const [note, setNote] = useState('')
  const [file, setFile] = useState<File>()
  const [errors, setErrors] = useState<{ amount?: string; picture?: string }>({})
  const [failure, setFailure] = useState<Failure>()

  async function save(event: FormEvent) {
    event.preventDefault()
    const sum = readAmount(value)
    if ('problem' in sum) return setErrors({ amount: sum.problem })
    const prepared = file && (await prepareReceiptPicture(file))
    if (prepared && 'problem' in prepared) return setErrors({ picture: prepared.problem })
    const picture = prepared?.picture
    setFailure(undefined)
    let paymentId: string
    try {
      paymentId = (await create.mutateAsync({ orderId, ...sum, method, note })).id
    } catch (refused) {
      return setFailure(failureOf(refused))
    }
    // The payment is stored: a failure of its picture must not offer to record it again.
    const isPictureSaved = !picture || (await savePicture.mutateAsync({ paymentId, picture }).catch(() => undefined)) !== undefined
    if (isPictureSaved) notify.done(words.paymentSaved)
    else notify.failure(words.pictureFailed)
    onClose()
  }

  return (
    <FormDialog
      failure={failure}
      isChanged={value.typed !== start.typed || note !== '' || file !== undefined}
      isSaving={create.isPending || savePicture.isPending}
      onClose={onClose}
      onSubmit={event => void save(event)}
      title={words.addPayment}
    >
      <AmountFields
        error={errors.amount}
        label={words.amount}
        onChange={next => {
          setValue(next)
          setErrors({})
        }}
        value={value}
      />
      <SegmentedField label={words.method} onChange={setMethod} options={methodOptions} value={method} />
      <TextField description={words.noteHint} label={words.note} maxLength={MAX_NOTE_LENGTH} onChange={setNote} value={note} />
      <PictureFileField
        error={errors.picture}
        file={file}
        onChange={chosen => {
          setFile(chosen)
          setErrors({})
        }}
      />
    </FormDialog>
  )
}

type ReverseDialogProps = {
  lead: string
  title: string
  isPending: boolean
  isReasonRequired?: boolean
  /** Reverses the entry and resolves to what is said then. */
  reverse: (note: string) => Promise<string>
  onClose: () => void
}

function ReverseDialog({ lead, title, isPending, isReasonRequired = false, reverse, onClose }: ReverseDialogProps) {
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<Failure>()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isReasonRequired && note.trim() === '') return setError(texts.sales.reasonMissing)
    setFailure(undefined)
    try {
      notify.done(await reverse(note))
      onClose()
    } catch (refused) {
      setFailure(failureOf(refused))
    }
  }

  return (
    <FormDialog
      failure={failure}
      isChanged={note !== ''}
      isSaving={isPending}
      onClose={onClose}
      onSubmit={event => void save(event)}
      submitLabel={title}
      title={title}
    >
      <p className="text-sm">{lead}</p>
      <TextField
        error={error}
        isRequired={isReasonRequired}
        label={words.reason}
        maxLength={MAX_NOTE_LENGTH}
        onChange={typed => {
          setNote(typed)
          setError(undefined)
        }}
        value={note}
      />
    </FormDialog>
  )
}

/** Reverses a payment by an entry of its own. */
export function ReversePaymentDialog({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const { mutateAsync, isPending } = useReversePayment()
  async function reverse(note: string) {
    await mutateAsync({ paymentId, note })
    return words.reversedNow
  }
  return <ReverseDialog isPending={isPending} lead={words.reverseLead} onClose={onClose} reverse={reverse} title={words.reverseTitle} />
}

/** Reverses an invoice by a credit note. */
export function ReverseInvoiceDialog({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) {
  const { mutateAsync, isPending } = useReverseInvoice()
  const reverse = async (note: string) => words.creditMade(paperNumber(await mutateAsync({ invoiceId, note })))
  return (
    <ReverseDialog
      isPending={isPending}
      isReasonRequired
      lead={words.reverseInvoiceLead}
      onClose={onClose}
      reverse={reverse}
      title={words.reverseInvoiceTitle}
    />
  )
}
