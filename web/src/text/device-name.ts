import { text } from './ar.ts'

const words = text.profile.sessions

export const formatDeviceName = ({ browser, system }: { browser: string | null; system: string | null }) =>
  browser && system ? words.device(browser, system) : (browser ?? system ?? words.unknown)
