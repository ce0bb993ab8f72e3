// Limits on calls that wait for something slow outside the engine.
//
// Each kind has a limit of its own, so that an application or a payment provider that hangs never blocks logins.
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';

/** `applications`: calls forwarded to them. `payments`: answers of payment providers. */
export type SlowWork = 'passwords' | 'applications' | 'documents' | 'payments';

/** Calls that may wait at a time, by kind. */
export type SlowLimits = { readonly [kind in SlowWork]: number };

/** Each of these calls may hold an answer of one MiB for ten seconds. */
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

  /** Undefined if one more call may wait, or if the work is not slow. Refuses: OVERLOADED. */
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
