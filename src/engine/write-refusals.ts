// Why no change is taken now. Several parts of a server have reasons of their own, which come and go by themselves: a
// disk that is short of space, a log that is, a lead that is handed to another process.
import type { Refusal } from '../kernel/result.ts';

export class WriteRefusals {
  private readonly reasons: (() => Refusal | undefined)[] = [];

  /** `reason`: asked before every change, so it must cost next to nothing. */
  add(reason: () => Refusal | undefined): void {
    this.reasons.push(reason);
  }

  /** The first that applies; undefined while changes are taken. */
  get current(): Refusal | undefined {
    for (const reason of this.reasons) {
      const refusal = reason();
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }
}
