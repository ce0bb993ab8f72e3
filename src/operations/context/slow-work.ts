// Calls that wait for something slow outside the engine. Each kind of slow work has a limit of its own, so that what
// hangs in one — an application, a document, a payment provider — never uses up what another one needs, logins above
// all.
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';

/** `passwords`: their hashing. `applications`: calls that are forwarded to them. `payments`: answers of providers. */
export type SlowWork = 'passwords' | 'applications' | 'documents' | 'payments';

/** Calls of each kind that may wait at a time. */
export type SlowLimits = { readonly [kind in SlowWork]: number };

/** Each may hold an answer of a mebibyte, and take ten seconds. */
const APPLICATIONS_MAX = 200;

export const slowLimits = (slowCallsMax: number): SlowLimits => ({
  passwords: slowCallsMax,
  applications: Math.min(slowCallsMax, APPLICATIONS_MAX),
  documents: slowCallsMax,
  payments: slowCallsMax,
});

const WAITED_FOR: { readonly [kind in SlowWork]: string } = {
  passwords: 'passwords to be hashed',
  applications: 'applications to answer',
  documents: 'documents to be made',
  payments: 'payment providers to answer',
};

export class SlowCalls {
  private readonly limits: SlowLimits;
  private readonly waiting: { [kind in SlowWork]: number } = {
    passwords: 0,
    applications: 0,
    documents: 0,
    payments: 0,
  };

  constructor(limits: SlowLimits) {
    this.limits = limits;
  }

  /** Undefined where one more may wait, or where the work is not slow. Refuses: OVERLOADED. */
  refusal(kind: SlowWork | undefined): Refusal | undefined {
    if (kind === undefined || this.waiting[kind] < this.limits[kind]) return undefined;
    return refuse(
      'OVERLOADED',
      '',
      `${this.limits[kind]} calls wait for ${WAITED_FOR[kind]}, as many as may; try again.`,
    );
  }

  begin(kind: SlowWork | undefined): void {
    if (kind !== undefined) this.waiting[kind] += 1;
  }

  end(kind: SlowWork | undefined): void {
    if (kind !== undefined) this.waiting[kind] -= 1;
  }
}
