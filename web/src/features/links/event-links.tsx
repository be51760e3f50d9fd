import type { EventSummary } from '@hudur/core/events/contract'
import type { Link, LinkWithUrl } from '@hudur/core/links/contract'
import { Refusal } from '@hudur/core/refusals'
import { DoorOpen, Monitor, PencilLine, Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatDeviceName } from '../../text/device-name.ts'
import { formatChartDay, formatCountedNoun, formatTimeAndDay, formatWholeNumber } from '../../text/format.ts'
import { RepeatIcon } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { RowsSkeleton } from '../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { notify } from '../../ui/toast.tsx'
import { TrailButton } from '../trail/trail-button.tsx'
import { EditLinkDialog, NewLinkDialog } from './link-dialogs.tsx'
import { LinkUrlDialog } from './link-url-dialog.tsx'
import { useLinks, useReissueLink, useRevokeLink, useSignOutDevice } from './queries.ts'

const words = text.links
const accessWords = text.linkAccess

const CountFileDialog = deferredComponent(async () => (await import('./count-file-dialog.tsx')).CountFileDialog)

/** The greatest age (ms) of the last request of a device that counts as present. The server records a device at most once a minute. */
const DEVICE_PRESENT_WITHIN_MS = 2.5 * 60_000

type LinkConfirmation = { link: Link; is: 'reissue' | 'revoke' }

/** Lists the links of an event with their rights, their last day and their devices. A link can be created, edited, reissued and revoked. */
export function EventLinks({ event }: { event: EventSummary }) {
  const query = useLinks(event.id)
  const { data: links } = query
  const [isCreating, setCreating] = useState(false)
  const [isCountingFile, setCountingFile] = useState(false)
  const isOffline = useIsOffline()
  const [shown, setShown] = useState<LinkWithUrl>()
  const [question, setQuestion] = useState<LinkConfirmation>()
  const [edited, setEdited] = useState<Link>()
  const reissue = useReissueLink()
  const revoke = useRevokeLink()

  function showLinkUrl(link: LinkWithUrl) {
    setCreating(false)
    setQuestion(undefined)
    setShown(link)
  }

  async function reissueOrRevokeLink({ link, is }: LinkConfirmation) {
    try {
      if (is === 'reissue') return showLinkUrl(await reissue.mutateAsync({ id: link.id }))
      await revoke.mutateAsync({ id: link.id })
      setQuestion(undefined)
      notify.done(words.revoked)
    } catch {
      notify.failure(words.actionFailed)
    }
  }

  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-4">
        <p className="min-w-0 grow basis-40 text-muted text-sm">{words.intro}</p>
        <Button isDisabled={isOffline} onPress={() => setCreating(true)}>
          <Plus aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {words.create}
        </Button>
      </div>
      <LoadFailure query={query}>{words.failed}</LoadFailure>
      {!links && !query.isError && <RowsSkeleton />}
      {links?.length === 0 && <EmptyState title={words.empty}>{words.emptyAdvice}</EmptyState>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        {links?.map(link => (
          <LinkItem key={link.id} link={link} onAsk={is => setQuestion({ link, is })} onEdit={() => setEdited(link)} />
        ))}
      </ul>
      <Button
        className="mt-5 h-auto whitespace-normal"
        isDisabled={isOffline}
        onPress={() => setCountingFile(true)}
        size="sm"
        variant="ghost"
      >
        {text.savedAdmissions.action}
      </Button>
      {isCountingFile && <CountFileDialog eventId={event.id} onClose={() => setCountingFile(false)} />}
      {isCreating && <NewLinkDialog event={event} onClose={() => setCreating(false)} onCreated={showLinkUrl} />}
      {edited && <EditLinkDialog link={edited} onClose={() => setEdited(undefined)} />}
      {shown && <LinkUrlDialog event={event} link={shown} onClose={() => setShown(undefined)} />}
      {question && (
        <ConfirmDialog
          confirm={words[question.is]}
          isDanger={question.is === 'revoke'}
          isOpen
          isPending={reissue.isPending || revoke.isPending}
          onConfirm={() => void reissueOrRevokeLink(question)}
          onOpenChange={() => setQuestion(undefined)}
          title={question.is === 'reissue' ? words.reissueTitle(question.link.name) : words.revokeTitle(question.link.name)}
        >
          <p>{question.is === 'reissue' ? words.reissueConsequence : words.revokeConsequences[question.link.role]}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const roleIcons = { door: DoorOpen, live: Monitor, family: Users } as const
const roleTones = { door: 'good', live: 'quiet', family: 'waiting' } as const

function rightsKeyOf({ role, showsNames, maySearch }: Link): keyof typeof words.can {
  if (role === 'family') return 'family'
  if (role === 'live') return showsNames ? 'names' : 'numbers'
  return maySearch ? 'searches' : showsNames ? 'scansNames' : 'scans'
}

/** Formats the end of a link: only the last day if the owner chose no end or the link ends at midnight, otherwise the time and the day. */
function linkEndText({ endsAt, expiresAt }: Link) {
  const end = new Date(endsAt)
  const isMidnight = expiresAt === null || (end.getHours() === 0 && end.getMinutes() === 0)
  return isMidnight ? formatChartDay(new Date(end.getTime() - 1)) : formatTimeAndDay(endsAt, new Date())
}

type LinkItemProps = { link: Link; onAsk: (is: LinkConfirmation['is']) => void; onEdit: () => void }

function LinkItem({ link, onAsk, onEdit }: LinkItemProps) {
  const { name, role, endsAt } = link
  const RoleIcon = roleIcons[role]
  return (
    <li className="rounded-xl bg-surface p-5 shadow-surface">
      <div className="flex items-start gap-3">
        <h2 className="min-w-0 grow break-words font-semibold text-lg" dir="auto">
          {name}
        </h2>
        <Chip tone={roleTones[role]}>
          <RoleIcon aria-hidden="true" className="size-4" strokeWidth={1.7} />
          {words.roles[role]}
        </Chip>
      </div>
      <p className="text-muted text-sm leading-7">
        {words.can[rightsKeyOf(link)]}. {Date.parse(endsAt) <= Date.now() ? words.over : words.until(linkEndText(link))}
      </p>
      <DevicePresence link={link} />
      <AccessLines link={link} />
      {link.devices.length > 0 && <DeviceList link={link} />}
      {link.admitted > 0 && <p className="mt-2 text-sm">{words.admitted(formatWholeNumber(link.admitted))}</p>}
      {link.allotment !== null && link.allotment > 0 && <Allotment allotment={link.allotment} used={link.used} />}
      <div className="mt-4 flex flex-wrap gap-x-2 border-separator border-t pt-3">
        <Button onPress={onEdit} size="sm" variant="ghost">
          <PencilLine aria-hidden="true" className="size-4" strokeWidth={1.7} />
          {words.edit}
        </Button>
        <Button onPress={() => onAsk('reissue')} size="sm" variant="ghost">
          <RepeatIcon aria-hidden="true" className="size-4" strokeWidth={1.7} />
          {words.reissue}
        </Button>
        <TrailButton about="link" description={name} id={link.id} />
        <Button className="ms-auto text-danger" onPress={() => onAsk('revoke')} size="sm" variant="ghost">
          {words.revoke}
        </Button>
      </div>
    </li>
  )
}

function Allotment({ allotment, used }: { allotment: number; used: number }) {
  const total = formatWholeNumber(allotment)
  const label = used === 0 ? words.invitedNobody(total) : words.invitedOf(formatCountedNoun(used, text.generator.admitWord), total)
  return (
    <div className="mt-3">
      <p className="text-sm">{label}</p>
      <div
        aria-label={label}
        aria-valuemax={allotment}
        aria-valuemin={0}
        aria-valuenow={used}
        className="mt-1.5 h-2 overflow-hidden rounded-sm bg-default"
        role="progressbar"
      >
        <div className="h-full rounded-sm bg-accent" style={{ inlineSize: `${(used / allotment) * 100}%` }} />
      </div>
    </div>
  )
}

function DevicePresence({ link: { devices } }: { link: Link }) {
  const now = Date.now()
  const present = devices.filter(({ seenAt }) => now - Date.parse(seenAt) < DEVICE_PRESENT_WITHIN_MS).length
  const [last] = devices
  return (
    <p className="mt-2 flex items-center gap-2 text-sm">
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-full ${present > 0 ? 'bg-success' : 'border-2 border-field-border'}`}
      />
      {present > 0
        ? words.present(formatCountedNoun(present, words.deviceWord))
        : last
          ? words.lastSeen(formatTimeAndDay(last.seenAt, new Date()))
          : words.neverOpened}
    </p>
  )
}

/** Shows whether a link has a PIN and a maximum of devices, and how many people a door link has admitted without a card. */
function AccessLines({ link: { hasPin, maxDevices, walkIns, walkInsUsed } }: { link: Link }) {
  const lines = [
    hasPin && accessWords.hasPin,
    maxDevices !== null && accessWords.onlyFirst(formatCountedNoun(maxDevices, words.deviceWord)),
    (walkIns > 0 || walkInsUsed > 0) && accessWords.walkInsOf(formatWholeNumber(walkInsUsed), formatWholeNumber(walkIns)),
  ].filter(line => line !== false)
  return lines.length > 0 && <p className="mt-1 text-sm">{lines.join('، ')}</p>
}

/** Lists the devices that are signed in with a link, the last seen first. Each can be signed out. */
function DeviceList({ link: { devices } }: { link: Link }) {
  const now = Date.now()
  const signOut = useSignOutDevice()
  const [question, setQuestion] = useState<Link['devices'][number]>()

  async function signOutDevice({ id }: Link['devices'][number]) {
    try {
      await signOut.mutateAsync({ id })
      notify.done(accessWords.signedOut)
    } catch (error) {
      notify.failure(error instanceof Refusal ? error.message : words.actionFailed)
    }
    setQuestion(undefined)
  }

  return (
    <details className="mt-2 text-sm">
      <summary className="target w-fit cursor-pointer text-muted">
        {words.devices(formatCountedNoun(devices.length, words.deviceWord))}
      </summary>
      <ul className="mt-1 divide-y divide-separator">
        {devices.map(device => (
          <li className="flex flex-wrap items-center justify-between gap-x-4 py-1" key={device.id}>
            <span>{formatDeviceName(device)}</span>
            <span className="ms-auto text-muted">
              {now - Date.parse(device.seenAt) < DEVICE_PRESENT_WITHIN_MS
                ? text.profile.sessions.now
                : formatTimeAndDay(device.seenAt, new Date())}
            </span>
            <Button
              aria-label={accessWords.signOutDevice(formatDeviceName(device))}
              onPress={() => setQuestion(device)}
              size="sm"
              variant="ghost"
            >
              {accessWords.signOut}
            </Button>
          </li>
        ))}
      </ul>
      {question && (
        <ConfirmDialog
          confirm={accessWords.signOut}
          isDanger
          isOpen
          isPending={signOut.isPending}
          onConfirm={() => void signOutDevice(question)}
          onOpenChange={() => setQuestion(undefined)}
          title={accessWords.signOutTitle(formatDeviceName(question))}
        >
          <p>{accessWords.signOutConsequence}</p>
        </ConfirmDialog>
      )}
    </details>
  )
}
