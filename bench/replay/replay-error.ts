/** What ends a replay for a reason that its user can act on: the message is all there is to show. */
export class ReplayError extends Error {
  override readonly name: string = 'ReplayError';
}
