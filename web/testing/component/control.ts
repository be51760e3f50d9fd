/** Where a test page reaches the application's controls. */
export const CONTROL = '/__testing'

/** The first administrator of every test. */
export const ADMIN = { username: 'admin', password: 'كلمة-سر 1' }
