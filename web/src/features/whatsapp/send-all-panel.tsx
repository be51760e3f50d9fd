import { groupBy } from '@hudur/core/group-by'
import { Refusal } from '@hudur/core/refusals'
import type { SendResult } from '@hudur/core/whatsapp/contract'
import { useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatMonth, formatWholeNumber } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { notify } from '../../ui/toast.tsx'
import { type Sending, useSendAll, useSendingPreview } from './queries.ts'

/** To which guests a message is sent, and whether also to those who got one. */
export type OfficeSending = Sending

const words = text.whatsapp.sendAll
const guestsText = (count: number) => formatCountedNoun(count, text.eventGuests.genitiveGuestWord)

/** Offers to send to all guests of a round from the office's WhatsApp number. Before that it says to whom, when, and about what it costs. */
export function SendAllPanel({ sending, className = '' }: { sending: Sending; className?: string }) {
  const [opened, setOpened] = useState<Sending>()
  const isOffline = useIsOffline()
  return (
    <section aria-label={words.title} className={`rounded-xl bg-surface p-5 shadow-surface ${className}`}>
      <h2 className="font-semibold">{words.title}</h2>
      <p className="mt-1 text-muted text-sm">{words.lead}</p>
      <Button className="mt-3" isDisabled={isOffline || sending.ids.length === 0} onPress={() => setOpened(sending)} variant="outline">
        {words.open}
      </Button>
      {opened && <SendAllDialog onClose={() => setOpened(undefined)} sending={opened} />}
    </section>
  )
}

const textOfError = (error: unknown) => (error instanceof Refusal ? error.message : text.generator.noAnswer)

function SendAllDialog({ sending, onClose }: { sending: Sending; onClose: () => void }) {
  const preview = useSendingPreview(sending)
  const send = useSendAll()
  const [why, setWhy] = useState<string>()
  const failure = why ?? (preview.isError ? textOfError(preview.error) : undefined)

  async function sendAll() {
    if (!preview.data || preview.data.queued === 0) return onClose()
    try {
      const { queued } = await send.mutateAsync({ ...sending, ids: [...sending.ids] })
      notify.done(words.done(guestsText(queued)))
      onClose()
    } catch (error) {
      setWhy(textOfError(error))
    }
  }

  if (failure !== undefined)
    return (
      <AlertBox onClose={onClose} title={words.failed}>
        {failure}
      </AlertBox>
    )
  const { data } = preview
  return (
    <ConfirmDialog
      confirm={data?.queued === 0 ? text.ui.close : words.open}
      isOpen
      isPending={!data || send.isPending}
      onConfirm={() => void sendAll()}
      onOpenChange={onClose}
      title={data && data.queued > 0 ? words.question(guestsText(data.queued)) : data ? words.nobody : words.checking}
    >
      {data && <PreviewText result={data} />}
    </ConfirmDialog>
  )
}

/** Shows what a sending would do: how many today and later, about what it costs, whom it leaves out, and why nothing is sent now. */
function PreviewText({ result: { queued, today, later, costs, refused, stopped } }: { result: SendResult }) {
  const refusedCounts = [...groupBy(refused, ({ reason }) => reason)]
  return (
    <div className="grid gap-3">
      {stopped && <Notice tone="warning">{text.whatsappReasons[stopped]}</Notice>}
      {queued > 0 && (
        <ul className="grid list-inside list-disc gap-1">
          {today > 0 && <li>{words.today(guestsText(today))}</li>}
          {later > 0 && <li>{words.later(guestsText(later))}</li>}
          <li>
            {words.costs(costs.usd.toFixed(2), formatMonth(costs.at.slice(0, 7)))}
            {costs.unpriced > 0 && ` (${words.unpriced(guestsText(costs.unpriced))})`}
          </li>
        </ul>
      )}
      {refusedCounts.length > 0 && (
        <div>
          <p className="font-medium">{words.refused}</p>
          <ul className="list-inside list-disc">
            {refusedCounts.map(([reason, all]) => (
              <li key={reason}>
                {text.whatsapp.refusals[reason]}: {formatWholeNumber(all.length)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
