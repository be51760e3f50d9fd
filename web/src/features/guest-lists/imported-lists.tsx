import { BookUser, CalendarSync, FileSpreadsheet, FileUp, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { canPickContacts, pickContacts } from '../../device/contacts.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/toast.tsx'
import type { ImportedList } from './imported-list.ts'
import type { ImportSource } from './use-import.ts'

const words = text.guests

type ImportedListsProps = {
  lists: ImportedList[]
  onOpen: (source: ImportSource) => void
  onRemove: (list: ImportedList) => void
  /** Opens the dialog with the guests of an earlier event. Undefined for people without an account. */
  onEarlierEvent: (() => void) | undefined
}

/** Shows the imported lists, with buttons to add a file, guests of an earlier event, and contacts of the phone if the browser can read them. */
export function ImportedLists({ lists, onOpen, onRemove, onEarlierEvent }: ImportedListsProps) {
  const id = useId()
  const [listToRemove, setListToRemove] = useState<ImportedList>()

  async function openContacts() {
    try {
      const contacts = await pickContacts()
      if (contacts.length > 0) onOpen({ name: words.contacts, from: contacts })
    } catch {
      notify.failure(words.contactsFailed)
    }
  }

  return (
    <div className="mt-3 grid gap-2">
      {lists.map((list, index) => {
        const listLabel = words.imported(list.name, formatCountedNoun(list.guests.length, words.guestWord))
        return (
          <div
            className="flex items-center gap-1 rounded-md bg-surface-secondary ps-3 pe-1"
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be imported twice
            key={index}
          >
            <FileSpreadsheet aria-hidden="true" className="size-5 shrink-0 text-gold-ink" strokeWidth={1.5} />
            <Button
              aria-label={words.review(listLabel)}
              className="h-auto min-h-11 min-w-0 grow justify-start whitespace-normal break-words px-2 text-start"
              onPress={() => onOpen({ name: list.name, from: list })}
              variant="ghost"
            >
              {listLabel}
            </Button>
            <IconButton label={words.remove(list.name)} onPress={() => setListToRemove(list)}>
              <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.6} />
            </IconButton>
          </div>
        )
      })}
      {listToRemove && (
        <ConfirmDialog
          confirm={words.removeConfirm}
          isDanger
          isOpen
          onConfirm={() => {
            onRemove(listToRemove)
            setListToRemove(undefined)
          }}
          onOpenChange={() => setListToRemove(undefined)}
          title={words.removeQuestion(listToRemove.name)}
        >
          {words.removeMeans(formatCountedNoun(listToRemove.guests.length, words.guestWord))}
        </ConfirmDialog>
      )}
      <label className="relative flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-field-border border-dashed px-4 py-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-offset-2">
        <input
          accept=".csv,.txt,.tsv,.vcf,.xlsx,text/csv,text/plain,text/tab-separated-values,text/vcard,text/x-vcard,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-describedby={`${id}-hint`}
          aria-labelledby={`${id}-label`}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={event => {
            const file = event.target.files?.[0]
            if (file) onOpen({ name: file.name, from: file })
            // The input is emptied, because choosing the same file again would trigger no change event otherwise.
            event.target.value = ''
          }}
          type="file"
        />
        <FileUp aria-hidden="true" className="size-6 shrink-0 text-gold-ink" strokeWidth={1.5} />
        <span className="min-w-0">
          <span className="block font-medium text-sm" id={`${id}-label`}>
            {words.import}
          </span>
          <span className="block text-muted text-xs" id={`${id}-hint`}>
            {words.importHint}
          </span>
        </span>
      </label>
      {onEarlierEvent && (
        <Button className="h-auto min-h-11 whitespace-normal py-2" fullWidth onPress={onEarlierEvent} variant="outline">
          <CalendarSync aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {words.earlierEvent}
        </Button>
      )}
      {canPickContacts() && (
        <Button className="h-auto min-h-11 whitespace-normal py-2" fullWidth onPress={() => void openContacts()} variant="outline">
          <BookUser aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {words.contacts}
        </Button>
      )}
    </div>
  )
}
