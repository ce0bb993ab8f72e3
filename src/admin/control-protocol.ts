// What the control socket says: HTTP/1.1, a command per call, `POST /user/add?name=ann`, a line of JSON per output, and
// one of these as the last line.
//
//   curl --unix-socket data/control.sock -X POST http://kontor/user/list

export type Ending =
  /** False: the command ended with findings. */
  { readonly done: boolean } | { readonly refused: string };
