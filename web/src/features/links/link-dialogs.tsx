import * as accountRules from '@hudur/core/accounts/rules'
import type { EventSummary } from '@hudur/core/events/contract'
import type { Link, LinkWithUrl } from '@hudur/core/links/contract'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useIsPartnerOf, useSignedInUser } from '../../backend/hooks/use-session.ts'
import { text } from '../../text/ar.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { LinkFields, lastDayOf, linkInputOf, showLinkError } from './link-fields.tsx'
import { type LinkFieldValues, linkAccessValuesOf } from './link-values.ts'
import { useCreateLink, useUpdateLink } from './queries.ts'

const words = text.links
const ROLES = (['door', 'live', 'family'] as const).map(id => ({ id, label: words.roles[id] }))

/** The allotment that is proposed for a new link. It is small, because an allotment reserves credits of the owner. */
const INITIAL_ALLOTMENT = 20

type NewLinkDialogProps = { event: Pick<EventSummary, 'id' | 'userId'>; onClose: () => void; onCreated: (link: LinkWithUrl) => void }

/** Renders the dialog that creates a link, with which people without an account scan at a gate, follow the arrivals, or invite guests. */
export function NewLinkDialog({ event, onClose, onCreated }: NewLinkDialogProps) {
  const account = useSignedInUser()
  const isPartner = useIsPartnerOf(event)
  // Administrators and partners invite from the balance of the event's owner, which this screen does not know.
  const allotment =
    account.isAdmin || isPartner ? INITIAL_ALLOTMENT : Math.min(Math.max(accountRules.remainingBalance(account), 1), INITIAL_ALLOTMENT)
  const form = useForm<LinkFieldValues>({
    defaultValues: { role: 'door', name: '', showsNames: false, maySearch: false, allotment, lastDay: '', ...linkAccessValuesOf() },
  })
  const create = useCreateLink()
  const [failure, setFailure] = useState<string>()

  async function save(fields: LinkFieldValues) {
    if (create.isPending) return
    setFailure(undefined)
    try {
      onCreated(await create.mutateAsync({ eventId: event.id, role: fields.role, ...linkInputOf(fields) }))
    } catch (error) {
      setFailure(showLinkError(form, error))
    }
  }

  return (
    <FormDialog
      failure={failure === undefined ? undefined : { title: words.createFailed, text: failure }}
      isChanged={form.formState.isDirty}
      isSaving={create.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit(save)}
      submitLabel={words.make}
      title={words.new}
    >
      <Controller
        control={form.control}
        name="role"
        render={({ field }) => (
          <SegmentedField
            description={words.roleHints[field.value]}
            label={words.role}
            onChange={field.onChange}
            options={ROLES}
            value={field.value}
          />
        )}
      />
      <LinkFields form={form} />
    </FormDialog>
  )
}

/** Renders the dialog that changes the name, the rights or the allotment, and the last day of a link. The URL of the link stays the same. */
export function EditLinkDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const { role, name, showsNames, maySearch, allotment } = link
  const form = useForm<LinkFieldValues>({
    defaultValues: { role, name, showsNames, maySearch, allotment: allotment ?? 1, lastDay: lastDayOf(link), ...linkAccessValuesOf(link) },
  })
  const update = useUpdateLink()
  const [failure, setFailure] = useState<string>()

  async function save(fields: LinkFieldValues) {
    if (update.isPending) return
    setFailure(undefined)
    try {
      const { expiresAt, ...input } = linkInputOf(fields)
      await update.mutateAsync({ id: link.id, ...input, ...(fields.lastDay !== lastDayOf(link) && { expiresAt }) })
      onClose()
    } catch (error) {
      setFailure(showLinkError(form, error))
    }
  }

  return (
    <FormDialog
      failure={failure === undefined ? undefined : { title: words.updateFailed, text: failure }}
      isChanged={form.formState.isDirty}
      isSaving={update.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit(save)}
      submitLabel={words.save}
      title={words.editTitle(name)}
    >
      <LinkFields form={form} hasPin={link.hasPin} />
    </FormDialog>
  )
}
