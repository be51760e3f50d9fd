import { useDevice } from '../backend/hooks/use-device.ts'
import { DoorScanner } from '../features/check-in/door-scanner.tsx'
import { LinkEnded, LinkPage } from '../features/links/link-page.tsx'
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

/** Says that the guests were deleted from this device, how many entries were not uploaded, and which ones the server rejected. */
function DoorLinkEndedNotice() {
  const { waiting, rejected } = useDevice().status
  return (
    <LinkEnded>
      <p>{text.links.door.erased}</p>
      {waiting > 0 && <p role="status">{text.links.door.waiting(formatCountedNoun(waiting, text.device.actWord))}</p>}
      {rejected.length > 0 && (
        <div className="mt-6 text-start">
          <RejectedEntryList rejected={rejected} />
        </div>
      )}
    </LinkEnded>
  )
}
