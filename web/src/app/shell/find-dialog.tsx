import { Input } from '@heroui/react'
import type { User } from '@hudur/core/accounts/contract'
import { FoundKind } from '@hudur/core/find/contract'
import { isSearchable } from '@hudur/core/find/found'
import { indexWords } from '@hudur/core/names/index-words'
import { matchSearch, parseSearch, rankMatches } from '@hudur/core/names/search'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatEventDay } from '../../text/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { furtherScreenGroupsOf, mainScreens } from './navigation.ts'
import { useFound } from './use-found.ts'

const words = text.find

/** The maximum number of characters of a search. */
const MAX_TYPED = 100

type Option = { id: string; title: string; detail?: string; day?: string | null; path: string }
type Group = { label: string; options: Option[] }

/** Returns the screens of the navigation whose names match a typed text; all of them for an empty text. */
function findScreens(user: User, typed: string): Option[] {
  const screens = [
    ...mainScreens.map(({ label, to }) => ({ label, to: to(user) })),
    ...furtherScreenGroupsOf(user).flatMap(group => group.screens),
  ]
  const search = parseSearch(typed)
  const matching = typed === '' ? screens : rankMatches(screens, ({ label }) => matchSearch(indexWords(label), search))
  return matching.map(({ label, to }) => ({ id: `screen ${to}`, title: label, path: to }))
}

type FindDialogProps = { user: User; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Renders the dialog that opens a screen, or whatever the user may see, by a few typed letters. */
export function FindDialog({ user, isOpen, onOpenChange }: FindDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={words.title}>
      <Finder onClose={() => onOpenChange(false)} user={user} />
    </Dialog>
  )
}

function Finder({ user, onClose }: { user: User; onClose: () => void }) {
  const navigate = useNavigate()
  const isOffline = useIsOffline()
  const [value, setValue] = useState('')
  const typed = value.trim()
  const { found, isPending, isError } = useFound(typed)
  const groups: Group[] = [
    { label: words.screens, options: findScreens(user, typed) },
    ...FoundKind.options.map(kind => ({
      label: words.kinds[kind],
      options: found.filter(one => one.kind === kind).map(one => ({ ...one, id: `${kind} ${one.id}` })),
    })),
  ].filter(({ options }) => options.length > 0)
  const options = groups.flatMap(group => group.options)

  const [chosen, setChosen] = useState<string>()
  const active = Math.max(
    0,
    options.findIndex(({ id }) => id === chosen),
  )
  const listId = useId()
  const domIdOf = ({ id }: Option) => `${listId} ${id}`.replaceAll(' ', '-')
  const activeDomId = options[active] && domIdOf(options[active])
  useEffect(() => {
    if (activeDomId) document.getElementById(activeDomId)?.scrollIntoView({ block: 'nearest' })
  }, [activeDomId])

  function actOnKey(event: KeyboardEvent) {
    const option = options[active]
    if (!option || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen(options.at((active + step) % options.length)?.id)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onClose()
      void navigate(option.path)
    }
  }

  return (
    <>
      <Input
        aria-activedescendant={activeDomId}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-expanded={options.length > 0}
        aria-label={words.title}
        autoComplete="off"
        autoFocus
        className="w-full"
        enterKeyHint="go"
        fullWidth
        maxLength={MAX_TYPED}
        onChange={event => {
          setValue(event.target.value)
          setChosen(undefined)
        }}
        onKeyDown={actOnKey}
        placeholder={words.placeholder}
        role="combobox"
        spellCheck={false}
        value={value}
      />
      {isOffline && <p className="mt-3 text-muted text-sm">{words.offline}</p>}
      <div aria-label={words.results} id={listId} role="listbox">
        {groups.map(({ label, options: some }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list of options may contain groups, but no fieldset
          <div aria-label={label} className="mt-4" key={label} role="group">
            <p aria-hidden="true" className="px-3 pb-1 font-medium text-muted text-xs">
              {label}
            </p>
            {some.map(option => (
              <FoundOption
                domId={domIdOf(option)}
                isActive={option === options[active]}
                key={option.id}
                onClose={onClose}
                option={option}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="mt-3 px-3 text-muted text-sm empty:mt-0" role="status">
        {isError
          ? words.failed
          : isPending
            ? words.searching
            : typed !== '' && (options.length > 0 || isSearchable(typed))
              ? options.length > 0
                ? formatCountedNoun(options.length, words.found)
                : words.nothing
              : typed !== '' && words.tooShort}
      </p>
    </>
  )
}

type FoundOptionProps = { option: Option; domId: string; isActive: boolean; onClose: () => void }

/** Renders one result. It is a link, so that it can also be opened in a new tab; the focus stays in the field. */
function FoundOption({ option: { title, detail, day, path }, domId, isActive, onClose }: FoundOptionProps) {
  return (
    <Link
      aria-selected={isActive}
      className="flex min-h-11 flex-wrap items-baseline gap-x-3 rounded-lg px-3 py-2.5 text-sm hover:bg-default aria-selected:bg-accent-soft aria-selected:text-accent-soft-foreground"
      id={domId}
      onClick={onClose}
      role="option"
      tabIndex={-1}
      to={path}
    >
      <span className="break-words font-medium" dir="auto">
        {title}
      </span>
      <span className="text-xs">
        {detail && <bdi>{detail}</bdi>}
        {detail && day && ' · '}
        {day && <Numeric>{formatEventDay(day)}</Numeric>}
      </span>
    </Link>
  )
}
