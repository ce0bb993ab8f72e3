// Turns of documents. Catches an order whose documents keep those of others waiting, or take their places in the queue,
// and work that is done twice.
import { describe, expect, test } from 'vitest';
import { DocumentTurns } from '../../../src/outside/documents/document-turns.ts';

const BUSY = 'busy';

/** A thread that makes a document when it is told to. */
class Thread {
  /** In the order in which they were begun. */
  readonly begun: string[] = [];
  private settle: { done: (outcome: string) => void; fail: (error: Error) => void } | undefined = undefined;
  readonly make = (job: string): Promise<string> => {
    expect(this.settle, 'one at a time').toBeUndefined();
    this.begun.push(job);
    return new Promise((done, fail) => (this.settle = { done, fail }));
  };

  private taken(): NonNullable<Thread['settle']> {
    const { settle } = this;
    this.settle = undefined;
    return settle!;
  }

  async finish(): Promise<void> {
    this.taken().done(`made ${this.begun.at(-1)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }

  async fail(): Promise<void> {
    this.taken().fail(new Error('no font'));
    await new Promise((resolve) => setImmediate(resolve));
  }

  async finishAll(): Promise<void> {
    while (this.settle !== undefined) await this.finish();
  }
}

const opened = (waitingMax = 100) => {
  const thread = new Thread();
  const turns = new DocumentTurns({ waitingMax, make: thread.make, busy: BUSY });
  return { thread, ask: (orderId: number, key: string) => turns.make(orderId, key, key) };
};

describe('orders take turns', () => {
  test('one that is asked for by three loops has one turn in a round', async () => {
    const { thread, ask } = opened();
    for (const key of ['1a', '1b', '1c', '1d']) void ask(1, key);
    void ask(2, '2a');
    void ask(3, '3a');
    void ask(2, '2b');
    await thread.finish();
    void ask(1, '1e');
    void ask(4, '4a');
    await thread.finishAll();
    expect(thread.begun.join(' ')).toBe('1a 2a 3a 1b 4a 2b 1c 1d 1e');
  });

  test('and what fails ends its own turn alone', async () => {
    const { thread, ask } = opened();
    const failing = ask(1, 'a');
    const next = ask(2, 'b');
    const rejected = expect(failing).rejects.toThrow('no font');
    await thread.fail();
    await rejected;
    await thread.finishAll();
    expect(await next).toBe('made b');
    const again = ask(1, 'a');
    await thread.finishAll();
    expect(await again).toBe('made a');
  });
});

test('what is asked for while it waits or is made is made once, for whoever asks', async () => {
  const { thread, ask } = opened();
  const asked = [ask(1, 'a'), ask(1, 'a'), ask(1, 'b'), ask(2, 'b'), ask(1, 'a')];
  await thread.finishAll();
  expect(await Promise.all(asked)).toEqual(['made a', 'made a', 'made b', 'made b', 'made a']);
  expect(thread.begun).toEqual(['a', 'b']);
  const later = ask(1, 'a');
  await thread.finishAll();
  expect([await later, thread.begun.length]).toEqual(['made a', 3]);
});

describe('where as many wait as may', () => {
  test('an order with fewer gets the place of the newest of the order with most', async () => {
    const { thread, ask } = opened(4);
    const flood = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ask(1, key));
    expect(await flood[5]).toBe(BUSY);
    const others = [ask(2, 'g'), ask(3, 'h'), ask(4, 'i')];
    expect([await flood[4], await flood[3], await flood[2]]).toEqual([BUSY, BUSY, BUSY]);
    expect(await ask(5, 'j'), 'all have one').toBe(BUSY);
    await thread.finishAll();
    expect(await Promise.all(others)).toEqual(['made g', 'made h', 'made i']);
    expect(thread.begun.join(' ')).toBe('a g h i b');
  });

  test('what has lost its place can be asked for again', async () => {
    const { thread, ask } = opened(2);
    const lost = ['a', 'b', 'c'].map((key) => ask(1, key));
    const other = ask(2, 'd');
    expect(await lost[2]).toBe(BUSY);
    await thread.finishAll();
    const again = ask(1, 'c');
    await thread.finishAll();
    expect(await Promise.all([other, again])).toEqual(['made d', 'made c']);
  });

  test('none may wait, one is made', async () => {
    const { thread, ask } = opened(0);
    const first = ask(1, 'a');
    expect(await ask(2, 'b')).toBe(BUSY);
    await thread.finishAll();
    expect(await first).toBe('made a');
  });
});
