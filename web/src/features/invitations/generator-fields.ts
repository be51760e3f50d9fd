/** What is typed into the generator's form. */
export type GeneratorFields = { eventName: string; eventDate: string; names: string }

export const NOTHING_TYPED: GeneratorFields = { eventName: '', eventDate: '', names: '' }
