/** The path under which a test page calls the application's test controls. */
export const CONTROL = '/__testing'

/** The first administrator of every test. */
export const ADMIN = { username: 'admin', password: 'كلمة-سر 1' }
