import { Dropdown, Label } from '@heroui/react'
import { MoonStar, RefreshCw } from 'lucide-react'
import { text } from '../../text/ar.ts'
import { Menu } from '../../ui/menu.tsx'
import type { MenuState } from '../../ui/menu-button.tsx'

type ConnectionListProps = { opened: MenuState; onRetest: () => void; onReady: () => void }

export function ConnectionList({ opened, onRetest, onReady }: ConnectionListProps) {
  return (
    <Menu label={text.connection.menu} onAction={key => (key === 'ready' ? onReady() : onRetest())} opened={opened}>
      <Dropdown.Item id="retest" textValue={text.connection.retest}>
        <RefreshCw aria-hidden="true" className="size-4 text-muted" strokeWidth={1.7} />
        <Label>{text.connection.retest}</Label>
      </Dropdown.Item>
      <Dropdown.Item id="ready" textValue={text.connection.ready}>
        <MoonStar aria-hidden="true" className="size-4 text-muted" strokeWidth={1.7} />
        <Label>{text.connection.ready}</Label>
      </Dropdown.Item>
    </Menu>
  )
}
