import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { createDrillReport } from './drill.ts'
import { inviteGuests } from './support.ts'

const runFile = promisify(execFile)

/**
 * The version of Schemathesis, a program from PyPI that generates API requests. The environment variable `SCHEMATHESIS` is the path of an
 * installed one. Otherwise this drill installs it once into the temporary folder.
 */
const SCHEMATHESIS_VERSION = '4.32.5'
const SCHEMATHESIS_FOLDER = path.join(os.tmpdir(), `hudur-schemathesis-${SCHEMATHESIS_VERSION}`)

/** Returns the path of the Schemathesis program, or the reason why it is missing. */
async function findSchemathesis(): Promise<{ program: string } | { missing: string }> {
  const { SCHEMATHESIS } = process.env
  if (SCHEMATHESIS) return { program: SCHEMATHESIS }
  const program = path.join(SCHEMATHESIS_FOLDER, 'bin', 'schemathesis')
  if (existsSync(program)) return { program }
  try {
    execFileSync('python3', ['-m', 'venv', SCHEMATHESIS_FOLDER], { stdio: 'pipe' })
    await runFile(path.join(SCHEMATHESIS_FOLDER, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${SCHEMATHESIS_VERSION}`])
    return { program }
  } catch (cause) {
    return { missing: `schemathesis could not be installed: ${cause instanceof Error ? cause.message.split('\n')[0] : cause}` }
  }
}

/**
 * The checks that Schemathesis applies to every response. None of them requires that valid input is accepted, because the server refuses
 * some texts that the schema allows, such as a text without any word.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
]

/** How long (s) Schemathesis sends requests as each caller. */
const SECONDS_PER_CALLER = Number(process.env.OPENAPI_SECONDS ?? 30)

const USER = { username: 'hanaa', password: 'كلمة-سر طويلة 3' }

type OpenApiDocument = { paths: Record<string, Record<string, object>>; components: Record<string, object> }

const withoutSecurity = (methods: Record<string, object>) =>
  Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, { ...operation, security: undefined }]))

type SchemathesisFailure = { type: string; title: string; count: number; operations: string[] }
type SchemathesisReport = {
  test_cases: { generated: number }
  operations: { tested: number }
  failures: SchemathesisFailure[]
  errors: unknown[]
}

type Caller = { name: string; cookie?: string; without: string[] }

/** Sends requests as each caller, with input that the OpenAPI document allows and input that it forbids. */
export const openapiDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect, notTried } = createDrillReport('an outside generator tests the API by its OpenAPI document')
    const found = await findSchemathesis()
    if ('missing' in found) {
      notTried('no undocumented status, no accepted input that the schema refuses', found.missing)
      return lines
    }
    const server = await startProduct({ DATA_DIR: path.join(folder, 'data'), BACKUP_KEEP: 'off', LOG_LEVEL: 'silent' })
    const { backend: admin, fetch: fetchAsAdmin, cookie: administrator } = await signIn(server.url)
    await admin.accounts.create({ ...USER, fullName: 'هناء باوزير', generationLimit: 100 })
    await inviteGuests(admin, 3)
    const { cookie: user } = await signIn(server.url, USER)
    const document = path.join(folder, 'openapi.json')
    // A header option adds the session cookie to all requests below. If Schemathesis generated cookies itself, random cookies would
    // count as accepted invalid input.
    const { components, ...whole } = (await (await fetchAsAdmin(`${server.url}/api/openapi.json`)).json()) as OpenApiDocument
    const paths = Object.entries(whole.paths).map(([at, methods]) => [at, withoutSecurity(methods)])
    const { securitySchemes: _schemes, ...others } = components
    await writeFile(document, JSON.stringify({ ...whole, components: others, paths: Object.fromEntries(paths) }))

    const callers: Caller[] = [
      { name: 'nobody', without: [] },
      // Calls that end the session are left out, because the other requests use it.
      { name: 'an ordinary user', cookie: user, without: ['accounts.logout', 'accounts.login', 'accounts.deleteAccount'] },
      { name: 'an administrator', cookie: administrator, without: ['accounts.logout', 'accounts.login'] },
    ]
    for (const { name, cookie, without } of callers) {
      const report = path.join(folder, `${name}.json`)
      const options = [
        ...['run', document, '--url', `${server.url}/api`, '--checks', CHECKS.join(','), '--phases', 'examples,coverage,fuzzing'],
        ...['--max-time', String(SECONDS_PER_CALLER), '--workers', '1', '--continue-on-failure', '--no-shrink'],
        ...['--suppress-health-check', 'all'],
        ...['--seed', '14', '--report', 'json', '--report-json-path', report, '--output-truncate', 'true'],
        ...(cookie === undefined ? [] : ['--header', `Cookie: ${cookie}`]),
        ...without.flatMap(id => ['--exclude-operation-id', id]),
      ]
      // Schemathesis exits with 1 when it found failures. Its report lists them, and its output is printed.
      const settings = { cwd: folder, maxBuffer: 2 ** 28 }
      const { stdout } = await runFile(found.program, options, settings).catch((failed: { stdout: string }) => failed)
      const { test_cases, operations, failures, errors } = JSON.parse(await readFile(report, 'utf8')) as SchemathesisReport
      if (failures.length > 0) process.stderr.write(stdout)
      const isAcceptedInvalidInput = ({ type }: SchemathesisFailure) => type === 'AcceptedNegativeData'
      const [accepted, odd] = [failures.filter(isAcceptedInvalidInput), failures.filter(failure => !isAcceptedInvalidInput(failure))]
      const asked = `${test_cases.generated} requests to ${operations.tested} calls`
      expect(`${name}: no input that the document refuses is accepted`, accepted.length === 0, `${asked}${describeFailures(accepted)}`)
      expect(`${name}: every status and answer is documented`, odd.length === 0, `${asked}${describeFailures(odd)}`)
      expect(`${name}: every call is tested`, errors.length === 0 && test_cases.generated > 200, `${errors.length} errors of the generator`)
    }
    await server.stop()
    return lines
  })

const describeFailures = (failures: SchemathesisFailure[]) =>
  failures.map(({ title, count, operations }) => `; ${title}: ${count} at ${operations.join(', ')}`).join('')
