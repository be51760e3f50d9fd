import { useDeviceStatus } from '../backend/hooks/use-device.ts'
import { DoorScanner } from '../features/check-in/door-scanner.tsx'
import { LinkEnded, LinkPage } from '../features/links/link-page.tsx'
import { SavedAdmissions } from '../features/links/saved-admissions.tsx'
import { text } from '../text/ar.ts'
import { formatCountedNoun } from '../text/format.ts'
import { ConnectionBadge } from './shell/connection-badge.tsx'
import { RejectedEntryList } from './shell/rejected-list.tsx'
import { useAppInstallation } from './shell/use-app-installation.ts'

/** Renders the screen that a door link opens: the scanner of one event, on a device without an account. */
export function DoorLinkScreen() {
  return (
    <LinkPage ended={<DoorLinkEndedNotice />} isDoor path="/door">
      {(link, refresh) => <DoorScanner badge={<DoorLinkConnectionBadge />} link={link} onChange={refresh} />}
    </LinkPage>
  )
}

/** Shows the state of the connection. Also installs the app, so that the screen of a door link opens without a server. */
function DoorLinkConnectionBadge() {
  useAppInstallation()
  return <ConnectionBadge />
}

/**
 * Says that the guests were deleted from this device, how many entries were not uploaded, and which ones the server rejected. When it
 * rejected them because it does not know the link, offers to save the admissions of this device.
 */
function DoorLinkEndedNotice() {
  const { waiting, rejected } = useDeviceStatus(status => status)
  const others = rejected.filter(({ refusal }) => refusal?.code !== 'link-ended')
  return (
    <LinkEnded>
      <p>{text.links.door.erased}</p>
      {waiting > 0 && <p role="status">{text.links.door.waiting(formatCountedNoun(waiting, text.device.actWord))}</p>}
      {others.length < rejected.length && <SavedAdmissions />}
      {others.length > 0 && (
        <div className="mt-6 text-start">
          <RejectedEntryList rejected={others} />
        </div>
      )}
    </LinkEnded>
  )
}
