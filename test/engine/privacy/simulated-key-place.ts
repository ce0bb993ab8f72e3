// A key file on a simulated disk: what was written and not synced is lost with the power, or is not.
import type { KeyPlace } from '../../../src/engine/privacy/subject-keys.ts';
import { must } from '../../../src/kernel/result.ts';

export class SimulatedKeyPlace implements KeyPlace {
  readonly path = 'the simulated key file';
  /** What is there after the power has failed. */
  durable: string | undefined;
  /** Why it cannot be written; '' while it can. */
  refusal = '';
  /** Called before each step; the power may fail there. */
  beforeStep: () => void = () => {};
  private text: string | undefined;
  private isOff = false;

  constructor(durable?: string) {
    this.durable = this.text = durable;
  }

  read(): string | undefined {
    return this.text;
  }

  write(text: string): void {
    this.mustWork();
    this.text = text;
  }

  sync(): void {
    this.mustWork();
    this.durable = this.text;
  }

  private mustWork(): void {
    this.beforeStep();
    must(!this.isOff, 'the power is off');
    if (this.refusal !== '') throw new Error(this.refusal);
  }

  /** The place as the next process finds it. `kept`: the disk wrote by itself what it was not told to sync. */
  afterPowerCut(kept: boolean): SimulatedKeyPlace {
    this.isOff = true;
    return new SimulatedKeyPlace(kept ? this.text : this.durable);
  }
}
