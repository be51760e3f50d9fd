import type { Link } from '@hudur/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { LinkFields, type LinkFieldValues, lastDayOf, linkInputOf, showLinkError } from './link-fields.tsx'
import { useUpdateLink } from './link-queries.ts'

const words = text.links
const FORM_ID = 'edit-link'

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
    <Dialog
      footer={
        <>
          <Button isDisabled={update.isPending} onPress={onClose} variant="outline">
            {text.ui.cancel}
          </Button>
          <Button form={FORM_ID} isPending={update.isPending} type="submit">
            {words.save}
          </Button>
        </>
      }
      isDismissable={false}
      isOpen
      onOpenChange={() => update.isPending || onClose()}
      title={words.editTitle(name)}
    >
      <form className="grid gap-5" id={FORM_ID} noValidate onSubmit={form.handleSubmit(save)}>
        <LinkFields form={form} />
        {failure !== undefined && (
          <Notice tone="danger">
            <p className="font-medium">{words.updateFailed}</p>
            <p>{failure}</p>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
