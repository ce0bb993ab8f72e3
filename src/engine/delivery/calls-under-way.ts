// Calls of servers outside that are under way: at most one for each thing that they are about, by its id.
export class CallsUnderWay {
  /** No new ones are to begin. */
  isStopping = false;
  private readonly busy = new Map<number, Promise<void>>();

  get count(): number {
    return this.busy.size;
  }

  has(id: number): boolean {
    return this.busy.has(id);
  }

  /** `call`: resolves when it has ended, however that was. */
  begin(id: number, call: Promise<void>): void {
    this.busy.set(
      id,
      call.finally(() => this.busy.delete(id)),
    );
  }

  /** Those under way may take `waitMs`, then `breakOff` ends them. Resolves when there is none. */
  async stop(waitMs: number, breakOff: () => void): Promise<void> {
    this.isStopping = true;
    const waited = setTimeout(breakOff, waitMs);
    while (this.busy.size > 0) await Promise.all(this.busy.values());
    clearTimeout(waited);
  }
}
