import type { SentKind, WhatsAppKind, WhatsAppReason } from '@hudur/core/whatsapp/contract'
import type { Database } from '../database/database.ts'
import { settingsIn } from '../installation/repository.ts'
import { fieldOf, type GraphClient, type GraphReply, textOf } from './graph.ts'
import type { WhatsAppAccount } from './settings.ts'
import { type Template, templateFrom } from './template.ts'

/** What Meta says of the account. `people`: how many people may be written to in 24 hours; null without a limit. */
export type AccountState = { people: number | null; templates: Partial<Record<SentKind, Template>>; readAt: string }

/** Why nothing is sent, since when, and when it is tried again. */
export type Stop = { reason: WhatsAppReason; code: number; since: string; until: string; kinds: readonly WhatsAppKind[] | null }

/** The names of the settings in the database: what Meta says, why nothing is sent, when the webhook was called, and who sends. */
const SETTINGS = {
  account: 'whatsapp_account',
  stop: 'whatsapp_stop',
  webhook: 'whatsapp_webhook_at',
  changed: 'whatsapp_changed_at',
  sender: 'whatsapp_sender',
} as const

/** The limit of people that Meta gives a number whose limit it does not name. */
const FIRST_LIMIT = 250

/** Reads a limit such as TIER_2K. */
export function parseLimit(tier: string | undefined): number | null {
  if (tier === undefined) return FIRST_LIMIT
  if (/UNLIMITED$/.test(tier)) return null
  const [, count = '', thousands] = /^TIER_(\d+)(K?)$/.exec(tier) ?? []
  return count === '' ? FIRST_LIMIT : Number(count) * (thousands === 'K' ? 1_000 : 1)
}

export const LIMIT_FIELD = 'whatsapp_business_manager_messaging_limit'
/** The path of the number at Meta, and of the templates of a name. */
export const numberPath = ({ phoneId }: WhatsAppAccount) =>
  `${phoneId}?fields=display_phone_number,verified_name,status,quality_rating,${LIMIT_FIELD}`
export const templatePath = ({ accountId }: WhatsAppAccount, name: string) =>
  `${accountId}/message_templates?name=${name}&fields=name,language,status,category,components`

/** The settings that the sender, the webhook and the services of all processes share. */
export function whatsappSettings({ read, write }: Pick<Database, 'read' | 'write'>) {
  const get = async <Value>(name: string) => {
    const text = await settingsIn(read).get(name)
    return text === undefined ? undefined : (JSON.parse(text) as Value)
  }
  const set = (name: string, value: unknown) => write(trx => settingsIn(trx).set(name, JSON.stringify(value)))
  return {
    account: () => get<AccountState>(SETTINGS.account),
    saveAccount: (state: AccountState) => set(SETTINGS.account, state),
    stop: async () => (await get<Stop | null>(SETTINGS.stop)) ?? undefined,
    saveStop: (stop: Stop | undefined) => set(SETTINGS.stop, stop ?? null),
    webhookAt: () => get<string>(SETTINGS.webhook),
    saveWebhookAt: (now: Date) => set(SETTINGS.webhook, now.toISOString()),
    /** When a webhook last reported a change of a template or a limit. */
    changedAt: () => get<string>(SETTINGS.changed),
    saveChangedAt: (now: Date) => set(SETTINGS.changed, now.toISOString()),
    sender: () => settingsIn(read).get(SETTINGS.sender),
    replaceSender: (expected: string | undefined, value: string) => write(trx => settingsIn(trx).replace(SETTINGS.sender, expected, value)),
  }
}

/** Reads from Meta what the account may send. Returns the reply of Meta instead when it is an error, or when there is none. */
export async function readAccount(account: WhatsAppAccount, graph: GraphClient, now: Date): Promise<AccountState | { failed: GraphReply }> {
  const number = await graph.get(numberPath(account))
  if (typeof number === 'string' || number.status !== 200) return { failed: number }
  const templates: AccountState['templates'] = {}
  for (const [kind, name] of Object.entries(account.templates)) {
    const reply = await graph.get(templatePath(account, name.name))
    if (typeof reply === 'string' || reply.status !== 200) return { failed: reply }
    const template = templateFrom(reply.body, name)
    if (template) templates[kind as SentKind] = template
  }
  return { people: parseLimit(textOf(fieldOf(number.body, LIMIT_FIELD))), templates, readAt: now.toISOString() }
}
