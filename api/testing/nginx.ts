import { spawn, spawnSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import tls from 'node:tls'
import { installOnDebian } from '../../scripts/debian.mjs'
import { findFreePort } from './postgres-server.ts'
import { startProduct } from './process.ts'

const CONFIGURATION_PATH = path.resolve(import.meta.dirname, '../../deploy/nginx.conf')

type NginxPorts = { plain: number; secure: number }

/** Installs nginx and openssl where they are missing, as root on Debian. Returns whether they are on this machine. */
export function ensureNginx(): boolean {
  const isInstalled = () => !(spawnSync('nginx', ['-v']).error || spawnSync('openssl', ['version']).error)
  return isInstalled() || (installOnDebian('nginx-light', 'openssl') && isInstalled())
}

/** Returns `deploy/nginx.conf` with other paths, addresses and ports, because a test may not use ports below 1,024. */
function adaptNginxConfiguration(
  text: string,
  { folder, ports, servers }: { folder: string; ports: NginxPorts; servers: readonly string[] },
) {
  const [, major = 0, minor = 0] = (/nginx\/(\d+)\.(\d+)/.exec(spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr) ?? []).map(Number)
  const supportsHttp2 = major > 1 || minor > 24
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`)
  // The workers must be able to write to the folder of this process.
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  return `${user}daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;\n${text}`
    .replace('http {', `http {\n  ${paths.join(' ')}`)
    .replace(/server api:3000 (.*)/, servers.map(url => `server ${new URL(url).host} max_fails=2 fail_timeout=5s;`).join(' '))
    .replaceAll(/listen \[::].*/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${ports.secure} ssl${supportsHttp2 ? '' : ' http2'};`)
    .replace('http2 on;', supportsHttp2 ? 'http2 on;' : '')
    .replaceAll('/etc/nginx/tls', folder)
}

/** Creates a certificate for 127.0.0.1 in `folder`, makes this process trust it, and returns the SHA-256 of its public key in base64. */
async function createCertificate(folder: string): Promise<string> {
  const files = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...files, ...subject])
  if (status !== 0) throw new Error(String(stderr))
  const certificate = await readFile(`${folder}/fullchain.pem`, 'utf8')
  tls.setDefaultCACertificates([...tls.getCACertificates(), certificate])
  return createHash('sha256')
    .update(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
}

/** Resolves when `url` answers. Throws when the process ends before that. */
async function waitUntilAnswered(url: string, exit: Promise<never>) {
  const isAnswered = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  while (!(await Promise.race([isAnswered(), exit]))) await new Promise(resolve => setTimeout(resolve, 50))
}

/** Returns free ports for `startNginx`. */
export async function findNginxPorts(): Promise<NginxPorts> {
  const [plain, secure] = await Promise.all([findFreePort(), findFreePort()])
  return { plain, secure }
}

/**
 * Starts nginx with `deploy/nginx.conf` in front of the product's processes at the URLs `servers`: TLS, HTTP/2 and the product's own
 * compressed files, as browsers get them in operation. Its files are in `folder`. This process trusts its certificate. `chromiumFlag` makes
 * Chromium trust the certificate too, so that Chromium caches what it loads. Throws when nginx does not accept the configuration.
 */
export async function startNginx(folder: string, servers: readonly string[], ports: NginxPorts) {
  const publicKeyHash = await createCertificate(folder)
  const configuration = path.join(folder, 'nginx.conf')
  await writeFile(configuration, adaptNginxConfiguration(await readFile(CONFIGURATION_PATH, 'utf8'), { folder, ports, servers }))
  const test = spawnSync('nginx', ['-t', '-p', folder, '-c', configuration], { encoding: 'utf8' })
  if (test.status !== 0) throw new Error(`nginx does not accept its configuration: ${test.stderr}`)
  const child = spawn('nginx', ['-p', folder, '-c', configuration], { stdio: ['ignore', 'inherit', 'pipe'] })
  let output = ''
  child.stderr.on('data', chunk => {
    output += chunk
  })
  const exitPromise = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const url = `https://127.0.0.1:${ports.secure}`
  await waitUntilAnswered(
    `${url}/healthz`,
    exitPromise.then(() => Promise.reject(new Error(`nginx ended: ${output}`))),
  )
  return {
    url,
    chromiumFlag: `--ignore-certificate-errors-spki-list=${publicKeyHash}`,
    /** Returns what nginx has logged. */
    log: async () => output + (await readFile(path.join(folder, 'error.log'), 'utf8').catch(() => '')),
    stop() {
      child.kill('SIGQUIT')
      return exitPromise
    },
  }
}

/** Starts one process of the product behind nginx, with their files in `folder`. Throws when nginx or openssl is not on this machine. */
export async function startBehindNginx(folder: string) {
  if (!ensureNginx()) throw new Error('This needs nginx and openssl on this machine.')
  const ports = await findNginxPorts()
  const port = await findFreePort()
  const server = await startProduct({
    DATA_DIR: folder,
    PORT: String(port),
    TRUST_PROXY: '1',
    PUBLIC_URL: `https://127.0.0.1:${ports.secure}`,
  })
  const { url, chromiumFlag, stop } = await startNginx(folder, [`http://127.0.0.1:${port}`], ports).catch(async (error: unknown) => {
    await server.stop()
    throw error
  })
  return { url, chromiumFlag, stop: () => stop().then(server.stop) }
}
