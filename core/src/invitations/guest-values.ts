import type * as z from 'zod/mini'
import { guestFields, type Viewer } from './guest-fields.ts'

type Fields = typeof guestFields

/** The name of a field that a host gives to a guest. */
export type GuestField = keyof Fields

/** The values of a guest's fields. */
export type GuestValues = { [F in GuestField]: z.output<Fields[F]['value']> }

type GuestFieldOfKind<Kind> = { [F in GuestField]: Fields[F]['kind'] extends Kind ? F : never }[GuestField]
/** The names of the fields that a viewer sees. */
export type GuestFieldSeenBy<V extends Viewer> = { [F in GuestField]: V extends Fields[F]['seenBy'][number] ? F : never }[GuestField]

type AnyField = Fields[GuestField] & { byLink?: 'chosen' | 'name'; headings?: RegExp }

/** The fields of the table with their names, in its order. */
export const guestFieldEntries = Object.entries(guestFields) as [GuestField, AnyField][]

const mapFields = <Value>(pick: (field: AnyField) => Value) =>
  Object.fromEntries(guestFieldEntries.map(([name, field]) => [name, pick(field)]))

type Schemas<Use extends 'value' | 'create' | 'change'> = { -readonly [F in GuestField]: Fields[F][Use] }

/** The schemas of stored values, of the fields of a new guest, and of changed fields. */
export const guestValueSchemas = mapFields(({ value }) => value) as Schemas<'value'>
export const newGuestSchemas = mapFields(({ create }) => create) as unknown as Schemas<'create'>
export const changedGuestSchemas = mapFields(({ change }) => change) as unknown as Schemas<'change'>

type DoorGuestField = Exclude<GuestFieldSeenBy<'doorScan'>, GuestFieldSeenBy<'doorReplica'>>

/** The schemas of the values that a gate sees only of a guest whose code it scans. */
export const doorGuestSchemas = Object.fromEntries(
  guestFieldEntries
    .filter(([, { seenBy }]) => seenBy.some(viewer => viewer === 'doorScan') && !seenBy.some(viewer => viewer === 'doorReplica'))
    .map(([name, { value }]) => [name, value]),
) as Pick<Schemas<'value'>, DoorGuestField>

/** The values of a guest's fields where the host gave none. */
export const EMPTY_GUEST = mapFields(({ empty }) => empty) as unknown as GuestValues

/** Returns the values of a guest to store: a missing or empty value of an input becomes the field's empty value. */
export const guestValuesOf = (given: { [F in GuestField]?: GuestValues[F] | undefined }) =>
  Object.fromEntries(guestFieldEntries.map(([name, { empty }]) => [name, given[name] || empty])) as GuestValues

/** The fields that the people with a family link choose. */
const LINK_FIELDS = guestFieldEntries.filter(([, { byLink }]) => byLink === 'chosen').map(([name]) => name)

/** Returns those fields of an input that the people with a family link may choose. */
export const chosenByLink = <Given extends { [F in GuestField]?: unknown }>(given: Given) =>
  Object.fromEntries(LINK_FIELDS.map(name => [name, given[name]])) as Pick<Given, 'guestName' | 'maxScans' | 'children' | 'phone'>

/** Returns the fields of a new guest that have the name of the family link. */
export const fieldsWithLinkName = (name: string) =>
  Object.fromEntries(guestFieldEntries.flatMap(([field, { byLink }]) => (byLink === 'name' ? [[field, name]] : [])))

const namesOfKind = <Kind extends AnyField['kind']>(...kinds: Kind[]) =>
  guestFieldEntries.filter(([, { kind }]) => kinds.some(one => one === kind)).map(([name]) => name as GuestFieldOfKind<Kind>)

/**
 * The names of the fields with a line of text, of those with yes or no, and of both. Imports, sheets and forms treat the fields of a kind
 * alike.
 */
export const LINE_FIELDS = namesOfKind('line')
export const MARK_FIELDS = namesOfKind('mark')
export const DETAIL_FIELDS = namesOfKind('line', 'mark')
export type LineField = (typeof LINE_FIELDS)[number]
export type MarkField = (typeof MARK_FIELDS)[number]
