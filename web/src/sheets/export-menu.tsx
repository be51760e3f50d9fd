import { Dropdown, Label, ProgressBar } from '@heroui/react'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { text } from '../text/ar.ts'
import { formatWholeNumber } from '../text/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import type { FileKind, useExport } from './use-export.ts'

const words = text.sheets
const fileIcons = { excel: FileSpreadsheet, csv: FileText } as const

type FileExport = ReturnType<typeof useExport>

/** Renders a menu of the file types in which the content of the screen can be saved. */
export function ExportMenu({ state, save }: Pick<FileExport, 'state' | 'save'>) {
  return (
    <MenuButton
      className={buttonClass({ variant: 'outline' })}
      isPending={state.is === 'working'}
      menu={opened => (
        <Menu label={words.export} onAction={kind => save(kind as FileKind)} opened={opened}>
          {(['excel', 'csv'] as const).map(kind => {
            const Icon = fileIcons[kind]
            return (
              <Dropdown.Item id={kind} key={kind} textValue={words[kind]}>
                <Icon aria-hidden="true" className="size-4 text-gold-ink" strokeWidth={1.7} />
                <Label>{words[kind]}</Label>
              </Dropdown.Item>
            )
          })}
        </Menu>
      )}
    >
      {words.export}
    </MenuButton>
  )
}

/** Renders the progress of a running export, with a stop button. */
export function ExportProgress({ state, stop }: Pick<FileExport, 'state' | 'stop'>) {
  if (state.is === 'idle' || state.all === undefined) return null
  return (
    <div className="mb-5 flex items-end gap-3">
      <ProgressBar
        className="w-full"
        maxValue={Math.max(1, state.all)}
        value={state.done}
        valueLabel={text.ui.shown(formatWholeNumber(state.done), formatWholeNumber(state.all))}
      >
        <Label>{words.preparing}</Label>
        <ProgressBar.Output className="font-normal text-muted" />
        <ProgressBar.Track>
          <ProgressBar.Fill />
        </ProgressBar.Track>
      </ProgressBar>
      <Button onPress={stop} size="sm" variant="outline">
        {words.stop}
      </Button>
    </div>
  )
}
