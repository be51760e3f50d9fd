/** The path prefix under which a test page calls the functions that control its application. */
export const CONTROL_PATH = '/__testing'

/** The name of the cookie with which a test page names its application. Test pages that are open at the same time have different values. */
export const APPLICATION_COOKIE = 'application'

/** The credentials of the administrator that exists at the beginning of every test. */
export const ADMIN = { username: 'admin', password: 'كلمة-سر 1' }
