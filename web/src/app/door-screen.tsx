import { useDevice } from '../backend/hooks/use-device.ts'
import { LinkEnded, LinkPage } from '../features/events/link-page.tsx'
import { DoorScanner } from '../features/scanning/door-scanner.tsx'
import { text } from '../text/ar.ts'
import { counted } from '../text/format.ts'
import { ConnectionBadge } from './shell/connection-badge.tsx'
import { RejectedList } from './shell/rejected-list.tsx'
import { useShell } from './shell/use-shell.ts'

/** The screen of a link for a door. */
export function DoorScreen() {
  return (
    <LinkPage ended={<DoorEnded />} isDoor path="/door">
      {(link, refresh) => <DoorScanner badge={<DoorBadge />} link={link} onChange={refresh} />}
    </LinkPage>
  )
}

/** The connection of a door. Also stores the product on the device, so that the door opens without a server. */
function DoorBadge() {
  useShell()
  return <ConnectionBadge />
}

/** Says that the guests were deleted from this device, what it could not upload yet, and what the server refused. */
function DoorEnded() {
  const { waiting, rejected } = useDevice().status
  return (
    <LinkEnded>
      <p>{text.links.door.erased}</p>
      {waiting > 0 && <p role="status">{text.links.door.waiting(counted(waiting, text.device.actWord))}</p>}
      {rejected.length > 0 && (
        <div className="mt-6 text-start">
          <RejectedList rejected={rejected} />
        </div>
      )}
    </LinkEnded>
  )
}
