import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import type { Recap } from './recap-figures.ts'

const words = text.recap

/** Returns the figures of an event in sentences: people, invitations, people beyond their invitations, and walk-ins. */
export const recapSentences = ({ arrived, invited, scanned, total, exceeding }: Recap['all'], walkIns: number) => [
  words.came(formatWholeNumber(arrived), formatCountedNoun(invited, words.personWord)),
  words.invitations(formatCountedNoun(scanned, text.invitationWord), formatWholeNumber(total)),
  ...(exceeding > 0 ? [words.exceeding(formatCountedNoun(exceeding, text.reports.personWord))] : []),
  ...(walkIns > 0 ? [words.walkIns(formatCountedNoun(walkIns, text.reports.personWord), formatWholeNumber(arrived + walkIns))] : []),
]
