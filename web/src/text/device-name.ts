import { text } from './ar.ts'

const words = text.profile.sessions

/** Returns the name of a device, made of its browser and its operating system as far as they are known. */
export const formatDeviceName = ({ browser, system }: { browser: string | null; system: string | null }) =>
  browser && system ? words.device(browser, system) : (browser ?? system ?? words.unknown)
