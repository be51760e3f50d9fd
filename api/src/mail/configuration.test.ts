import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

test.each([
  [
    { SMTP_URL: 'smtp://u:secret@mail.example:587', MAIL_FROM: 'a@example.com' },
    { url: 'smtp://u:secret@mail.example:587', from: 'a@example.com' },
  ],
  [
    { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'حُضور <a@example.com>' },
    { url: 'smtps://mail.example', from: 'حُضور <a@example.com>' },
  ],
  [{ MAIL_FROM: 'a@example.com' }, undefined],
  [{}, undefined],
])('readConfig accepts the mail settings %j', (env, mail) => {
  expect(readConfig(env).mail).toEqual(mail)
})

test.each([
  [{ SMTP_URL: 'smtp://mail.example' }, /^MAIL_FROM is missing/],
  [{ SMTP_URL: 'http://mail.example', MAIL_FROM: 'a@example.com' }, /^SMTP_URL .* smtp:\/\/ or smtps:\/\/\.$/],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }, /^MAIL_FROM is «nobody», but it must be an e-mail address/],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@example.com, b@example.com' }, /^MAIL_FROM/],
])('readConfig refuses the mail settings %j with one sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test('the error for a wrong SMTP_URL does not contain the password', () => {
  expect(() => readConfig({ SMTP_URL: 'smpt://u:secret@mail.example', MAIL_FROM: 'a@example.com' })).not.toThrow(/secret/)
  expect(() => readConfig({ SMTP_URL: 'smpt://u:secret@mail.example', MAIL_FROM: 'a@example.com' })).toThrow(/^SMTP_URL/)
})
