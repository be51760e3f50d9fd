import nodemailer from 'nodemailer'

/** Returns a connection to the mail server at this address. It attaches no files and fetches nothing. */
export const mailTransport = (url: string) =>
  nodemailer.createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
