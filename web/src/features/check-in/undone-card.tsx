import { text } from '../../text/ar.ts'
import { UndoIcon } from '../../ui/arrows.tsx'

const words = text.scanner.undo

/** Shows that an admission was undone, in place of the verdict «admitted». */
export function UndoneCard({ guest }: { guest: string }) {
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-2 bg-surface-secondary px-8 py-10 text-center lg:rounded-xl">
      <UndoIcon aria-hidden="true" className="size-16" strokeWidth={1.5} />
      <p className="font-semibold text-2xl">{words.done}</p>
      <p className="font-semibold text-lg">{guest}</p>
      <p className="text-muted">{words.doneAdvice}</p>
    </div>
  )
}
