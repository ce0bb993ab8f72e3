// What must hold of a simulated shop, by name.
/** What does not hold. */
export type Claim =
  | 'early'
  | 'lost'
  | 'denied'
  | 'once'
  | 'numbers'
  | 'order'
  | 'state'
  | 'verify'
  | 'damage'
  | 'time'
  | 'told'
  | 'own'
  | 'erased'
  | 'fault'
  | 'alarm';

export class Violation extends Error {
  readonly claim: Claim;

  constructor(claim: Claim, message: string) {
    super(`${claim}: ${message.slice(0, 1500)}`);
    this.claim = claim;
  }
}
