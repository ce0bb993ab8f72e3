// What must hold of a simulated shop, by name.
export const CLAIMS = [
  'early',
  'lost',
  'denied',
  'once',
  'ended',
  'money',
  'pieces',
  'credits',
  'refunds',
  'edits',
  'restored',
  'provider',
  'stock',
  'notes',
  'reports',
  'numbers',
  'order',
  'promotion',
  'delivery',
  'words',
  'asked',
  'state',
  'verify',
  'damage',
  'time',
  'told',
  'own',
  'erased',
  'fault',
  'alarm',
] as const;
export type Claim = (typeof CLAIMS)[number];

export class Violation extends Error {
  readonly claim: Claim;

  constructor(claim: Claim, message: string) {
    super(`${claim}: ${message.slice(0, 1500)}`);
    this.claim = claim;
  }
}
