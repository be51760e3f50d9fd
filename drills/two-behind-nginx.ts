import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@hudur/core/refusals'
import { checkSite } from '../api/src/setup/site.ts'
import { ensureNginx, findNginxPorts, startNginx } from '../api/testing/nginx.ts'
import { findFreePort, startPostgres } from '../api/testing/postgres-server.ts'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { createDrillReport } from './drill.ts'
import { createAdmissions, inviteGuests, queryPostgres } from './support.ts'

const GUESTS = 2_000
/** The number of public forms that one IP address may send in ten minutes, as stated in `docs/operations.md`. */
const FORM_LIMIT = 30

/** Returns the number of scans that the server process at `url` has answered, from its metrics. */
async function readScanCount(url: string) {
  const text = await (await fetch(`${url}/metrics`)).text()
  return [...text.matchAll(/^hudur_scans_total\S* (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Returns the number of invitations for which both the column and the scans in the database count exactly one admitted person. */
async function countAdmitted(databaseUrl: string): Promise<number> {
  const [row] = await queryPostgres(
    databaseUrl,
    `select count(*)::int as counted from invitations where current_scans = 1
     and 1 = (select sum(people) from scans where invitation_id = invitations.id and outcome = 'admitted')`,
  )
  return row.counted
}

/** Sends the requests that have an invitation's code in the path, the query or the `Referer` header. Returns the statuses. */
async function sendRequestsWithCode(site: string, code: string) {
  const page = `/i/${code}`
  const headers = { referer: site + page }
  const form = { method: 'POST', headers, body: new URLSearchParams({ code, attends: 'no' }), redirect: 'manual' } as const
  const responses = [
    await fetch(site + page),
    await fetch(`${site}/%69/${code}`),
    await fetch(`${site}${page}/calendar.ics`, { headers }),
    await fetch(`${site}/icon.svg`, { headers }),
    await fetch(`${site}/api/i/answer.php`, form),
    await fetch(`${site}/api/invitations/qr.php?id=${code}`, { headers }),
    await fetch(`${site}/api/invitations/scan.php?id=${code}`, { method: 'PUT', headers }),
  ]
  return responses.map(({ status }) => status)
}

/** Runs two processes on one PostgreSQL behind nginx with `deploy/nginx.conf`, and kills one while guests are admitted. */
export const twoBehindNginxDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect, note, notTried } = createDrillReport('two processes behind nginx, one is killed under load')
    if (!ensureNginx()) {
      notTried('nginx and openssl are on this machine', 'not installed')
      return lines
    }
    const nginxPort = await findNginxPorts()
    const ports = [await findFreePort(), await findFreePort()]
    const site = `https://127.0.0.1:${nginxPort.secure}`
    const servers = ports.map(port => `http://127.0.0.1:${port}`)
    const postgres = await startPostgres()
    const databaseUrl = `${postgres.url}postgres`
    const startServer = async (port: number) => {
      const dataDir = path.join(folder, String(port))
      await mkdir(dataDir)
      const behind = { TRUST_PROXY: '1', PUBLIC_URL: site, RATE_LIMIT: 'on', LOG_LEVEL: 'info' }
      return startProduct({ ...behind, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(port) })
    }
    const [first, second] = [await startServer(ports[0]!), await startServer(ports[1]!)]
    const nginx = await startNginx(folder, servers, nginxPort)
    try {
      const redirected = await fetch(`http://127.0.0.1:${nginxPort.plain}/login`, { redirect: 'manual' })
      expect('http redirects to https', redirected.status === 301, `${redirected.status} ${redirected.headers.get('location')}`)
      const hiddenStatuses = await Promise.all(['/metrics', '/readyz'].map(async address => (await fetch(`${site}${address}`)).status))
      expect(
        '/metrics and /readyz are hidden from visitors',
        hiddenStatuses.every(status => status === 404),
        hiddenStatuses.join(' and '),
      )
      const page = await fetch(`${site}/login`, { headers: { accept: 'text/html' } })
      const hsts = page.headers.get('strict-transport-security')
      expect('the page has an HSTS header', page.ok && hsts !== null, `${page.status}, ${hsts}`)

      const checked = await checkSite(new URL(site))
      const found = checked.filter(({ level }) => level === 'fault')
      const says = checked.map(finding => finding.says).join(' ')
      expect('check-setup finds no fault', found.length === 0 && says.includes('certificate'), found[0]?.says ?? `${checked.length} checks`)

      const { backend: admin } = await signIn(site)
      const ids = await inviteGuests(admin, GUESTS)
      const { green, lostScans, admit } = createAdmissions(admin)
      await admit(ids.slice(0, GUESTS / 2), 24)
      const scansByServer = await Promise.all(servers.map(readScanCount))
      expect('both processes answer scans', Math.min(...scansByServer) > 0, `${scansByServer.join(' and ')} scans`)
      await Promise.all([admit(ids.slice(GUESTS / 2), 24), pause(200).then(first.kill)])
      const counted = await countAdmitted(databaseUrl)
      expect(
        'every guest is admitted and counted once',
        green.size === GUESTS && counted === GUESTS,
        `${green.size} admitted, ${counted} counted`,
      )
      note('scans sent again', lostScans())

      const answered = await admin.invitations
        .uploadPicture({ picture: new Uint8Array(5_000_000), nonce: 'picture' })
        .catch((error: unknown) => error)
      const tooLarge = await fetch(`${site}/api/invitations/upload-picture.php`, { method: 'POST', body: Buffer.alloc(9 * 2 ** 20) })
      expect(
        'a picture of 5 MB reaches the server, 9 MB do not',
        answered instanceof Refusal && tooLarge.status === 413,
        `${String(answered)} and ${tooLarge.status}`,
      )

      const statuses: number[] = []
      for (let n = 0; n <= FORM_LIMIT; n++) {
        const message = { fullName: 'زائر', email: 'visitor@example.com', subject: 'سؤال', message: 'متى تفتحون؟' }
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}` }
        statuses.push((await fetch(`${site}/api/messages/create.php`, { method: 'POST', headers, body: JSON.stringify(message) })).status)
      }
      const allowed = statuses.filter(status => status === 200).length
      expect(
        'an IP address claimed in X-Forwarded-For is ignored',
        allowed === FORM_LIMIT && statuses.at(-1) === 429,
        `${allowed} forms of ${FORM_LIMIT + 1}`,
      )

      const code = ids[0]!
      const ofGuest = await sendRequestsWithCode(site, code)
      expect('a guest opens and answers an invitation', [200, 200, 200, 200, 303, 401, 401].join() === ofGuest.join(), ofGuest.join(' '))
      await second.stop()
      const unanswered = await sendRequestsWithCode(site, code)
      expect(
        'without a process every request fails',
        unanswered.every(status => status === 502),
        unanswered.join(' '),
      )
      const logs = { nginx: await nginx.log(), server: first.log() + second.log() }
      expect(
        'no log has the code of the invitation',
        logs.server.includes('/i/*') && !logs.server.includes(code) && !logs.nginx.includes(code),
        `${logs.nginx.length} characters of nginx, ${logs.server.length} of the server`,
      )
    } finally {
      await nginx.stop()
      await first.stop()
      await second.stop()
      await postgres.stop()
    }
    return lines
  })
