import { type Design, type Invitation, invitationRules } from '@hudur/core'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { text } from '../../../text/ar.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CardPreview, useGrounds } from '../cards/card-preview.tsx'
import { DownloadProgress } from '../cards/download-progress.tsx'
import { DownloadType } from '../cards/download-type.tsx'
import { useDownloads } from '../cards/use-downloads.ts'
import { useDesignOf } from '../design-queries.ts'
import { type CardChoice, drawingOf, FIRST_CHOICE } from '../studio/card-choice.ts'
import { useDesignChoice } from '../studio/design-choice.ts'

const words = text.data
const WIDTH = 420

/** An invitation's card on the design that is kept with its event, to be seen and saved again. */
export function EventCard({ invitation }: { invitation: Invitation }) {
  const design = useDesignOf(invitation)
  const choice = useKeptChoice(design.data)
  if (design.isError || choice.isError) {
    return (
      <LoadFailure
        isRetrying={design.isFetching || choice.isFetching}
        onRetry={() => {
          void design.refetch()
          void choice.refetch()
        }}
      >
        {words.cardFailed}
      </LoadFailure>
    )
  }
  if (!choice.data) return <Skeleton className="aspect-[2/3] w-full" />
  return <DrawnCard choice={choice.data} hasDesign={design.data !== null} invitation={invitation} />
}

/** The design with its picture, once both are there; the first ready one where the event has none. */
function useKeptChoice(design: Design | null | undefined) {
  const choiceOf = useDesignChoice()
  return useQuery({
    queryKey: ['designs', 'choice', design?.id ?? null, design?.updatedAt],
    enabled: design !== undefined,
    queryFn: () => (design ? choiceOf(design) : FIRST_CHOICE),
    // A canvas is large, and drawn again quickly.
    gcTime: 0,
  })
}

function DrawnCard({ invitation, choice, hasDesign }: { invitation: Invitation; choice: CardChoice; hasDesign: boolean }) {
  const drawing = useMemo(() => drawingOf(choice), [choice])
  const invitations = useMemo(() => [invitation], [invitation])
  const grounds = useGrounds(drawing, invitations, WIDTH)
  const downloads = useDownloads(drawing, invitations)
  return (
    <div className="grid gap-3">
      <div className="overflow-hidden rounded-md shadow-surface">
        <CardPreview grounds={grounds} invitation={invitation} label={words.cardOf(invitationRules.guestLabel(invitation))} />
      </div>
      {!hasDesign && <p className="text-muted text-xs">{words.noDesign}</p>}
      <DownloadType downloads={downloads} />
      <Button onPress={() => void downloads.one(invitation)} variant="secondary">
        <Download aria-hidden="true" className="size-5" strokeWidth={1.6} />
        {words.downloadCard}
      </Button>
      <DownloadProgress downloads={downloads} />
    </div>
  )
}
