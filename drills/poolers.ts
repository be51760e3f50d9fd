import { spawn } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findFreePort, startPostgres } from '../api/testing/postgres-server.ts'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { waitUntil } from '../api/testing/wait.ts'
import { fetchPoolers, UNPRIVILEGED } from './cluster-packages.ts'
import { createDrillReport } from './drill.ts'
import { createAdmissions, inviteGuests, queryPostgres } from './support.ts'

const GUESTS = 1_000

/** Which versions of PgBouncer the server works behind, and the text of the sentence with which it refuses another. */
const CASES = [
  { version: '1.18', mode: 'session', refusal: undefined },
  { version: '1.18', mode: 'transaction', refusal: 'forgets prepared statements' },
  { version: '1.24', mode: 'session', refusal: undefined },
  { version: '1.24', mode: 'transaction', refusal: undefined },
] as const

/** Starts two processes behind PgBouncer in both modes, and admits guests at both. */
export const poolersDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect, notTried } = createDrillReport('the server behind PgBouncer')
    let poolers: Awaited<ReturnType<typeof fetchPoolers>>
    try {
      poolers = await fetchPoolers()
    } catch (error) {
      notTried('PgBouncer can be downloaded', String(error))
      return lines
    }
    await chmod(folder, 0o755)
    const postgres = await startPostgres()
    try {
      for (const { version, mode, refusal } of CASES) {
        const name = `${version}-${mode}`
        const port = await findFreePort()
        const direct = new URL(`${postgres.url}${mode}${version.replace('.', '')}`)
        await queryPostgres(`${postgres.url}postgres`, `create database ${direct.pathname.slice(1)}`)
        const [users, settings] = [path.join(folder, 'users'), path.join(folder, `${name}.ini`)]
        await writeFile(users, '"postgres" "postgres"\n')
        await writeFile(
          settings,
          `[databases]\n* = host=127.0.0.1 port=${direct.port} user=postgres password=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1
listen_port = ${port}\nauth_type = plain\nauth_file = ${users}\npool_mode = ${mode}\ndefault_pool_size = 40\nunix_socket_dir =\n`,
        )
        const [program, ...first] = poolers[version]!
        const pooler = spawn(program, [...first, settings], { ...UNPRIVILEGED, stdio: 'ignore' })
        const pooled = new URL(direct)
        pooled.port = String(port)
        await waitUntil('PgBouncer answers', () =>
          queryPostgres(pooled.href, 'select 1').then(
            () => true,
            () => false,
          ),
        )
        const start = (process: string) =>
          startProduct({
            ...{ DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: direct.href, DATA_DIR: path.join(folder, `${name}-${process}`) },
            LOG_LEVEL: 'silent',
          })
        try {
          const servers = [await start('first'), await start('second')]
          const { backend: admin } = await signIn(servers[0]!.url)
          const other = await signIn(servers[1]!.url)
          const ids = await inviteGuests(admin, GUESTS)
          const [here, there] = [createAdmissions(admin), createAdmissions(other.backend)]
          await Promise.all([here.admit(ids.slice(0, GUESTS / 2), 24), there.admit(ids.slice(GUESTS / 2), 24)])
          const [{ counted }] = await queryPostgres(direct.href, 'select count(*)::int as counted from invitations where current_scans = 1')
          const failures = here.lostScans() + there.lostScans()
          expect(
            `${name}: two processes admit every guest`,
            refusal === undefined && counted === GUESTS && failures === 0,
            `${counted} of ${GUESTS}, ${failures} scans sent again`,
          )
          for (const server of servers) await server.stop()
        } catch (error) {
          expect(
            `${name}: ${refusal === undefined ? 'the server starts' : 'the start is refused in a sentence'}`,
            refusal !== undefined && String(error).includes(refusal),
            String(error).slice(0, 300),
          )
        } finally {
          pooler.kill()
        }
      }
    } finally {
      await postgres.stop()
    }
    return lines
  })
