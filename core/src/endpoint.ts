import type * as z from 'zod/mini'

/** Who may ask: anybody, anybody signed in, administrators. */
export type Access = 'public' | 'user' | 'admin'

/** One thing the product can be asked to do, described once for every side. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under `/api`. */
  path: `/${string}.php`
  access: Access
  /** The fields that travel in the address, where they win; all others travel in the body, those of DELETE too. */
  query?: readonly string[]
  input: z.ZodMiniObject
  output: z.ZodMiniType
  /** A paged list: the wire carries a bare array and its total in `X-Total-Count`; callers get both. */
  paged?: true
  /** The one field that is the body itself, as bytes; all others travel in the address. */
  raw?: string
  /** The answer is not JSON but a picture of this type; `image/*`: of whichever its bytes are. */
  media?: 'image/png' | 'image/*'
  /** Whether this device may answer when no server does. */
  offline: 'answer' | 'refuse'
  /** The largest body it takes, in bytes, where the general limit is too small. */
  size?: number
  /**
   * How often it may be asked, where that is less than what a session may ask: `form` is a visitor's form, counted by address; `registration`
   * one whose answer reveals which names exist, counted besides; `sign-in` a name and a password, counted by address and by how often the
   * password was wrong; `password` asks for that of one's own account, where an account is named only with `currentPassword`.
   */
  limit?: 'form' | 'registration' | 'sign-in' | 'password'
  /** Whether it is refused, before anything a door needs, while the disk is nearly full. */
  waitsForRoom?: true
  /** How long to wait before nobody has answered, in milliseconds; 30,000 where nothing is said. */
  timeoutMs?: number
}

export type Resource = Record<string, Endpoint>
export type Contract = Record<string, Resource>

/** Checks a resource's shape without widening its types. */
export const resource = <const R extends Resource>(endpoints: R) => endpoints

/** One page of a list and how many rows there are in all. */
export type Page<Row> = { rows: Row[]; total: number }

/** The same from a service whose list may be too long to hold: then its rows come in pages. */
export type Listing<Row> = { rows: Row[] | AsyncIterable<Row[]>; total: number }

type Paged<E extends Endpoint, Rows> = E extends { paged: true } ? (Rows extends (infer Row)[] ? Page<Row> : never) : Rows

/** What a caller gives, and what it gets. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
export type AnswerOf<E extends Endpoint> = Paged<E, z.output<E['output']>>

/** What a screen holds: one async function for each endpoint. */
export type Backend<C extends Contract> = {
  [N in keyof C]: { [O in keyof C[N]]: (input: InputOf<C[N][O]>) => Promise<AnswerOf<C[N][O]>> }
}

/** Whoever is asking, as proved by the edge. */
export type Actor = { id: string; isAdmin: boolean }

type ActorFor<E extends Endpoint> = E['access'] extends 'public' ? Actor | null : Actor

/** A picture from a service: `tag` changes with its bytes, which are read only for a caller who has no copy. */
export type TaggedPicture = { tag: string; bytes: () => Promise<Uint8Array> }

type Given<E extends Endpoint, Rows> = E extends { paged: true }
  ? Rows extends (infer Row)[]
    ? Listing<Row>
    : never
  : E extends { media: string }
    ? TaggedPicture
    : Rows

/** What a service writes: the same functions, told who is asking; `With` is what its edge hands it besides. */
export type Handlers<R extends Resource, With = unknown> = {
  [O in keyof R]: (ask: { actor: ActorFor<R[O]>; input: z.output<R[O]['input']> } & With) => Promise<Given<R[O], z.input<R[O]['output']>>>
}

/** Makes one value of each endpoint, under the same names. */
export const mapContract = <Value>(contract: Contract, make: (endpoint: Endpoint, noun: string, name: string) => Value) =>
  Object.fromEntries(
    Object.entries(contract).map(([noun, endpoints]) => [
      noun,
      Object.fromEntries(Object.entries(endpoints).map(([name, endpoint]) => [name, make(endpoint, noun, name)])),
    ]),
  )
