import { LinkPage } from '../features/events/link-page.tsx'
import { DoorScanner } from '../features/scanning/door-scanner.tsx'
import { ConnectionBadge } from './shell/connection-badge.tsx'
import { useShell } from './shell/use-shell.ts'

/** The screen of a link for a door. */
export function DoorScreen() {
  return (
    <LinkPage isDoor path="/door">
      {(link, refresh) => <DoorScanner badge={<DoorBadge />} link={link} onChange={refresh} />}
    </LinkPage>
  )
}

/** The connection of a door. Also stores the product on the device, so that the door opens without a server. */
function DoorBadge() {
  useShell()
  return <ConnectionBadge />
}
