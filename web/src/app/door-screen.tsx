import { LinkPage } from '../features/events/link-page.tsx'
import { DoorScanner } from '../features/scanning/door-scanner.tsx'
import { ConnectionBadge } from './shell/connection-badge.tsx'

/** The screen of a link for a door. */
export const DoorScreen = () => (
  <LinkPage isDoor path="/door">
    {(link, refresh) => <DoorScanner badge={<ConnectionBadge isAtWork />} link={link} onChange={refresh} />}
  </LinkPage>
)
