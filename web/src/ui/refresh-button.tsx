import { RefreshCw } from 'lucide-react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'

export function RefreshButton({ isPending, onPress }: { isPending: boolean; onPress: () => void }) {
  return (
    <Button isPending={isPending} onPress={onPress} variant="outline">
      {!isPending && <RefreshCw aria-hidden="true" className="size-5" strokeWidth={1.6} />}
      {text.ui.refresh}
    </Button>
  )
}
