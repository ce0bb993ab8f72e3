import { StoreDamage } from './store-damage.ts';

/** A row that is not as it was written. */
export class RowDamage extends StoreDamage {
  override readonly name = 'RowDamage';
  readonly kind: string;
  readonly id: number;

  /** `seq`: the last record in the row, as far as it can still be read; undefined where it cannot. */
  constructor(kind: string, id: number, seq: number | undefined) {
    super(`the row of ${kind} ${id}${seq === undefined ? '' : ` (record ${seq})`} is damaged`);
    this.kind = kind;
    this.id = id;
  }
}
