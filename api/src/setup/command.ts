/** `npm run check-setup -- [RECIPIENT]`: prints what is wrong with this installation. RECIPIENT gets a test e-mail. */
import { readConfig } from '../config.ts'
import { readSettings } from '../settings-file.ts'
import { levelSigns } from '../terminal.ts'
import { checkClock } from './clock.ts'
import { configWarnings } from './config-warnings.ts'
import { fault, reasonOf } from './finding.ts'
import { checkMail } from './mail.ts'
import { checkConnections, checkServer, checkSettings, checkVersions } from './server.ts'
import { checkSite } from './site.ts'
import { checkBackups, checkDatabase, checkDisk } from './storage.ts'

function readSettingsAndConfig() {
  const settings = readSettings()
  return { settings, config: readConfig(settings.env) }
}

async function checkInstallation(recipient?: string) {
  let read: ReturnType<typeof readSettingsAndConfig>
  try {
    read = readSettingsAndConfig()
  } catch (error) {
    return [fault('settings', reasonOf(error)), ...checkVersions()]
  }
  const { settings, config } = read
  const slow = await Promise.all([
    checkServer(config),
    checkSite(config.publicUrl),
    checkClock(),
    checkDisk(config),
    checkDatabase(config),
    checkBackups(config),
    checkMail(config.mail, recipient),
  ])
  return [...checkVersions(), ...checkSettings(settings), ...configWarnings(config), ...checkConnections(), ...slow.flat()]
}

const [recipient] = process.argv.slice(2)
const findings = await checkInstallation(recipient)
for (const { level, part, says } of findings) process.stdout.write(`${levelSigns[level]} ${part.padEnd(12)} ${says}\n`)
const countFindings = (level: string) => findings.filter(finding => finding.level === level).length
process.stdout.write(`\n${countFindings('fault')} faults, ${countFindings('warning')} warnings.\n`)
process.exitCode = countFindings('fault') > 0 ? 1 : 0
