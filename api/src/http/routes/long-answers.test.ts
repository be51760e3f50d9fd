import { dayInAden } from '@hudur/core/testing/days'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../testing/test-server.ts'

const { base, signIn } = startTestServer('sqlite')

test('a list of more than 1,000 rows is sent without Content-Length', async () => {
  const host = await signIn({ limit: 1_200 })
  const event = { eventName: 'زفاف', eventDate: dayInAden() }
  const invitationsBody = (count: number) =>
    JSON.stringify({ invitations: Array.from({ length: count }, (_, n) => ({ ...event, guestName: `ضيف ${n}` })) })
  const fetchAnswer = async (path: string, body?: string) => {
    // A compressed response has no Content-Length either, so the requests accept no compression.
    const plain = { headers: { 'accept-encoding': 'identity' } }
    const post = { method: 'POST', headers: { ...plain.headers, 'content-type': 'application/json' } }
    const response = await host.fetch(base() + path, body === undefined ? plain : { ...post, body })
    return { isWhole: response.headers.has('content-length'), answer: (await response.json()) as unknown }
  }
  expect(await fetchAnswer('/api/invitations/create.php', invitationsBody(100))).toMatchObject({ isWhole: true, answer: { length: 100 } })
  const createdInvitations = await fetchAnswer('/api/invitations/create.php', invitationsBody(1_100))
  expect(createdInvitations).toMatchObject({ isWhole: false, answer: { length: 1_100 } })
  const { isWhole, answer } = await fetchAnswer('/api/invitations/changes.php')
  expect(isWhole).toBe(false)
  expect(answer).toMatchObject({
    epoch: expect.any(String),
    mark: expect.any(String),
    isFull: true,
    removed: [],
    deleted: [],
    admissions: [],
  })
  expect((answer as { invitations: unknown[] }).invitations.slice(100)).toEqual(createdInvitations.answer)
})
