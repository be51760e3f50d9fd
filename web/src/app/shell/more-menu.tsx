import { Dropdown, Header, Label } from '@heroui/react'
import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../../text/ar.ts'
import { type Theme, themes, useTheme } from './use-theme.ts'

const icons = { light: Sun, dark: Moon, system: Monitor } as const

/** What does not stand in the navigation itself. `children` and `className` are the trigger's. */
export function MoreMenu({ children, className }: { children: ReactNode; className: string }) {
  const { theme, choose } = useTheme()
  return (
    <Dropdown>
      <Dropdown.Trigger className={className}>{children}</Dropdown.Trigger>
      <Dropdown.Popover className="min-w-52">
        <Dropdown.Menu aria-label={text.shell.more}>
          <Dropdown.Section
            disallowEmptySelection
            onSelectionChange={keys => {
              for (const key of keys) choose(key as Theme)
            }}
            selectedKeys={[theme]}
            selectionMode="single"
          >
            <Header>{text.shell.theme}</Header>
            {themes.map(name => {
              const Icon = icons[name]
              return (
                <Dropdown.Item id={name} key={name} textValue={text.shell.themes[name]}>
                  <Icon aria-hidden="true" className="size-4 text-muted" strokeWidth={1.7} />
                  <Label>{text.shell.themes[name]}</Label>
                  <Dropdown.ItemIndicator />
                </Dropdown.Item>
              )
            })}
          </Dropdown.Section>
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  )
}
