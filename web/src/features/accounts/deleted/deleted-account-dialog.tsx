import type { DeletedAccount } from '@hudur/core/accounts/contract'
import { text } from '../../../text/ar.ts'
import { formatInvitationMoment, formatWholeNumber } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Numeric } from '../../../ui/numeric.tsx'
import { DeletedBy } from './deleted-accounts-table.tsx'

const words = text.deleted

export function DeletedAccountDialog({ account, onClose }: { account: DeletedAccount; onClose: () => void }) {
  const renderNumeric = (value: string) => <Numeric className="break-all">{value}</Numeric>
  return (
    <Dialog
      footer={
        <Button onPress={onClose} variant="outline">
          {text.ui.close}
        </Button>
      }
      isOpen
      onOpenChange={onClose}
      title={<bdi>{account.full_name}</bdi>}
    >
      <DescriptionList
        className="p-1 text-foreground"
        items={[
          [words.columns.username, <bdi key="username">{account.username}</bdi>],
          [words.facts.id, renderNumeric(account.original_user_id)],
          [words.facts.phone, account.phone ? renderNumeric(account.phone) : words.noPhone],
          [words.facts.created, renderNumeric(formatInvitationMoment(account.account_created_at))],
          [words.facts.limit, renderNumeric(formatWholeNumber(account.generation_limit))],
          [words.facts.used, renderNumeric(formatWholeNumber(account.used_generations))],
          [words.facts.deleted, renderNumeric(formatInvitationMoment(account.deleted_at))],
          [words.by, <DeletedBy account={account} key="by" />],
          [words.facts.reason, account.deletion_reason || undefined],
        ]}
      />
    </Dialog>
  )
}
