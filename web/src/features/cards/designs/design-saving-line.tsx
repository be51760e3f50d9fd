import { text } from '../../../text/ar.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { DesignSaving } from './use-design-saving.ts'

export function DesignSavingLine({ designSaving: { status, retry } }: { designSaving: DesignSaving }) {
  if (status === 'error')
    return (
      <Notice
        action={
          <Button onPress={retry} size="sm" variant="ghost">
            {text.ui.retry}
          </Button>
        }
        tone="warning"
      >
        {text.studio.kept.failed}
      </Notice>
    )
  return (
    <p className="text-muted text-sm empty:hidden" role="status">
      {status === 'success' && text.studio.kept.saved}
    </p>
  )
}
