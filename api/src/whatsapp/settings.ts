import type { SentKind } from '@hudur/core/whatsapp/contract'

/** The name and the language of a template at Meta. */
export type TemplateName = { name: string; language: string }

/** The office's WhatsApp number at Meta, with the token that may send from it. `origin`: that of the site, for links and pictures. */
export type WhatsAppAccount = {
  token: string
  phoneId: string
  accountId: string
  /** The version of the Graph API, and its address. */
  version: string
  url: string
  origin: string
  templates: { invitation: TemplateName } & Partial<Record<SentKind, TemplateName>>
}

/** What proves that a request comes from Meta: the secret that signs requests, and the token of the first one. */
export type WebhookSecrets = { appSecret: string; verifyToken: string }

/** The settings without which nothing is sent, beside `PUBLIC_URL`. */
export const REQUIRED_SETTINGS = ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_ID', 'WHATSAPP_ACCOUNT_ID', 'WHATSAPP_TEMPLATE']

/** The settings of the office's WhatsApp number. Without an account nothing is sent; `missing` has the names of the missing settings. */
export type WhatsAppConfig = { account: WhatsAppAccount | undefined; webhook: WebhookSecrets | undefined; missing: string[] }

/** The office's WhatsApp number as services see it: its settings, and `wake`, which sends queued messages now. */
export type WhatsAppService = { config: WhatsAppConfig; wake: () => void }
