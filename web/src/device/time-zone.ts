/** Returns the time zone of this device, such as `Asia/Aden`. */
export const deviceTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
