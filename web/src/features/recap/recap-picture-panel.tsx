import type { EventSummary } from '@hudur/core/events/contract'
import { useQuery } from '@tanstack/react-query'
import { Download, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { saveFile } from '../../device/download.ts'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.tsx'
import { useEventDrawing } from '../cards/designs/use-saved-choice.ts'
import { eventIdentityOf } from '../cards/event-identity.ts'

const words = text.recap.picture

/** Closing the share sheet is an `AbortError`, a second press while it is open an `InvalidStateError`. */
const HARMLESS_SHARE_ERRORS = ['AbortError', 'InvalidStateError']

/** Draws the picture with the figures. The code that draws cards is loaded only here. */
function usePictureFile(event: EventSummary, figures: string) {
  const { drawing, ...design } = useEventDrawing(eventIdentityOf(event))
  const file = useQuery({
    queryKey: ['recap-picture', event.id, event.name, event.date, figures, drawing],
    enabled: drawing !== undefined,
    gcTime: 0,
    retry: false,
    async queryFn() {
      const { drawRecapPicture } = await import('./recap-picture.ts')
      const picture = await drawRecapPicture(drawing!, { eventName: event.name, eventDate: event.date }, { figures, below: words.thanks })
      return new File([picture], words.fileName(event.name), { type: picture.type })
    },
  })
  const { isError, isFetching, error, errorUpdatedAt, refetch } = drawing ? file : design
  return { data: file.data, isError, isFetching, error, errorUpdatedAt, refetch }
}

function useObjectUrl(file: File | undefined) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}

/** Shows the picture «حضر 112 من 134» in the dress of the event's cards, and shares it, or saves it where the browser shares no files. */
export function RecapPicturePanel({ event }: { event: EventSummary }) {
  const figures = text.recap.came(formatWholeNumber(event.arrived), formatWholeNumber(event.invited))
  const picture = usePictureFile(event, figures)
  const { data: file } = picture
  const url = useObjectUrl(file)
  const sharesFiles = file !== undefined && (navigator.canShare?.({ files: [file] }) ?? false)

  async function sharePicture(shared: File) {
    try {
      await navigator.share({ files: [shared] })
    } catch (error) {
      if (!(error instanceof DOMException && HARMLESS_SHARE_ERRORS.includes(error.name))) notify.failure(words.shareFailed)
    }
  }

  function savePicture(saved: File) {
    saveFile(saved, saved.name)
    notify.done(words.saved)
  }

  return (
    <Panel note={words.note} title={words.title}>
      <LoadFailure query={picture}>{words.failed}</LoadFailure>
      {!file && !picture.isError && <Skeleton className="aspect-[2/3] w-full max-w-60" />}
      {file && (
        <div className="grid justify-items-start gap-4">
          {url && <img alt={`${event.name}: ${figures}`} className="w-full max-w-60 rounded-md shadow-surface" src={url} />}
          <div className="flex flex-wrap gap-2">
            {sharesFiles && (
              <Button onPress={() => void sharePicture(file)}>
                <Share2 aria-hidden="true" className="size-5" strokeWidth={1.6} />
                {words.share}
              </Button>
            )}
            <Button onPress={() => savePicture(file)} variant={sharesFiles ? 'outline' : 'primary'}>
              <Download aria-hidden="true" className="size-5" strokeWidth={1.6} />
              {words.save}
            </Button>
          </div>
        </div>
      )}
    </Panel>
  )
}
