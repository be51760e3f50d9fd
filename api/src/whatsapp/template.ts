import * as texts from '@hudur/core/texts'
import type { TemplateCategory } from '@hudur/core/whatsapp/contract'
import { fieldOf, listOf, textOf } from './graph.ts'
import type { TemplateName } from './settings.ts'

/** A template as Meta has it: its state and category, and the places of its variables. */
export type Template = {
  status: string
  category: TemplateCategory
  hasPicture: boolean
  /** How many variables its text has: the guest, the event and its day, in this order. */
  variables: number
  /** How many characters its text has beside the variables. */
  textLength: number
  /** The position of the button with the guest's page, and of the buttons «سأحضر» and «أعتذر»; null without them. */
  link: number | null
  replies: readonly [number, number] | null
}

/** The highest number of variables in the text of a template. */
const MAX_VARIABLES = 3

/** The longest text of a template with its variables filled in, in UTF-16 units. */
const MAX_TEXT_LENGTH = 1_024

const VARIABLE = /\{\{\s*\w+\s*\}\}/g

/**
 * Returns a template from the list `message_templates` of Meta; undefined where it has none of this name and language. A template in another
 * shape than the product fills in has the status `SHAPE`.
 */
export function templateFrom(body: unknown, { name, language }: TemplateName): Template | undefined {
  const found = listOf(fieldOf(body, 'data')).find(one => fieldOf(one, 'name') === name && fieldOf(one, 'language') === language)
  if (found === undefined) return undefined
  const components = listOf(fieldOf(found, 'components'))
  const part = (type: string) => components.find(one => textOf(fieldOf(one, 'type'))?.toUpperCase() === type)
  const variablesIn = (text: unknown) => new Set(textOf(text)?.match(VARIABLE) ?? []).size
  const header = part('HEADER')
  const format = textOf(fieldOf(header, 'format'))?.toUpperCase()
  const buttons = listOf(fieldOf(part('BUTTONS'), 'buttons')).map(button => ({
    type: textOf(fieldOf(button, 'type'))?.toUpperCase(),
    isFilledIn: variablesIn(fieldOf(button, 'url')) > 0,
  }))
  const link = buttons.findIndex(({ type, isFilledIn }) => type === 'URL' && isFilledIn)
  const [attend, decline, ...others] = buttons.flatMap(({ type }, n) => (type === 'QUICK_REPLY' ? [n] : []))
  const text = textOf(fieldOf(part('BODY'), 'text')) ?? ''
  const variables = variablesIn(text)
  const isKnownShape =
    (header === undefined || format === 'IMAGE' || (format === 'TEXT' && variablesIn(fieldOf(header, 'text')) === 0)) &&
    variables <= MAX_VARIABLES &&
    buttons.filter(({ isFilledIn }) => isFilledIn).length <= 1 &&
    others.length === 0 &&
    (attend === undefined) === (decline === undefined)
  return {
    status: isKnownShape ? (textOf(fieldOf(found, 'status')) ?? '') : 'SHAPE',
    // Meta decides on the category, and may charge more than for the one that was asked for.
    category: textOf(fieldOf(found, 'category'))?.toUpperCase() === 'UTILITY' ? 'utility' : 'marketing',
    hasPicture: format === 'IMAGE',
    variables,
    textLength: text.replace(VARIABLE, '').length,
    link: link === -1 ? null : link,
    replies: attend === undefined || decline === undefined ? null : [attend, decline],
  }
}

/** What a message tells a guest. `picture`: the address of a JPEG or PNG. */
export type MessageFacts = { guest: string; event: string; day: string; code: string; picture: string }

/** Returns a variable of a template: one line without runs of spaces, at most `max` UTF-16 units long, and `missing` where nothing is visible. */
function variable(text: string, missing: string, max: number) {
  const line = text.replace(/\s+/g, ' ').trim()
  const shown = /[^\p{Cf}\s]/u.test(line) ? line : missing
  return { type: 'text', text: shown.length > max ? `${shown.slice(0, max - 1).replace(/\p{Surrogate}$/u, '')}…` : shown }
}

/** The payloads of the quick replies, which name the invitation by its code. */
const PAYLOADS = { attend: 'attend', decline: 'decline' }

/** Reads the payload of a tapped quick reply; undefined for a text that is none. */
export function parsePayload(payload: string) {
  const [, word, code = ''] = /^(attend|decline):([0-9A-Za-z]{1,64})$/.exec(payload) ?? []
  return word === undefined ? undefined : { attends: word === PAYLOADS.attend, code }
}

/** Returns the body of the request that sends a template. `id`: the row of the message, which comes back with each of its statuses. */
export function templateMessage(
  { name, language }: TemplateName,
  template: Template,
  { id, to, facts }: { id: string; to: string; facts: MessageFacts },
) {
  const { guest, event, day, code, picture } = facts
  const given = [[guest, texts.whatsapp.guest] as const, [event, event] as const, [day, day] as const].slice(0, template.variables)
  const room = Math.floor((MAX_TEXT_LENGTH - template.textLength) / Math.max(1, template.variables))
  const values = given.map(([text, missing]) => variable(text, missing, room))
  const button = (index: number, sub_type: string, parameter: object) => ({
    ...{ type: 'button', sub_type, index: String(index), parameters: [parameter] },
  })
  const [attend, decline] = template.replies ?? []
  const components = [
    ...(template.hasPicture ? [{ type: 'header', parameters: [{ type: 'image', image: { link: picture } }] }] : []),
    ...(values.length > 0 ? [{ type: 'body', parameters: values }] : []),
    ...(template.link === null ? [] : [button(template.link, 'url', { type: 'text', text: code })]),
    ...(attend === undefined ? [] : [button(attend, 'quick_reply', { type: 'payload', payload: `${PAYLOADS.attend}:${code}` })]),
    ...(decline === undefined ? [] : [button(decline, 'quick_reply', { type: 'payload', payload: `${PAYLOADS.decline}:${code}` })]),
  ]
  return {
    ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to, type: 'template' },
    template: { name, language: { code: language }, components },
    biz_opaque_callback_data: id,
  }
}

/** Returns the body of the request that sends a text, which Meta delivers only within 24 hours after the guest wrote. */
export const textMessage = ({ id, to, text }: { id: string; to: string; text: string }) => ({
  ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to, type: 'text' },
  text: { preview_url: false, body: text },
  biz_opaque_callback_data: id,
})

/** Returns the path of the request that sends a template, below the id of the number. Marketing has a path of its own. */
export const sendPath = (category: TemplateCategory | undefined) => (category === 'marketing' ? 'marketing_messages' : 'messages')
