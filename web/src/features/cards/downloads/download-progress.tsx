import { Label, ProgressBar } from '@heroui/react'
import { text } from '../../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Downloads } from './use-downloads.ts'

/** Shows the progress of a download with a stop button; afterwards the error, or how many cards were saved before the user stopped it. */
export function DownloadProgress({ downloads: { state, stop } }: { downloads: Downloads }) {
  if (state.is === 'idle') return null
  if (state.is === 'failed') return <Notice tone="danger">{state.why}</Notice>
  if (state.is === 'stopped') return <Notice tone="quiet">{stoppedText(state.saved)}</Notice>
  const count = text.generator.progress(formatWholeNumber(state.done), formatWholeNumber(state.all))
  return (
    <div className="flex items-end gap-3">
      <ProgressBar className="w-full" maxValue={state.all} value={state.done} valueLabel={count}>
        <Label>{text.generator.preparing}</Label>
        <ProgressBar.Output className="font-normal text-muted" />
        <ProgressBar.Track>
          <ProgressBar.Fill />
        </ProgressBar.Track>
      </ProgressBar>
      <Button onPress={stop} size="sm" variant="outline">
        {text.generator.stop}
      </Button>
    </div>
  )
}

const stoppedText = (saved: number) =>
  saved === 0 ? text.generator.nothingSaved : text.generator.stopped(formatCountedNoun(saved, text.generator.savedWord))

export function DownloadButtons({ downloads }: { downloads: Downloads }) {
  const isWorking = downloads.state.is === 'working'
  return (
    <>
      <Button isDisabled={isWorking} onPress={() => void downloads.saveAllCards()} variant="outline">
        {text.generator.downloadAll}
      </Button>
      <Button isDisabled={isWorking} onPress={() => void downloads.saveZip()} variant="secondary">
        {text.generator.downloadZip}
      </Button>
    </>
  )
}
