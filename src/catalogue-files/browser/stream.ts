// What csv-parse and its reader need of Node's streams, in a browser: chunks go through a transform as its rows are
// asked for.
type Done = (error?: Error | null) => void;

interface Steps {
  _transform(chunk: Uint8Array, encoding: string, done: Done): void;
  _flush(done: Done): void;
}

export class Transform {
  source: AsyncIterable<Uint8Array> | undefined;
  private readonly rows: unknown[] = [];

  push(row: unknown): void {
    if (row !== null) this.rows.push(row);
  }

  // Nobody listens, and nothing is held that would have to be ended.
  emit(): void {}
  on(): void {}
  once(): void {}
  end(): void {}
  destroy(): void {}

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
    const steps = this as unknown as Steps;
    let failure: Error | null | undefined;
    const done: Done = (error) => (failure ??= error);
    for await (const chunk of this.source ?? []) {
      steps['_transform'](chunk, '', done);
      yield* this.rows.splice(0);
      if (failure) throw failure;
    }
    steps['_flush'](done);
    yield* this.rows.splice(0);
    if (failure) throw failure;
  }
}

export const Readable = {
  from: (source: AsyncIterable<Uint8Array>) => ({
    once(): void {},
    pipe(transform: Transform): void {
      transform.source = source;
    },
  }),
};
