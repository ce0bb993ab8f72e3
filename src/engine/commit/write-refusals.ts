// Reasons why changes are refused now. Each part of a server has its own, which comes and goes: a disk or a log short
// of space, a lead that is handed over.
import type { Refusal } from '../../kernel/result.ts';

export class WriteRefusals {
  private readonly reasons: (() => Refusal | undefined)[] = [];

  /** `reason`: asked before every change, so it must cost next to nothing. */
  add(reason: () => Refusal | undefined): void {
    this.reasons.push(reason);
  }

  /** Refusal of the first reason that applies; undefined while changes are accepted. */
  get current(): Refusal | undefined {
    for (const reason of this.reasons) {
      const refusal = reason();
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }
}
