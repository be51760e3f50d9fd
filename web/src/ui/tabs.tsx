import { Tabs as HeroTabs } from '@heroui/react'
import type { ReactNode } from 'react'

type TabsProps<Id extends string> = {
  /** What is being chosen. */
  label: string
  tabs: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
  /** The chosen tab's panel. */
  children: ReactNode
}

/** A few faces of one thing, one shown at a time. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  return (
    <HeroTabs onSelectionChange={key => onChange(key as Id)} selectedKey={value}>
      <HeroTabs.ListContainer>
        <HeroTabs.List aria-label={label}>
          {tabs.map(tab => (
            <HeroTabs.Tab id={tab.id} key={tab.id}>
              {tab.label}
              <HeroTabs.Indicator />
            </HeroTabs.Tab>
          ))}
        </HeroTabs.List>
      </HeroTabs.ListContainer>
      <HeroTabs.Panel className="px-0" id={value}>
        {children}
      </HeroTabs.Panel>
    </HeroTabs>
  )
}
