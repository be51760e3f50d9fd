import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

type Received = { to: string[]; headers: string; subject: string; body: string }

/** Decodes the encoded words (RFC 2047) of a header, `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`, and joins adjacent ones. */
const decodeWords = (header: string) =>
  header.replace(/\?=\s+=\?/g, '?==?').replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) => {
    const bytes = text.replace(/_/g, ' ').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(kind.toUpperCase() === 'B' ? text : bytes, kind.toUpperCase() === 'B' ? 'base64' : 'latin1').toString('latin1')
  })

function parseMail(source: string, to: string[]): Received {
  const end = source.indexOf('\r\n\r\n')
  const headers = source.slice(0, end).replace(/\r\n[ \t]/g, ' ')
  const encoded = source.slice(end + 4)
  const body = /content-transfer-encoding: base64/i.test(headers)
    ? Buffer.from(encoded, 'base64')
    : Buffer.from(
        encoded.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )
  const subject = /^subject: (.*)$/im.exec(headers)?.[1] ?? ''
  return {
    to,
    headers,
    subject: Buffer.from(decodeWords(subject), 'latin1').toString('utf8'),
    body: body.toString('utf8').replaceAll('\r\n', '\n'),
  }
}

/** Starts a real SMTP server on 127.0.0.1, on a free port or the given one. It stores the mail that it receives. */
export async function startMailServer(port = 0) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(
          parseMail(
            Buffer.concat(chunks).toString('latin1'),
            envelope.rcptTo.map(({ address }) => address),
          ),
        )
        callback()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
