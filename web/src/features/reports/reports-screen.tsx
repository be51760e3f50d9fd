import type { InvitationStats } from '@hudur/core/invitations/invitation'
import { useInvitationStats } from '../../backend/hooks/use-invitations.ts'
import { ALL_EVENTS, useLiveFigures, useRefreshOnChange } from '../../backend/hooks/use-live.ts'
import { arrivalTimesKey, conflictsKey, invitationsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { ExportMenu } from '../../sheets/export-menu.tsx'
import { useExport } from '../../sheets/use-export.ts'
import { text } from '../../text/ar.ts'
import { formatTimeOfDay, formatWholeNumber } from '../../text/format.ts'
import { LiveBadge } from '../../ui/live-badge.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { NoInvitations } from '../invitations/no-invitations.tsx'
import { ArrivalsPanel } from './arrivals-panel.tsx'
import { AttendancePanel } from './attendance-panel.tsx'
import { ConflictsPanel } from './conflicts-panel.tsx'
import { eventSheet } from './event-sheet.ts'
import { RecentInvitationsPanel } from './recent-panel.tsx'

const words = text.reports

export function ReportsScreen() {
  const { data, dataUpdatedAt, isError, isFetching, error, errorUpdatedAt } = useInvitationStats()
  const refreshReports = useRefresh(invitationsKey, arrivalTimesKey, conflictsKey)
  const fileExport = useExport(text.sheets.events, () => eventSheet(data?.events ?? []))

  const live = useLiveFigures(ALL_EVENTS)
  useRefreshOnChange(live, dataUpdatedAt, refreshReports)

  return (
    <>
      <PageHeading
        actions={
          <>
            <RefreshButton isPending={isFetching} onPress={() => void refreshReports()} />
            {data && data.events.length > 0 && <ExportMenu save={fileExport.save} state={fileExport.state} />}
          </>
        }
        note={
          data && (
            <span className="flex flex-wrap items-center gap-x-4">
              {words.at(formatTimeOfDay(new Date(dataUpdatedAt).toISOString()))}
              <LiveBadge confirmedAt={live.confirmedAt} state={live.state} />
            </span>
          )
        }
        title={text.screenNames.reports}
      />
      <LoadFailure className="mb-6" query={{ isError, isFetching, error, errorUpdatedAt, refetch: refreshReports }}>
        {words.failed}
      </LoadFailure>
      {!data && !isError && <ScreenSkeleton />}
      {data && (
        <>
          <StatisticsList stats={data} />
          <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
            {data.events.length === 0 ? (
              <div className="lg:col-span-2">
                <NoInvitations advice={words.noEventsAdvice} linkLabel={text.data.toGenerator} title={words.noEvents} />
              </div>
            ) : (
              <>
                <ArrivalsPanel events={data.events} />
                <AttendancePanel events={data.events} />
                <RecentInvitationsPanel />
              </>
            )}
            <div className="min-w-0 lg:col-span-2">
              <ConflictsPanel />
            </div>
          </div>
        </>
      )}
    </>
  )
}

function StatisticsList({ stats }: { stats: InvitationStats }) {
  const { total, scanned, unscanned, finishedEvents, unfinishedEvents, thisWeek } = stats
  const percentageOf = (count: number) => (total === 0 ? 0 : Math.round((count / total) * 100))
  const percentageText = (percent: number) => (total === 0 ? '' : words.ofTotal(formatWholeNumber(percent)))
  const figures = [
    { label: words.total, value: total, note: '' },
    { label: words.scanned, value: scanned, note: percentageText(percentageOf(scanned)) },
    { label: words.unscanned, value: unscanned, note: percentageText(percentageOf(scanned + unscanned) - percentageOf(scanned)) },
    { label: words.finished, value: finishedEvents, note: '' },
    { label: words.active, value: unfinishedEvents, note: '' },
    { label: words.thisWeek, value: thisWeek, note: words.week },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl bg-separator shadow-surface md:grid-cols-3 xl:grid-cols-6 print:grid-cols-3">
      {figures.map(({ label, value, note }) => (
        <div className="flex flex-col bg-surface p-5" key={label}>
          <dt className="text-muted text-sm">{label}</dt>
          <dd className={`font-semibold text-3xl tabular-nums leading-snug ${label === words.scanned ? 'text-success' : ''}`}>
            {formatWholeNumber(value)}
          </dd>
          <dd className="min-h-5 text-muted text-xs">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
