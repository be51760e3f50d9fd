import type { Config } from '../config.ts'
import { mailTransport } from '../mail/transport.ts'
import { type Finding, fault, fine, reasonOf } from './finding.ts'

/** Signs in to the mail server, if one is configured. With `recipient`, also sends a test e-mail there. */
export async function checkMail(mail: Config['mail'], recipient?: string): Promise<Finding[]> {
  if (!mail) return []
  const { host } = new URL(mail.url)
  const transport = mailTransport(mail.url)
  try {
    await transport.verify()
    if (recipient === undefined)
      return [fine('mail', `${host} accepts the sign-in. To send a message: npm run check-setup -- NAME@EXAMPLE.ORG`)]
    await transport.sendMail({ from: mail.from, to: { name: '', address: recipient }, subject: 'حُضور', text: 'وصلت رسالة التجربة.' })
    return [fine('mail', `${host} has accepted a message from ${mail.from} to ${recipient}. See whether it arrives, and not as spam.`)]
  } catch (error) {
    return [fault('mail', `${host} does not accept mail: ${reasonOf(error)}.`)]
  } finally {
    transport.close()
  }
}
