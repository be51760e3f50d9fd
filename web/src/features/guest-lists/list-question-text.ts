import type { ListQuestion } from '@hudur/core/guest-lists/list-questions'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'

const words = text.guestReview
const say = words.questions

/** Isolates the direction of a name, so that a name does not reorder the sentence around it. */
const isolate = (name: string) => `\u2068${name}\u2069`
const listOf = (names: readonly string[]) => names.map(isolate).join('، ')
const rowsText = (count: number) => formatCountedNoun(count, words.rowWord)
const withSample = (sentence: string, sample: string) => (sample === '' ? sentence : `${sentence} (${words.sample(isolate(sample))})`)

/** Returns the sentence about telephone numbers that several names have, with the first of them. */
export function sharedPhonesText([first]: readonly { phone: string; names: [string, string] }[], count: number) {
  const [one, other] = first!.names.map(isolate)
  return say.sharedPhones(formatCountedNoun(count, words.phoneWord), `${one}، ${other} (${isolate(first!.phone)})`)
}

/** Returns the sentence of a question about a whole list. */
export function listQuestionText(question: ListQuestion): string {
  switch (question.about) {
    case 'sheets':
      return question.unused.length === 0
        ? say.sheets(listOf(question.used))
        : say.someSheets(listOf(question.used), listOf(question.unused))
    case 'hidden-sheet':
      return say.hiddenSheet(question.sheet, rowsText(question.count))
    case 'hidden-rows':
      return withSample(say.hiddenRows(rowsText(question.count)), question.original)
    case 'hidden-columns':
      return withSample(say.hiddenColumns(formatCountedNoun(question.count, words.columnWord)), question.original)
    case 'formulas':
      return say.formulas
    case 'repaired-letters':
      return say.repairedLetters(rowsText(question.count))
    case 'broken-letters':
      return withSample(say.brokenLetters(rowsText(question.count)), question.original)
    case 'other-files':
      return say.otherFiles(isolate(question.original))
    case 'group-columns':
      return say.groups(isolate(question.original))
    case 'columns':
      return say.columns(
        question.columns
          .map(({ index, heading, sample }) => isolate(`${heading || words.column(String(index + 1))}: ${sample}`))
          .join('، '),
      )
    case 'counts':
      return say.counts(listOf(question.headings))
    case 'further-phones':
      return withSample(say.furtherPhones(rowsText(question.count)), question.original)
    case 'statuses':
      return question.declined > 0
        ? say.declined(formatCountedNoun(question.declined, text.guests.guestWord), listOf(question.answers))
        : say.statuses(listOf(question.answers))
    case 'groups':
      return say.groups(listOf(question.groups))
    case 'nameless':
      return withSample(say.nameless(rowsText(question.count)), question.original)
    case 'above-headings':
      return say.aboveHeadings(isolate(question.original))
    case 'existing':
      return say.existing(formatCountedNoun(question.count, words.existingWord), listOf(question.names))
    case 'neighbour-phones':
      return withSample(formatCountedNoun(question.count, words.neighbours[question.callingCode].question), question.original)
    case 'shared-phones':
      return sharedPhonesText([question], question.count)
  }
}

/** Returns the cells or lines that a question is about, as they are in the imported list. */
export function listQuestionOriginal(question: ListQuestion): string {
  switch (question.about) {
    case 'columns':
      return question.columns.map(({ heading, sample }) => heading || sample).join(' · ')
    case 'counts':
      return question.headings.join(' · ')
    case 'statuses':
      return question.answers.join(' · ')
    case 'groups':
      return question.groups.join(' · ')
    case 'existing':
    case 'shared-phones':
      return question.names.join(' · ')
    case 'hidden-sheet':
      return question.sheet
    default:
      return 'original' in question ? question.original : ''
  }
}

const SHEET_QUESTIONS = /^(?:sheets|hidden-)/
const COLUMN_QUESTIONS = /^(?:columns|counts|hidden-columns|further-phones|neighbour-phones|statuses)$/
/** Returns whether a question is about columns, sheets, or the list as a whole. */
export const listQuestionSubject = ({ about }: ListQuestion) =>
  COLUMN_QUESTIONS.test(about) ? ('column' as const) : SHEET_QUESTIONS.test(about) ? ('sheet' as const) : ('list' as const)
