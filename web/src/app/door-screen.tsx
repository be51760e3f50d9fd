import { LinkPage } from '../features/events/link-page.tsx'
import { DoorScanner } from '../features/scanning/door-scanner.tsx'
import { ConnectionBadge } from './shell/connection-badge.tsx'
import { useShell } from './shell/use-shell.ts'

/** The screen of a link for a door. The product is stored on the device, so that a door opens without a server. */
export function DoorScreen() {
  useShell()
  return (
    <LinkPage isDoor path="/door">
      {(link, refresh) => <DoorScanner badge={<ConnectionBadge />} link={link} onChange={refresh} />}
    </LinkPage>
  )
}
