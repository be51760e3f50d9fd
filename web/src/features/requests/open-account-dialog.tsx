import { isUnansweredError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import type { Order } from '@hudur/core/requests/contract'
import type { OrderAccount } from '@hudur/core/requests/order-account'
import { formatAmount } from '@hudur/core/sales/money'
import { useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccountSteps } from './account-steps.tsx'
import { useOfferedPackages, useOpenAccount, useOrderAccount } from './queries.ts'

const words = text.openAccount

type OpenAccountDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; title: string; order: Order }

/**
 * Leads from an accepted order to the customer's first sign-in: account, balance, event and link. The URL of a new link is only in the memory
 * of this dialog.
 */
export function OpenAccountDialog({ order, isOpen, onOpenChange, title }: OpenAccountDialogProps) {
  const account = useOrderAccount(order.id)
  const opening = useOpenAccount()
  const [url, setUrl] = useState<string | null>(null)
  // The button that opened the dialog changes its text once the account is open.
  const [heading] = useState(title)
  const [failure, setFailure] = useState<{ text: string; fields: Record<string, string> }>()

  async function open(input: { username?: string; packageId?: string }) {
    if (opening.isPending) return
    setFailure(undefined)
    try {
      const opened = await opening.mutateAsync({ id: order.id, ...input })
      setUrl(before => opened.url ?? before)
    } catch (error) {
      if (isUnansweredError(error)) return setFailure({ text: words.unanswered, fields: {} })
      setFailure({
        text: error instanceof Refusal ? error.message : words.failed,
        fields: (error instanceof Refusal && error.fields) || {},
      })
    }
  }

  return (
    <Dialog
      isDismissable={url === null}
      isOpen={isOpen}
      onOpenChange={isStillOpen => opening.isPending || onOpenChange(isStillOpen)}
      title={heading}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p className="break-words text-muted text-sm">
          {order.eventName}
          {order.customerName && ` · ${order.customerName}`}
        </p>
        {account.isPending && <Skeleton className="h-60" />}
        <LoadFailure query={account}>{words.loadFailed}</LoadFailure>
        {account.data && !account.data.isOpened && (
          <OpenForm
            account={account.data}
            fieldErrors={failure?.fields ?? {}}
            isPending={opening.isPending}
            onSubmit={open}
            order={order}
          />
        )}
        {failure && <Notice tone="danger">{failure.text}</Notice>}
        {account.data && (
          <AccountSteps account={account.data} isPending={opening.isPending} order={order} url={url} onOpen={open}>
            <PackageField isPending={opening.isPending} onGrant={packageId => void open({ packageId })} />
          </AccountSteps>
        )}
      </div>
    </Dialog>
  )
}

type OpenFormProps = {
  account: OrderAccount
  order: Order
  fieldErrors: Record<string, string>
  isPending: boolean
  onSubmit: (input: { username?: string; packageId?: string }) => Promise<unknown>
}

function OpenForm({ account: { user, proposedUsername }, fieldErrors, isPending, onSubmit }: OpenFormProps) {
  // Until the administrator types, the server chooses the first free username.
  const [typedUsername, setTypedUsername] = useState<string>()
  const [packageId, setPackageId] = useState('')
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void onSubmit({ ...(typedUsername !== undefined && { username: typedUsername }), ...(packageId && { packageId }) })
      }}
    >
      {user ? (
        <Notice tone="quiet">{words.known(user.fullName)}</Notice>
      ) : (
        <TextField
          description={words.usernameHint}
          error={fieldErrors.username}
          label={words.username}
          maxLength={50}
          onChange={setTypedUsername}
          value={typedUsername ?? proposedUsername ?? ''}
        />
      )}
      <PackageSelect error={fieldErrors.packageId} onChange={setPackageId} value={packageId} />
      <Button isPending={isPending} type="submit">
        {user ? words.submitKnown : words.submit}
      </Button>
    </form>
  )
}

/** Renders the packages that the office offers; nothing where it offers none. */
function PackageSelect({ value, onChange, error }: { value: string; onChange: (id: string) => void; error?: string | undefined }) {
  const { data: packages = [] } = useOfferedPackages()
  if (packages.length === 0) return null
  const options = packages.map(({ id, name, invitations, price, currency }) => ({
    id,
    label: words.packageLabel(name, formatCountedNoun(invitations, text.invitationWord), formatAmount({ amount: price, currency })),
  }))
  return (
    <SelectField
      error={error}
      label={words.package}
      onChange={chosen => onChange(chosen === NO_PACKAGE ? '' : chosen)}
      options={[{ id: NO_PACKAGE, label: words.noPackage }, ...options]}
      value={value || NO_PACKAGE}
    />
  )
}

const NO_PACKAGE = 'none'

function PackageField({ onGrant, isPending }: { onGrant: (packageId: string) => void; isPending: boolean }) {
  const [packageId, setPackageId] = useState('')
  return (
    <>
      <PackageSelect onChange={setPackageId} value={packageId} />
      {packageId && (
        <Button className="justify-self-start" isPending={isPending} onPress={() => onGrant(packageId)} size="sm" variant="secondary">
          {words.grant}
        </Button>
      )}
    </>
  )
}
