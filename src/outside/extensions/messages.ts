// Messages between the server and the thread of an extension. Questions and answers are texts of JSON: the serving
// thread makes them from bytes that it has, and reads no more of an answer than it may be long.

/** `workerData` of the thread. */
export interface ExtensionData {
  /** Absolute path. */
  readonly module: string;
}

export type ToThread =
  /** `call`: a point, or a point and a part, such as payment_provider.start. */
  | { readonly id: number; readonly call: string; readonly question: string }
  /** Nobody waits for its answer any more. */
  | { readonly cancel: number }
  | { readonly ping: true };

export interface Loaded {
  readonly name: string;
  readonly version: string;
  /** Points, and parts of them. */
  readonly calls: readonly string[];
}

export type FromThread =
  | { readonly loaded: Loaded }
  /** Why the module is no extension. */
  | { readonly unfit: string }
  /** Undefined: nothing to say. `externalBytes`: memory beside the heap. */
  | { readonly id: number; readonly answer: string | undefined; readonly externalBytes: number }
  | { readonly id: number; readonly error: string }
  | { readonly pong: true; readonly externalBytes: number }
  | { readonly line: string };

/** Characters of an answer. */
export const ANSWER_MAX = 262_144;
