import { useSavedAdmissions } from '../../backend/hooks/use-saved-admissions.ts'
import { saveFile } from '../../device/download.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

const words = text.savedAdmissions

/** Returns the numbers of admissions and of scans that admitted nobody, as in «عمليتا دخول و3 محاولات لم يدخل بها أحد». */
export function formatSavedScans({ admissions, attempts }: { admissions: number; attempts: number }) {
  if (attempts === 0) return formatCountedNoun(admissions, words.admissionWord)
  const attemptText = formatCountedNoun(attempts, words.attemptWord)
  return admissions === 0 ? attemptText : words.both(formatCountedNoun(admissions, words.admissionWord), attemptText)
}

/** Renders a button that saves the admissions of a door link that the server does not know, for the owner of the event. */
export function SavedAdmissions() {
  const saved = useSavedAdmissions()
  if (!saved) return null
  const saveAdmissions = () => saveFile(new Blob([saved.text], { type: 'application/json' }), words.fileName)
  return (
    <Notice className="mt-6 text-start" tone="warning">
      <p>{words.kept(formatSavedScans(saved))}</p>
      <Button className="mt-3 h-auto whitespace-normal" onPress={saveAdmissions}>
        {words.save}
      </Button>
    </Notice>
  )
}
