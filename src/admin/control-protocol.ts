// What the control socket says: HTTP/1.1, a command per call, `POST /user/add?name=ann`, a line of JSON per output, and
// one of these as the last line.
//
//   curl --unix-socket data/control.sock -X POST http://kontor/user/list

// A process that reads the store's file asks over the same socket for a moment of it, by an upgrade to
// `kontor-moment`: what the file has then stays where it is until the reader says that it is done, and hears the same,
// or the connection ends.

export const MOMENT_PATH = '/moment';
export const MOMENT_UPGRADE = 'kontor-moment';
export const DONE = 'done';

export type Ending =
  /** False: the command ended with findings. */
  { readonly done: boolean } | { readonly refused: string };
