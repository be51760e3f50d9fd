/** The path under which a test page calls the application's test controls. */
export const CONTROL = '/__testing'

/** The cookie with which a test page names its application: test pages that are open at the same time have different ones. */
export const LANE = 'lane'

/** The first administrator of every test. */
export const ADMIN = { username: 'admin', password: 'كلمة-سر 1' }
