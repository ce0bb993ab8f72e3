/** Damage that prevents recovery of a store; thrown, because nothing can be served without the store. */
export class StoreDamage extends Error {
  override readonly name: string = 'StoreDamage';
  /** The damaged batch if it is the last one, so that truncating it loses no other batch. */
  readonly tailSeq: number | undefined;

  constructor(message: string, tailSeq?: number) {
    super(message);
    this.tailSeq = tailSeq;
  }
}
