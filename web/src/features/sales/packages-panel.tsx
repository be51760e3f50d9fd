import { formatAmount, plainAmount } from '@hudur/core/sales/money'
import { type Package, PackageCreateInput } from '@hudur/core/sales/packages'
import { type FormEvent, useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ListStatus } from '../../ui/list-status.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { AmountFields, readAmount } from './amount-fields.tsx'
import { failureOf } from './failure.ts'
import { useCreatePackage, usePackages, useUpdatePackage } from './queries.ts'

const words = text.packages

/** Lists the packages that the office sells, and adds, changes and archives them. */
export function PackagesPanel() {
  const packages = usePackages()
  const [edited, setEdited] = useState<Package | 'new'>()
  return (
    <Panel
      end={
        <Button onPress={() => setEdited('new')} size="sm" variant="outline">
          {words.add}
        </Button>
      }
      note={words.lead}
      title={words.title}
    >
      <ListStatus
        empty={{ title: words.empty, advice: words.emptyAdvice }}
        failed={words.listFailed}
        query={{ ...packages, data: packages.data && { total: packages.data.length } }}
      />
      {packages.data && packages.data.length > 0 && (
        <ul className="divide-y divide-separator">
          {packages.data.map(one => (
            <PackageRow key={one.id} onEdit={() => setEdited(one)} package={one} />
          ))}
        </ul>
      )}
      {edited && (
        <PackageDialog
          key={edited === 'new' ? 'new' : edited.id}
          onClose={() => setEdited(undefined)}
          package={edited === 'new' ? undefined : edited}
        />
      )}
    </Panel>
  )
}

function PackageRow({ package: one, onEdit }: { package: Package; onEdit: () => void }) {
  const update = useUpdatePackage()
  const heading = `package-${one.id}`

  async function changeArchived() {
    try {
      await update.mutateAsync({ id: one.id, isArchived: !one.isArchived })
    } catch (error) {
      notify.failure(failureOf(error).text)
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-44">
        <h3 className="flex flex-wrap items-center gap-2 break-words font-medium" id={heading}>
          {one.name}
          {one.isArchived && <Chip tone="quiet">{words.archived}</Chip>}
          {one.isPublic && !one.isArchived && <Chip tone="going">{words.onPage}</Chip>}
        </h3>
        <p className="text-muted text-sm">
          {formatCountedNoun(one.invitations, words.invitationWord)} · {formatAmount({ amount: one.price, currency: one.currency })}
        </p>
      </div>
      <div className="flex gap-2">
        <Button aria-describedby={heading} onPress={onEdit} size="sm" variant="outline">
          {words.edit}
        </Button>
        <Button aria-describedby={heading} isPending={update.isPending} onPress={() => void changeArchived()} size="sm" variant="ghost">
          {one.isArchived ? words.restore : words.archive}
        </Button>
      </div>
    </li>
  )
}

function PackageDialog({ package: before, onClose }: { package: Package | undefined; onClose: () => void }) {
  const [create, update] = [useCreatePackage(), useUpdatePackage()]
  const start = {
    name: before?.name ?? '',
    invitations: before?.invitations ?? 100,
    price: { typed: before ? plainAmount({ amount: before.price, currency: before.currency }) : '', currency: before?.currency ?? 'YER' },
    isPublic: before?.isPublic ?? false,
  }
  const [form, setForm] = useState(start)
  const [errors, setErrors] = useState<{ name?: string; invitations?: string; price?: string }>({})
  const [failure, setFailure] = useState<{ title: string; text: string }>()
  const change = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part })
    setErrors({})
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const price = readAmount(form.price, true)
    const { name, invitations } = PackageCreateInput.shape
    const problemOf = (read: { success: boolean; error?: { issues: { message: string }[] } | undefined }) => read.error?.issues[0]?.message
    const found = {
      ...(problemOf(name.safeParse(form.name)) && { name: problemOf(name.safeParse(form.name))! }),
      ...(problemOf(invitations.safeParse(form.invitations)) && { invitations: problemOf(invitations.safeParse(form.invitations))! }),
      ...('problem' in price && { price: price.problem }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0 || 'problem' in price) return
    setFailure(undefined)
    const wanted = { ...form, price: price.amount, currency: price.currency }
    try {
      await (before ? update.mutateAsync({ id: before.id, ...wanted }) : create.mutateAsync(wanted))
      notify.done(words.saved)
      onClose()
    } catch (error) {
      setFailure({ ...failureOf(error), title: words.failed })
    }
  }

  return (
    <FormDialog
      failure={failure}
      isChanged={JSON.stringify(form) !== JSON.stringify(start)}
      isSaving={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={event => void save(event)}
      title={before ? words.editTitle(before.name) : words.add}
    >
      <TextField error={errors.name} isRequired label={words.name} maxLength={100} onChange={name => change({ name })} value={form.name} />
      <NumberField
        error={errors.invitations}
        isRequired
        label={words.invitations}
        maxValue={1_000_000}
        minValue={1}
        onChange={invitations => change({ invitations })}
        value={form.invitations}
      />
      <AmountFields error={errors.price} label={words.price} onChange={price => change({ price })} value={form.price} />
      <Switch isSelected={form.isPublic} onChange={isPublic => change({ isPublic })}>
        {words.isPublic}
      </Switch>
    </FormDialog>
  )
}
