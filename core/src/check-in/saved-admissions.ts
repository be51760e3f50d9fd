import * as z from 'zod/mini'
import { Reference, textLine } from '../inputs.ts'
import { SavedAdmission } from './contract.ts'

/** The most admissions of a saved file, and its largest size in bytes. One admission takes less than 500 bytes. */
export const MAX_SAVED_ADMISSIONS = 5_000
export const MAX_SAVED_ADMISSIONS_BYTES = 2_500_000

/** The content of a file with the admissions of a device whose door link the server does not know. */
const SavedAdmissionsFile = z.strictObject({
  format: z.literal('hudur-admissions'),
  version: z.literal(1),
  eventId: Reference,
  linkId: Reference,
  /** The name of the gate: the name of the link. */
  gate: textLine(100),
  admissions: z.array(SavedAdmission).check(z.minLength(1), z.maxLength(MAX_SAVED_ADMISSIONS)),
})
type SavedAdmissionsFile = z.infer<typeof SavedAdmissionsFile>

type SavedAdmissions = Omit<SavedAdmissionsFile, 'format' | 'version'>

export const writeSavedAdmissions = (saved: SavedAdmissions) =>
  JSON.stringify({ format: 'hudur-admissions', version: 1, ...saved } satisfies SavedAdmissionsFile)

/** Parses the text of a file. Returns undefined for any other text. */
export function parseSavedAdmissions(text: string): SavedAdmissions | undefined {
  if (text.length > MAX_SAVED_ADMISSIONS_BYTES) return undefined
  try {
    const { format: _format, version: _version, ...saved } = SavedAdmissionsFile.parse(JSON.parse(text))
    return saved
  } catch {
    return undefined
  }
}
