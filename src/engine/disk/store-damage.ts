/** What keeps a store from being recovered; thrown, because nothing can be served without it. */
export class StoreDamage extends Error {
  override readonly name: string = 'StoreDamage';
  /** The batch that is damaged, where it is the last one; nothing after it is lost by cutting it. */
  readonly tailSeq: number | undefined;

  constructor(message: string, tailSeq?: number) {
    super(message);
    this.tailSeq = tailSeq;
  }
}
