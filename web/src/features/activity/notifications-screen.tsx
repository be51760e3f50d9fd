import type { Activity } from '@hudur/core/activity/contract'
import { type LucideIcon, PencilLine, Plus, ScanLine, Trash2 } from 'lucide-react'
import { text } from '../../text/ar.ts'
import { formatInvitationMoment } from '../../text/format.ts'
import { ListStatus } from '../../ui/list-status.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useQueryString } from '../../ui/use-query-string.ts'
import { TrailButton } from '../trail/trail-button.tsx'
import { type ActivityFilter, PAGE_SIZE, useActivity } from './queries.ts'

const words = text.activity
const FILTERS = ['all', 'create', 'update', 'delete', 'scan'] as const satisfies readonly ActivityFilter[]
const filterOptions = FILTERS.map(id => ({ id, label: words.filters[id] }))

const filterIcons: Record<Exclude<ActivityFilter, 'all'>, LucideIcon> = { create: Plus, update: PencilLine, delete: Trash2, scan: ScanLine }

export function NotificationsScreen() {
  const queryString = useQueryString()
  const filter = queryString.among('filter', FILTERS)
  const activity = useActivity(filter, queryString.page())
  const { data, isFetching, isPlaceholderData, refetch } = activity

  return (
    <>
      <PageHeading actions={<RefreshButton isPending={isFetching} onPress={() => void refetch()} />} title={words.title} />
      <div className="mb-6 flex">
        <SelectField
          className="w-48 max-md:grow"
          isLabelHidden
          label={words.filter}
          onChange={chosen => queryString.change({ filter: chosen === 'all' ? '' : chosen })}
          options={filterOptions}
          value={filter}
        />
      </div>
      <ListStatus
        empty={{ title: words.empty, advice: words.emptyAdvice }}
        failed={words.listFailed}
        noMatch={{ title: words.noneOfVerb, advice: words.noneOfVerbAdvice, showAll: words.showAll }}
        onShowAll={filter === 'all' ? undefined : () => queryString.change({ filter: '' })}
        query={activity}
      />
      {data && (
        <Pagination isOld={isPlaceholderData} size={PAGE_SIZE} total={data.total}>
          <ul
            aria-busy={isPlaceholderData}
            className={`divide-y divide-separator overflow-hidden rounded-xl bg-surface shadow-surface ${isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {data.notifications.map(entry => (
              <ActivityEntry entry={entry} key={entry.id} />
            ))}
          </ul>
        </Pagination>
      )}
    </>
  )
}

function ActivityEntry({ entry: { action, description, userName, username, targetType, targetId, createdAt } }: { entry: Activity }) {
  const kind = FILTERS.find((name): name is Exclude<ActivityFilter, 'all'> => name !== 'all' && action.includes(name))
  const Icon = kind ? filterIcons[kind] : PencilLine
  return (
    <li className="flex items-start gap-4 px-5 py-4">
      <span
        className={`mt-1 grid size-9 shrink-0 place-items-center rounded-lg bg-default ${kind === 'delete' ? 'text-danger' : 'text-gold-ink'}`}
      >
        <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.7} />
      </span>
      <div className="min-w-0 grow">
        <p className="break-words leading-7">{description}</p>
        <p className="flex flex-wrap gap-x-3 text-muted text-xs">
          {kind && <span>{words.did(words.filters[kind], words.targets[targetType])}</span>}
          <span>
            {words.by} {userName || words.nobody} {username && <Numeric>@{username}</Numeric>}
          </span>
          <Numeric>{formatInvitationMoment(createdAt)}</Numeric>
        </p>
      </div>
      {targetId !== '' && targetType !== 'message' && <TrailButton about={targetType} description={description} id={targetId} />}
    </li>
  )
}
