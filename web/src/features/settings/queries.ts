import { useRead } from '../../backend/hooks/use-call.ts'

/** Reads the contact of the technical support, as set by the owner of the installation. */
export const useSupportContacts = () => useRead(['installation', 'support'], ({ installation }) => installation.support({}))
