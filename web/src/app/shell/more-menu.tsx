import { Dropdown, Header, Label } from '@heroui/react'
import type { User } from '@hudur/core'
import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { text } from '../../text/ar.ts'
import { type Theme, themes, useTheme } from '../../ui/use-theme.ts'
import { furtherPlacesOf } from './navigation.ts'
import { useWaiting } from './use-waiting.ts'
import { WaitingCount } from './waiting-count.tsx'

const icons = { light: Sun, dark: Moon, system: Monitor } as const

/**
 * The menu of the screens outside the main navigation. `children` and `className` are the content and classes of the button that opens it.
 */
export function MoreMenu({ user, children, className }: { user: User; children: ReactNode; className: string }) {
  const { theme, choose } = useTheme()
  const { pathname } = useLocation()
  const waiting = useWaiting(user)
  const groups = furtherPlacesOf(user)
  const isOnMenuScreen = groups.some(({ places }) => places.some(({ to }) => isCurrentPath(pathname, to)))
  const total = Object.values(waiting).reduce((sum, count) => sum + count, 0)

  return (
    <Dropdown>
      <Dropdown.Trigger aria-current={isOnMenuScreen && 'page'} className={className}>
        {children}
        {/* Hidden, because screen readers read each number in the menu, at the entry of its screen. */}
        <span aria-hidden="true" className="max-md:absolute max-md:start-[calc(50%+0.5rem)] max-md:top-1.5">
          <WaitingCount count={total} />
        </span>
      </Dropdown.Trigger>
      <Dropdown.Popover className="min-w-60 max-w-[min(20rem,90vw)]">
        <Dropdown.Menu aria-label={text.shell.more}>
          {groups.map(({ label, places }) => (
            <Dropdown.Section key={label}>
              <Header>{label}</Header>
              {places.map(({ label: name, icon: Icon, to }) => (
                <Dropdown.Item
                  className={isCurrentPath(pathname, to) ? 'font-medium text-accent' : ''}
                  href={to}
                  id={to}
                  key={to}
                  textValue={name}
                >
                  <Icon aria-hidden="true" className="size-4 text-muted" strokeWidth={1.7} />
                  <Label>{name}</Label>
                  <WaitingCount className="ms-auto" count={waiting[to] ?? 0} />
                </Dropdown.Item>
              ))}
            </Dropdown.Section>
          ))}
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

const isCurrentPath = (pathname: string, to: string) => pathname.toLowerCase() === to.toLowerCase()
