import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { TypedComparison } from '../guest-lists/compare-typed.ts'
import { sharedPhonesText } from '../guest-lists/list-question-text.ts'

const words = text.existingGuests

export type ExistingDialogProps = {
  /** `failed` if the guests of the event could not be read. */
  comparison: TypedComparison | 'failed'
  /** The names of the typed guests whom the event has already. */
  names: readonly string[]
  /** The number of all invitations that are to be created. */
  count: number
  onAnswer: (answer: 'all' | 'others' | 'none') => void
}

const MAX_SHOWN_NAMES = 10

/** Asks whether typed guests whom the event has already are invited again. */
export function ExistingDialog({ comparison, names, count, onAnswer }: ExistingDialogProps) {
  const shown = names.slice(0, MAX_SHOWN_NAMES).map(name => `\u2068${name}\u2069`)
  const hidden = names.length - shown.length
  const others = count - names.length
  const isFailed = comparison === 'failed'
  return (
    <Dialog
      footer={
        <div className="flex w-full flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button className="max-sm:w-full" onPress={() => onAnswer('none')} variant="outline">
            {words.back}
          </Button>
          {names.length > 0 && others > 0 && (
            <Button className="max-sm:w-full" onPress={() => onAnswer('others')} variant="outline">
              {words.addOthers(formatCountedNoun(others, text.invitationWord))}
            </Button>
          )}
          <Button className="max-sm:w-full" onPress={() => onAnswer('all')}>
            {names.length === 0 ? words.addAnyway : count === 1 ? words.addOne : words.addAll}
          </Button>
        </div>
      }
      isOpen
      onOpenChange={() => onAnswer('none')}
      title={isFailed ? words.failedTitle : words.title}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-1 text-foreground">
        {isFailed && <p>{words.failed}</p>}
        {names.length > 0 && (
          <p className="break-words">
            {words.existing(
              [...shown, ...(hidden > 0 ? [words.more(formatCountedNoun(hidden, text.guests.guestWord))] : [])].join('، '),
              [words.question.one, words.question.two][names.length - 1] ?? words.question.several,
            )}
          </p>
        )}
        {!isFailed && comparison.sharedPhones.length > 0 && (
          <p className="break-words">{sharedPhonesText(comparison.sharedPhones, comparison.sharedPhones.length)}</p>
        )}
      </div>
    </Dialog>
  )
}
