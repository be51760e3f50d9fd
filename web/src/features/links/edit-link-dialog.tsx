import type { Link } from '@hudur/core/links/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LinkFields, type LinkFieldValues, lastDayOf, linkInputOf, showLinkError } from './link-fields.tsx'
import { useUpdateLink } from './queries.ts'

const words = text.links
/** Renders the dialog that changes the name, the rights or the allotment, and the last day of a link. The URL of the link stays the same. */
export function EditLinkDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const { role, name, showsNames, maySearch, allotment } = link
  const form = useForm<LinkFieldValues>({
    defaultValues: { role, name, showsNames, maySearch, allotment: allotment ?? 1, lastDay: lastDayOf(link) },
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
      isSaving={update.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit(save)}
      submitLabel={words.save}
      title={words.editTitle(name)}
    >
      <LinkFields form={form} />
    </FormDialog>
  )
}
