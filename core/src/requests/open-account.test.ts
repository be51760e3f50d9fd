import { describe, expect, test } from 'vitest'
import { Username } from '../accounts/username.ts'
import * as openAccountRules from './open-account.ts'
import type { OrderAccount } from './order-account.ts'

const now = new Date('2026-12-01T12:00:00Z')

describe('findCustomer', () => {
  const accounts = [
    { id: 'admin', phone: '771234567', isAdmin: true },
    { id: 'without', phone: null, isAdmin: false },
    { id: 'hana', phone: '+967 771 234 567', isAdmin: false },
    { id: 'later', phone: '0771234567', isAdmin: false },
  ]

  test.each(['771234567', '٧٧١٢٣٤٥٦٧', '00967771234567', '+967-771-234-567'])(
    'finds the first account with the number written as %s',
    phone => {
      expect(openAccountRules.findCustomer(accounts, phone, '967')).toMatchObject({ id: 'hana' })
    },
  )

  test('finds no account with another number', () => {
    expect(openAccountRules.findCustomer(accounts, '771234568', '967')).toBeUndefined()
  })
})

describe('proposeUsernames', () => {
  test('begins with the customer’s name', () => {
    expect(openAccountRules.proposeUsernames({ customerName: 'أم خالد (أختها)' }).slice(0, 3)).toEqual([
      'أم خالد أختها',
      'أم خالد أختها 2',
      'أم خالد أختها 3',
    ])
  })

  test.each([null, '!!', 'أم Khalid', 'local-admin'.replace('-', '‐')])('proposes valid usernames for the name %s', customerName => {
    const proposed = openAccountRules.proposeUsernames({ customerName })
    expect(new Set(proposed).size).toBe(50)
    expect(proposed.filter(username => !Username.safeParse(username).success)).toEqual([])
  })

  test('shortens a long name', () => {
    expect(openAccountRules.proposeUsernames({ customerName: 'م'.repeat(100) })[0]).toBe('م'.repeat(40))
  })
})

test('a customer without a name gets the name of the event', () => {
  expect(openAccountRules.fullNameOf({ customerName: null, eventName: 'زفاف سارة' })).toBe('صاحب طلب «زفاف سارة»')
  expect([...openAccountRules.fullNameOf({ customerName: null, eventName: 'م'.repeat(200) })]).toHaveLength(100)
})

describe('accountSteps', () => {
  const user = { id: 'u', fullName: 'هناء', username: 'hana', phone: null, generationLimit: 100, usedGenerations: 0 }
  const opened: OrderAccount = {
    user,
    isOpened: true,
    hasPassword: false,
    proposedUsername: null,
    granted: 0,
    event: { id: 'e', name: 'زفاف سارة', date: '2027-01-14' },
    link: { createdAt: '2026-12-01T11:00:00.000Z', expiresAt: '2026-12-08T11:00:00.000Z', by: 'admin' },
  }
  const statesOf = (account: OrderAccount, invitationCount = 100, at = now) =>
    openAccountRules.accountSteps(account, { invitationCount }, at).map(({ state }) => state)

  test('nothing is done before the account is opened', () => {
    const known = { ...opened, isOpened: false, hasPassword: true, event: null, link: null }
    expect(statesOf(known)).toEqual(['next', 'later', 'later', 'later'])
    expect(statesOf({ ...known, user: null, hasPassword: false })).toEqual(['next', 'later', 'later', 'later'])
  })

  test('a valid link is sent', () => expect(statesOf(opened)).toEqual(['done', 'done', 'done', 'sent']))

  test('an expired link is next', () => {
    expect(statesOf(opened, 100, new Date('2026-12-08T11:00:00Z'))).toEqual(['done', 'done', 'done', 'next'])
  })

  test('a balance below the order is next', () => expect(statesOf(opened, 101)).toEqual(['done', 'next', 'done', 'sent']))

  test('a grant for the order completes the balance', () => {
    expect(statesOf({ ...opened, granted: 50 }, 101)).toEqual(['done', 'done', 'done', 'sent'])
  })

  test('an account with a password completes the link', () => {
    expect(statesOf({ ...opened, hasPassword: true, link: null })).toEqual(['done', 'done', 'done', 'done'])
  })

  test('a deleted event is next', () => expect(statesOf({ ...opened, event: null })).toEqual(['done', 'done', 'next', 'sent']))
})

test('accounts are opened for orders that are neither cancelled nor rejected', () => {
  const statuses = ['pending', 'processing', 'approved', 'completed', 'cancelled', 'rejected'] as const
  expect(statuses.filter(openAccountRules.mayOpenAccount)).toEqual(['pending', 'processing', 'approved', 'completed'])
  expect(statuses.filter(openAccountRules.isAccepted)).toEqual(['processing', 'approved', 'completed'])
})
