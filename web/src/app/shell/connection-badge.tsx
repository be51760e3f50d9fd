import { Dropdown, Label } from '@heroui/react'
import { texts } from '@hudur/core'
import { RefreshCw } from 'lucide-react'
import { useConnection } from '../../backend/use-connection.ts'
import { text } from '../../text/ar.ts'
import { say } from '../../ui/toast.tsx'

const dots = { testing: 'bg-muted animate-pulse', connected: 'bg-success', disconnected: 'bg-danger' } as const

/** Whether the server can be reached; its menu asks again. */
export function ConnectionBadge() {
  const { state, retest } = useConnection()

  async function ask() {
    if (await retest()) say.done(texts.connection.works)
    else say.failure(texts.connection.fails)
  }

  return (
    <Dropdown>
      <Dropdown.Trigger className="inline-flex min-h-11 items-center gap-2 rounded-lg px-1 text-sm">
        <span aria-hidden="true" className={`size-2.5 rounded-full ${dots[state]}`} />
        {text.connection[state]}
      </Dropdown.Trigger>
      <Dropdown.Popover>
        <Dropdown.Menu aria-label={text.connection[state]} onAction={() => void ask()}>
          <Dropdown.Item id="retest" textValue={text.connection.retest}>
            <RefreshCw aria-hidden="true" className="size-4 text-muted" strokeWidth={1.7} />
            <Label>{text.connection.retest}</Label>
          </Dropdown.Item>
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  )
}
