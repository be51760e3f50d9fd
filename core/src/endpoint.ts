import type * as z from 'zod/mini'
import type { Actor, ActorLink, LinkRole } from './actor.ts'

/** Who may call an endpoint: anybody, every signed-in user, administrators only, or a device with a link only. */
export type AccessLevel = 'public' | 'user' | 'admin' | 'link'

/** An endpoint of the API. The server's routes, the browser's client and the tests of access rights are generated from the endpoints. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/api`. */
  path: `/${string}.php`
  access: AccessLevel
  /**
   * The roles of links that may call the endpoint too, below `/api/link` and limited to their event. An endpoint with the access `link` is
   * served there only.
   */
  links?: readonly LinkRole[]
  /** Whether a device may call the endpoint for some days after its link has ended, to upload scans from before it learned of the end. */
  acceptsEndedLinks?: true
  /** The fields that travel in the query string, and are read from nowhere else. All others travel in the body, also with DELETE. */
  query?: readonly string[]
  input: z.ZodMiniObject
  output: z.ZodMiniType
  /** Marks a paged list: the response is a JSON array with the total in `X-Total-Count`; callers get a `ListPage`. */
  paged?: true
  /** The field of the response whose list may have thousands of rows. A client checks these rows in parts. */
  longList?: string
  /** The one field whose bytes are the body; all others travel in the query string. */
  raw?: string
  /** The media type of a response that is an image and not JSON; `image/*` stands for the type of the stored bytes. */
  media?: 'image/png' | 'image/*'
  /**
   * Whether the endpoint can stream its result: with `Accept: text/event-stream` the response stays open, and sends `output` at once and
   * after each change.
   */
  stream?: true
  /**
   * Whether the browser continues the request after its page is closed, for example because the user opens another app. The body must be
   * below 64 KB.
   */
  outlivesPage?: true
  /** Whether a device answers the call itself when no server responds. */
  offline: 'answer' | 'refuse'
  /**
   * Whether people at a gate need the response to admit guests. A device then answers the call itself also when the session has ended or
   * the server is busy.
   */
  atGate?: true
  /** The field with the scanned text, where the endpoint decides on a scan. */
  scanned?: 'id' | 'qr_code' | 'qrData'
  /** The field with the idempotency key of the admission that the endpoint undoes. */
  undone?: 'admission'
  /** Whether the call changes invitations of replicas: the device that sent the call then syncs. */
  changesReplica?: true
  /** The largest body in bytes, where the general limit is too small. */
  size?: number
  /**
   * The rate limit, where it is stricter than that of a session. `form`: a visitor's form, counted by IP address. `registration`: a form
   * whose response reveals which usernames exist; it has a second count. `sign-in`: counted by wrong passwords.
   * `username`: a call whose response reveals which usernames exist, counted by account.
   * `password`: a call that checks the password of the caller's own account; `given-password`: one that checks it only where
   * `currentPassword` is given.
   * `link`: counted by link, by wrong tokens and by wrong PINs. `code`: counted by codes that no invitation has.
   */
  limit?: 'form' | 'registration' | 'username' | 'sign-in' | 'password' | 'given-password' | 'link' | 'code'
  /** Whether an HTML form without JavaScript may send the fields too. The response then redirects to the page of the field `code`. */
  acceptsForms?: true
  /** Whether the endpoint refuses calls while the disk is nearly full, so that scans can still be written. */
  needsDiskSpace?: true
  /** How long the server may send nothing before a call counts as unanswered, in milliseconds; 30,000 by default. */
  timeoutMs?: number
}

export type Resource = Record<string, Endpoint>
export type Resources = Record<string, Resource>

/** Returns the endpoints unchanged. The compiler checks their shape and infers their exact types. */
export const defineResource = <const R extends Resource>(endpoints: R) => endpoints

/** One page of a list, and the number of rows in the whole list. */
export type ListPage<Row> = { rows: Row[]; total: number }

/** A list as a service returns it. Rows come in chunks where the list may be too long for memory. */
export type ListResult<Row> = { rows: Row[] | AsyncIterable<Row[]>; total: number }

type PagedResult<E extends Endpoint, Rows> = E extends { paged: true } ? (Rows extends (infer Row)[] ? ListPage<Row> : never) : Rows

/** The input of a call, and its result. */
export type EndpointInput<E extends Endpoint> = z.input<E['input']>
export type EndpointResult<E extends Endpoint> = PagedResult<E, z.output<E['output']>>

/** How a client waits for an answer: `timeoutMs` in place of that of the endpoint, and a signal that ends the call as unanswered. */
export type CallOptions = { timeoutMs?: number; signal?: AbortSignal }

/** The client of a contract: one async function for each endpoint. */
export type Backend<C extends Resources> = {
  [N in keyof C]: { [O in keyof C[N]]: (input: EndpointInput<C[N][O]>) => Promise<EndpointResult<C[N][O]>> }
}

/** A client that calls a server. */
export type ServerBackend<C extends Resources> = {
  [N in keyof C]: { [O in keyof C[N]]: (input: EndpointInput<C[N][O]>, options?: CallOptions) => Promise<EndpointResult<C[N][O]>> }
}

type ActorFor<E extends Endpoint> = E['access'] extends 'public'
  ? Actor | null
  : E['access'] extends 'link'
    ? Actor & { link: ActorLink }
    : Actor

/** An image from a service. `tag` (the ETag) changes with the bytes, which are read only when the client has no current cached copy. */
export type PictureWithETag = { tag: string; bytes: () => Promise<Uint8Array> }

/** Ends a subscription. */
type Unsubscribe = () => void

/** A value that can be read once, or to whose changes a client can subscribe. */
export type LiveValue<Value> = {
  /** Identifies the value: calls with the same key follow the same value. */
  key: string
  read: () => Promise<Value>
  /**
   * Calls `send` with the value as JSON, now and after each change. From time to time calls `send` with undefined as a sign that the last
   * value is still current. While the value cannot be read, `send` is not called.
   */
  follow: (send: (json: string | undefined) => void) => Unsubscribe
}

type HandlerResult<E extends Endpoint, Rows> = E extends { paged: true }
  ? Rows extends (infer Row)[]
    ? ListResult<Row>
    : never
  : E extends { media: string }
    ? PictureWithETag
    : E extends { stream: true }
      ? LiveValue<Rows>
      : Rows

/**
 * The functions of a service: one for each endpoint, with the actor and the checked input. `With` is the type of the further arguments that
 * the server passes.
 */
export type Handlers<R extends Resource, With = unknown> = {
  [O in keyof R]: (
    ask: { actor: ActorFor<R[O]>; input: z.output<R[O]['input']> } & With,
  ) => Promise<HandlerResult<R[O], z.input<R[O]['output']>>>
}

/** Calls `make` for each endpoint and returns the results under the names of the contract. */
export const mapContract = <Value>(contract: Resources, make: (endpoint: Endpoint, noun: string, name: string) => Value) =>
  Object.fromEntries(
    Object.entries(contract).map(([noun, endpoints]) => [
      noun,
      Object.fromEntries(Object.entries(endpoints).map(([name, endpoint]) => [name, make(endpoint, noun, name)])),
    ]),
  )
