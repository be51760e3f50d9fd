import type { HttpRequest } from './http-lanes.ts'

const MB = 1024 * 1024
const CREATE = { method: 'POST', url: '/api/invitations/create.php', type: 'application/json' }
const EVENT_FIELDS_JSON = '"eventName":"حفل","eventDate":"2027-01-14"'

const joinItems = (count: number, item: (n: number) => string) => Array.from({ length: count }, (_, n) => item(n)).join()
const creationRequest = (items: string, rest = ''): HttpRequest => ({ ...CREATE, body: Buffer.from(`{"invitations":[${items}]${rest}}`) })

const invitationIdOf = (kind: string, n: number) => `${kind}${String(n).padStart(19, '0')}`

/** Repeats `item`, separated by commas, as often as it fits into `bytes` together with the brackets of the list. */
const repeatItem = (bytes: number, item: string) => `${item},`.repeat(Math.floor((bytes - 64) / (item.length + 1))) + item

/** Returns a name of at most 190 characters that is expensive to clean: marks out of order, joiners, several spaces. */
const expensiveName = (n: number) => `ضيف ${n} ${'\u0651\u064B\u200D  '.repeat(38)}`.slice(0, 190)

/** Requests that any account may send and that are expensive to answer, by their content. */
export const WORST_BODIES: Record<string, HttpRequest> = {
  'arrays in arrays, 8 MB': { ...CREATE, body: Buffer.alloc(8 * MB - 1, '[') },
  'arrays in arrays, each closed, 8 MB': { ...CREATE, body: Buffer.from('['.repeat(4 * MB - 1) + ']'.repeat(4 * MB - 1)) },
  'numbers in a list, 8 MB': creationRequest(repeatItem(8 * MB, '0')),
  'empty objects in a list, 8 MB': creationRequest(repeatItem(8 * MB, '{}')),
  'short arrays in a list, 8 MB': creationRequest(repeatItem(8 * MB, '[[[]]]')),
  'other keys in one object, 8 MB': { ...CREATE, body: Buffer.from(`{${joinItems(560_000, n => `"k${n}":0`)}}`) },
  'one text, 8 MB': { ...CREATE, body: Buffer.from(`{"invitations":"${'\\u0651'.repeat(1_390_000)}"}`) },
  '10,000 empty objects': creationRequest(repeatItem(30_000, '{}')),
  '20,000 empty objects, 64 KB': creationRequest(repeatItem(64 * 1024 - 100, '{}')),
  '9,000 long names beyond the balance': creationRequest(joinItems(9_000, n => `{${EVENT_FIELDS_JSON},"guestName":"${expensiveName(n)}"}`)),
  '10,000 names beyond the balance, each with an id': creationRequest(
    joinItems(10_000, n => `{${EVENT_FIELDS_JSON},"guestName":"ضيف ${n}","id":"${invitationIdOf('A', n)}"}`),
  ),
  '10,000 names, one without a day': creationRequest(
    `${joinItems(9_999, n => `{${EVENT_FIELDS_JSON},"guestName":"ضيف ${n}"}`)},{"eventName":"حفل"}`,
  ),
  '10,000 names that happened, beyond the balance': creationRequest(
    joinItems(10_000, n => `{${EVENT_FIELDS_JSON},"guestName":"ضيف ${n}","id":"${invitationIdOf('B', n)}"}`),
    ',"happened":true,"nonce":"worst"',
  ),
  '500 events of many «و» that happened': creationRequest(
    joinItems(
      500,
      n => `{"eventName":"${'و '.repeat(95)}${n}","eventDate":"2027-01-14","guestName":"${'ابا '.repeat(25)}${'الله'.repeat(25)}"}`,
    ),
    ',"happened":true,"nonce":"waws"',
  ),
  'a scan of 8,000 marks': {
    method: 'POST',
    url: '/api/invitations.php',
    type: 'application/json',
    body: Buffer.from(`{"qr_code":"ا${'\u0651\u064B'.repeat(4_000)}"}`),
  },
  'a picture of 5 MB that is none': {
    method: 'POST',
    url: '/api/invitations/upload-picture.php',
    type: 'image/jpeg',
    body: Buffer.concat([
      Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108010001000301', 'hex'),
      Buffer.alloc(5 * MB - 100, 0xff),
    ]),
  },
}
