import { MAX_SAVED_ADMISSIONS_PER_CALL, type SavedAdmissionCounts } from '@hudur/core/check-in/contract'
import { MAX_SAVED_ADMISSIONS_BYTES, parseSavedAdmissions } from '@hudur/core/check-in/saved-admissions'
import { Refusal } from '@hudur/core/refusals'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCountSaved } from './queries.ts'
import { formatSavedScans } from './saved-admissions.tsx'

const words = text.savedAdmissions

const NOTHING: SavedAdmissionCounts = { counted: 0, undone: 0, unadmitted: 0, known: 0, conflicts: 0, refused: 0 }
const OUTCOMES = Object.keys(words.outcomes) as (keyof SavedAdmissionCounts)[]

function contentsOf({ admissions }: FileCount['file']) {
  const attempts = admissions.filter(({ outcome }) => outcome !== undefined).length
  return formatSavedScans({ attempts, admissions: admissions.length - attempts })
}

/** The progress of counting a file. `done`: how many admissions the server has answered; `counts`: their results. */
type FileCount = { file: NonNullable<ReturnType<typeof parseSavedAdmissions>>; done: number; counts: SavedAdmissionCounts }

/** Counts the admissions in a file of a door link that a restored server does not know, and shows the results. */
export function CountFileDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const [current, setCurrent] = useState<FileCount>()
  const [problem, setProblem] = useState<{ title?: string; text: string }>()
  const [isCounting, setCounting] = useState(false)
  const { mutateAsync: count } = useCountSaved()
  const isDone = current !== undefined && current.done === current.file.admissions.length

  async function readChosenFile(chosen: File | undefined) {
    if (!chosen) return
    // Reading fails when the file was removed after it was chosen.
    const content = chosen.size > MAX_SAVED_ADMISSIONS_BYTES ? '' : await chosen.text().catch(() => '')
    const file = parseSavedAdmissions(content)
    setCurrent(undefined)
    if (!file) return setProblem({ text: words.unreadable })
    if (file.eventId !== eventId) return setProblem({ text: words.otherEvent })
    setProblem(undefined)
    setCurrent({ file, done: 0, counts: NOTHING })
  }

  /** Continues after the admissions that were counted before a failure. */
  async function countFile({ file, ...start }: FileCount) {
    setCounting(true)
    setProblem(undefined)
    let { done, counts } = start
    try {
      while (done < file.admissions.length) {
        const admissions = file.admissions.slice(done, done + MAX_SAVED_ADMISSIONS_PER_CALL)
        const added = await count({ ...file, admissions })
        const before = counts
        counts = Object.fromEntries(OUTCOMES.map(outcome => [outcome, before[outcome] + added[outcome]])) as SavedAdmissionCounts
        done += admissions.length
        setCurrent({ file, done, counts })
      }
    } catch (error) {
      setProblem({ title: words.failed, text: error instanceof Refusal ? error.message : words.failedAdvice })
    } finally {
      setCounting(false)
    }
  }

  return (
    <Dialog
      footer={
        isDone ? (
          <Button onPress={onClose}>{text.links.done}</Button>
        ) : (
          <Button isDisabled={!current} isPending={isCounting} onPress={() => current && void countFile(current)}>
            {words.count}
          </Button>
        )
      }
      isDismissable={false}
      isOpen
      onOpenChange={() => isCounting || onClose()}
      title={words.action}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-muted text-sm">{words.lead}</p>
        {!isDone && !isCounting && <FileChoice onChoose={chosen => void readChosenFile(chosen)} />}
        <div className="grid gap-2" role="status">
          {current && (
            <p className="break-words font-medium" dir="auto">
              {words.chosen(contentsOf(current.file), current.file.gate)}
            </p>
          )}
          {current && isCounting && (
            <p>{words.counting(formatWholeNumber(current.done), formatWholeNumber(current.file.admissions.length))}</p>
          )}
          {current && isDone && <Outcomes counts={current.counts} />}
        </div>
        {problem && (
          <Notice tone="danger">
            {problem.title && <p className="font-medium">{problem.title}</p>}
            <p>{problem.text}</p>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

const Outcomes = ({ counts }: { counts: SavedAdmissionCounts }) => (
  <ul className="list-disc ps-6">
    {OUTCOMES.filter(outcome => counts[outcome] > 0).map(outcome => (
      <li key={outcome}>
        {formatCountedNoun(counts[outcome], outcome === 'unadmitted' ? words.attemptWord : words.admissionWord)} {words.outcomes[outcome]}
      </li>
    ))}
  </ul>
)

const FileChoice = ({ onChoose }: { onChoose: (file: File | undefined) => void }) => (
  <label className="relative flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-field-border border-dashed px-4 py-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-offset-2">
    <input
      accept=".json,application/json"
      className="absolute inset-0 cursor-pointer opacity-0"
      onChange={event => {
        onChoose(event.target.files?.[0])
        // The input is emptied, because choosing the same file again would trigger no change event otherwise.
        event.target.value = ''
      }}
      type="file"
    />
    <FileUp aria-hidden="true" className="size-6 shrink-0 text-gold-ink" strokeWidth={1.5} />
    <span className="font-medium text-sm">{words.choose}</span>
  </label>
)
