import { Dropdown, Header, Label } from '@heroui/react'
import type { User } from '@hudur/core/accounts/contract'
import { Monitor, Moon, Search, Sun } from 'lucide-react'
import { useLocation } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { Menu } from '../../ui/menu.tsx'
import type { MenuState } from '../../ui/menu-button.tsx'
import { type Theme, themes, useTheme } from '../../ui/use-theme.ts'
import { FIND_EVENT } from './find-button.tsx'
import { furtherScreenGroupsOf, isCurrentPath } from './navigation.ts'
import { WaitingCountBadge } from './waiting-count.tsx'

const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const

type MoreMenuEntriesProps = { user: User; waiting: Readonly<Record<string, number>>; opened: MenuState }

export function MoreMenuEntries({ user, waiting, opened }: MoreMenuEntriesProps) {
  const { theme, choose } = useTheme()
  const { pathname } = useLocation()
  // The header has no room for the button of the search in windows of middle width.
  const hasFindButton = matchMedia('(min-width: 64rem)').matches
  return (
    <Menu className="min-w-60 max-w-[min(20rem,90vw)]" label={text.shell.more} opened={opened}>
      {!hasFindButton && (
        <Dropdown.Item id="find" onAction={() => dispatchEvent(new Event(FIND_EVENT))} textValue={text.find.title}>
          <Search aria-hidden="true" className="size-4 text-muted" strokeWidth={1.7} />
          <Label>{text.find.title}</Label>
        </Dropdown.Item>
      )}
      {furtherScreenGroupsOf(user).map(({ label, screens }) => (
        <Dropdown.Section key={label}>
          <Header>{label}</Header>
          {screens.map(({ label: name, icon: Icon, to }) => (
            <Dropdown.Item
              className={isCurrentPath(pathname, to) ? 'font-medium text-accent' : ''}
              href={to}
              id={to}
              key={to}
              textValue={name}
            >
              <Icon aria-hidden="true" className="size-4 text-muted" strokeWidth={1.7} />
              <Label>{name}</Label>
              <WaitingCountBadge className="ms-auto" count={waiting[to] ?? 0} />
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
          const Icon = themeIcons[name]
          return (
            <Dropdown.Item id={name} key={name} textValue={text.shell.themes[name]}>
              <Icon aria-hidden="true" className="size-4 text-muted" strokeWidth={1.7} />
              <Label>{text.shell.themes[name]}</Label>
              <Dropdown.ItemIndicator />
            </Dropdown.Item>
          )
        })}
      </Dropdown.Section>
    </Menu>
  )
}
