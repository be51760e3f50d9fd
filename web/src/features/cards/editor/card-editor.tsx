import { text } from '../../../text/ar.ts'
import { deferredDialog } from '../../../ui/deferred-dialog.tsx'
import type { CardEditorProps } from './card-editor-window.tsx'

const LazyCardEditor = deferredDialog<CardEditorProps & { title: string }>(
  async () => (await import('./card-editor-window.tsx')).CardEditorWindow,
)

/** Edits the look of a card. Its script is fetched when it first opens, or earlier when the browser is idle. */
export const CardEditor = (props: CardEditorProps) => <LazyCardEditor {...props} title={text.generator.customize} />
