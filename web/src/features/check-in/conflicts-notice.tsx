import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useConflicts } from '../../backend/hooks/use-conflicts.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const ConflictList = deferredComponent(async () => (await import('./conflict-list.tsx')).ConflictList)

const words = text.scanner.conflicts

/** Shows the number of conflicts that no user has marked as seen, with a button that opens their list; nothing if there are none. */
export function ConflictsNotice({ isBelowResult }: { isBelowResult: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { data: { rows: unseen, total } = { rows: [], total: 0 } } = useConflicts('unseen')
  return (
    <>
      <div className={`${isBelowResult ? 'order-last' : 'order-first'} lg:mb-6`} role="status">
        {total > 0 && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-warning-soft px-4 py-2.5 text-sm text-warning-soft-foreground md:rounded-lg">
            <span className="flex min-w-0 grow basis-[11rem] items-center gap-3">
              <TriangleAlert aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.7} />
              {words.some(formatCountedNoun(total, words.conflictWord))}
            </span>
            <Button onPress={() => setOpen(true)} size="sm" variant="outline">
              {words.show}
            </Button>
          </p>
        )}
      </div>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={words.title}>
        {total === 0 ? <p className="pb-2">{words.allSeen}</p> : <ConflictList conflicts={unseen} />}
      </Dialog>
    </>
  )
}
