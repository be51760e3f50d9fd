import type { WalkIn } from '@hudur/core/check-in/walk-in'
import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatTimeAndDay } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FilteredCount } from '../../ui/shown-of-all.tsx'
import { notify } from '../../ui/toast.tsx'
import { useRemoveWalkIn, useWalkIns } from './queries.ts'

const words = text.walkIns

/** Lists the people whom gates have admitted without a card, the latest first, with time, gate and note. Each can be removed. */
export function WalkInsPanel({ eventId, walkIns }: { eventId: string; walkIns: number }) {
  const query = useWalkIns(eventId, walkIns)
  const { data } = query
  const [question, setQuestion] = useState<WalkIn>()
  const remove = useRemoveWalkIn()

  async function removeWalkIn({ id }: WalkIn) {
    try {
      await remove.mutateAsync({ id })
      notify.done(words.removed)
    } catch (error) {
      notify.failure(error instanceof Refusal ? error.message : words.removeFailed)
    }
    setQuestion(undefined)
  }

  if (data?.total === 0) return null
  return (
    <Panel title={words.list}>
      <LoadFailure query={query}>{words.listFailed}</LoadFailure>
      {data && (
        <>
          <ul aria-label={words.list}>
            {data.rows.map(walkIn => (
              <WalkInItem key={walkIn.id} onRemove={() => setQuestion(walkIn)} walkIn={walkIn} />
            ))}
          </ul>
          <FilteredCount all={data.total} isOld={false} shown={data.rows.length} />
        </>
      )}
      {question && (
        <ConfirmDialog
          confirm={words.remove}
          isDanger
          isOpen
          isPending={remove.isPending}
          onConfirm={() => void removeWalkIn(question)}
          onOpenChange={() => setQuestion(undefined)}
          title={words.removeTitle(question.name)}
        >
          <p>{words.removeConsequence}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function WalkInItem({ walkIn, onRemove }: { walkIn: WalkIn; onRemove: () => void }) {
  const { name, people, note, gate, at, isCounted } = walkIn
  const isOffline = useIsOffline()
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-separator border-t py-2 first:border-t-0">
      <div className="min-w-0 grow basis-[10rem]">
        <p className="break-words font-medium" dir="auto">
          {name || words.anonymous}
        </p>
        <p className="break-words text-muted text-sm">
          {[formatCountedNoun(people, text.scanner.personWord), gate, formatTimeAndDay(at, new Date())].filter(Boolean).join('، ')}
        </p>
        {note && (
          <p className="break-words text-sm" dir="auto">
            {note}
          </p>
        )}
        {!isCounted && <Chip tone="waiting">{words.uncounted}</Chip>}
      </div>
      {name !== '' && (
        <Button aria-label={words.removeOf(name)} isDisabled={isOffline} onPress={onRemove} size="sm" variant="ghost">
          {words.remove}
        </Button>
      )}
    </li>
  )
}
