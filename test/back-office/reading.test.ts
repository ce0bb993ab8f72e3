// Would catch a page of the back office that never shows what changes faster than it can be read, that takes what it
// read before a change for what is there, or that waits for ever for an answer which it has.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KEPT_PAGES, PAGE_ROWS, PageStore } from '../../back-office/api/page-store.ts';
import type { PageOf } from '../../back-office/api/page-store.ts';
import { Refused } from '../../back-office/api/refused.ts';
import { RepeatedRead } from '../../back-office/api/repeated-read.ts';
import { retryNow, sendUntilAnswered } from '../../back-office/api/sending.ts';
import { errorBody } from '../../src/http/transport/error-body.ts';

/** Lets everything run that waits for no timer. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const REFUSED = new Refused(200, 'ORDER_NOT_FOUND', '', '');

/** Calls that are answered by hand, in any order. */
class Calls<A extends readonly unknown[], T> {
  readonly begun: {
    readonly args: A;
    readonly resolve: (value: T) => void;
    readonly reject: (why: unknown) => void;
  }[] = [];
  readonly load = (...args: A): Promise<T> =>
    new Promise((resolve, reject) => this.begun.push({ args, resolve, reject }));

  async answer(at: number, value: T): Promise<void> {
    this.begun[at]!.resolve(value);
    await turn();
  }

  async refuse(at: number): Promise<void> {
    this.begun[at]!.reject(REFUSED);
    await turn();
  }
}

describe('what is read again whenever it may have changed', () => {
  let calls: Calls<[AbortSignal], string>;
  let read: RepeatedRead<string>;
  beforeEach(() => {
    calls = new Calls();
    read = new RepeatedRead(calls.load, () => undefined);
    read.again();
  });

  test('changes that come faster than a read ends abort none, and lead to one more', async () => {
    for (let at = 0; at < 5; at += 1) read.again();
    expect(calls.begun).toHaveLength(1);
    expect(calls.begun[0]!.args[0].aborted).toBe(false);
    await calls.answer(0, 'first');
    expect(read.state.value).toBe('first');
    expect(calls.begun).toHaveLength(2);
    await calls.answer(1, 'second');
    expect(read.state.value).toBe('second');
    expect(calls.begun).toHaveLength(2);
  });

  test('a refused read leaves the value, and the next one takes the refusal away', async () => {
    await calls.answer(0, 'value');
    read.again();
    await calls.refuse(1);
    expect(read.state).toEqual({ value: 'value', refused: REFUSED, ofRead: 1 });
    read.again();
    await calls.answer(2, 'newer');
    expect(read.state).toEqual({ value: 'newer', refused: undefined, ofRead: 3 });
  });

  test('a read that began before something was saved is told from one that began afterwards', async () => {
    expect(read.begun).toBe(1);
    const savedAt = read.begun;
    read.again();
    await calls.answer(0, 'before');
    expect(read.state.ofRead > savedAt).toBe(false);
    await calls.answer(1, 'after');
    expect(read.state.ofRead > savedAt).toBe(true);
  });

  test('nothing is shown or read after its end', async () => {
    read.again();
    read.end();
    expect(calls.begun[0]!.args[0].aborted).toBe(true);
    await calls.answer(0, 'late');
    read.again();
    expect(read.state.value).toBeUndefined();
    expect(calls.begun).toHaveLength(1);
  });
});

describe('the pages of a long list', () => {
  let calls: Calls<[number, number, AbortSignal, number | undefined], PageOf<string>>;
  let store: PageStore<string>;
  beforeEach(() => {
    calls = new Calls();
    store = new PageStore(calls.load, () => undefined);
  });

  const see = (page: number): void => {
    store.want(page * PAGE_ROWS, page * PAGE_ROWS + 1);
    store.read();
  };
  const pageOf = (row: string, next?: number): PageOf<string> => ({ count: 10_000, rows: [row], next });

  test('a page whose reading was aborted is still out of date', async () => {
    see(0);
    await calls.answer(0, pageOf('old'));
    store.changed();
    see(1);
    expect(calls.begun[1]!.args[2].aborted).toBe(true);
    see(0);
    expect(calls.begun.map(({ args: [offset] }) => offset)).toEqual([0, 0, PAGE_ROWS, 0]);
    await calls.answer(3, pageOf('new'));
    expect(store.rowAt(0)).toBe('new');
  });

  test('a change while a page is read, also for the first time, has it read once more', async () => {
    see(0);
    store.changed();
    store.changed();
    expect(calls.begun).toHaveLength(1);
    await calls.answer(0, pageOf('before the change', 7));
    expect(store.rowAt(0)).toBe('before the change');
    expect(calls.begun).toHaveLength(2);
    see(1);
    expect(calls.begun[2]!.args[3], 'where the next page began before the change').toBeUndefined();
    see(0);
    await calls.answer(3, pageOf('after it', 8));
    expect(store.rowAt(0)).toBe('after it');
    expect(calls.begun).toHaveLength(4);
    see(1);
    expect(calls.begun[4]!.args[3]).toBe(8);
  });

  test('a refused page keeps its rows and is read again when it is next wanted', async () => {
    see(0);
    await calls.answer(0, pageOf('old'));
    store.changed();
    await calls.refuse(1);
    expect([store.rowAt(0), store.refused]).toEqual(['old', REFUSED]);
    expect(calls.begun).toHaveLength(2);
    see(0);
    await calls.answer(2, pageOf('new'));
    expect([store.rowAt(0), store.refused]).toEqual(['new', undefined]);
  });

  test('pages far from what is wanted are dropped', async () => {
    for (let page = 0; page < 3 * KEPT_PAGES; page += 1) {
      see(page);
      await calls.answer(page, pageOf(`row of page ${page}`));
    }
    const last = 3 * KEPT_PAGES - 1;
    const there = Array.from({ length: last + 1 }, (_, page) => page).filter((page) => store.rowAt(page * PAGE_ROWS));
    expect([there[0], there.at(-1)]).toEqual([last - KEPT_PAGES, last]);
  });

  test('nothing is read after its end', () => {
    see(0);
    store.end();
    expect(calls.begun[0]!.args[2].aborted).toBe(true);
    store.changed();
    expect(calls.begun).toHaveLength(1);
  });
});

describe('a request that is sent until there is an answer', () => {
  let answers: (Response | undefined)[];
  let sent: number;
  let said: (number | undefined)[];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    sent = 0;
    said = [];
    vi.stubGlobal('fetch', async () => {
      const answer = answers[Math.min(sent, answers.length - 1)];
      sent += 1;
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return answer.clone();
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const answered = (signal?: AbortSignal): Promise<Response> =>
    sendUntilAnswered('/admin/call', {}, (ms) => said.push(ms), signal);
  const GOOD = new Response('{}');
  const refusal = (status: number, ...of: Parameters<typeof errorBody>): Response =>
    new Response(errorBody(...of), { status });

  test.each(['DISK_FULL', 'STORE_READ_ONLY'] as const)('%s is an answer', async (code) => {
    answers = [refusal(503, code), GOOD];
    const answer = await answered();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ message: code });
    expect([sent, said]).toEqual([1, [undefined]]);
  });

  test('so is a 429 of the server that counts what may be open at a time', async () => {
    answers = [refusal(429, 'FEED_LIMIT_REACHED'), GOOD];
    expect((await answered()).status).toBe(429);
  });

  test.each(['OVERLOADED', 'STARTING_UP', 'SHUTTING_DOWN', 'JOURNAL_FAILED', 'NOT_LEADER', 'LEADER_LOST'] as const)(
    '%s is waited for',
    async (code) => {
      answers = [refusal(503, code), GOOD];
      const asked = answered();
      await turn();
      await turn();
      expect(sent).toBe(1);
      await vi.advanceTimersByTimeAsync(300);
      expect((await asked).status).toBe(200);
    },
  );

  test.each([429, 502, 503, 504])('%i of a proxy in front is waited for', async (status) => {
    answers = [new Response('<h1>Bad Gateway</h1>', { status }), GOOD];
    const asked = answered();
    await turn();
    await turn();
    await vi.advanceTimersByTimeAsync(300);
    expect((await asked).status).toBe(200);
  });

  test('one word of the person wakes all calls that wait, also after one of them went on', async () => {
    answers = [undefined];
    const giving = new AbortController();
    const first = answered(giving.signal);
    await vi.advanceTimersByTimeAsync(300);
    await vi.advanceTimersByTimeAsync(1000);
    const second = answered(giving.signal);
    await turn();
    expect(sent).toBe(4);
    // The second call goes on by itself, while the first one waits for 2 s.
    await vi.advanceTimersByTimeAsync(300);
    expect(sent).toBe(5);
    retryNow();
    await turn();
    expect(sent).toBe(7);
    giving.abort(new Error('given up'));
    await expect(first).rejects.toThrow('given up');
    await expect(second).rejects.toThrow('given up');
  });

  test('a call that is given up ends its pause', async () => {
    answers = [undefined];
    const giving = new AbortController();
    const asked = answered(giving.signal);
    await turn();
    giving.abort(new Error('given up'));
    await expect(asked).rejects.toThrow('given up');
    expect(vi.getTimerCount()).toBe(0);
    retryNow();
    await turn();
    expect(sent).toBe(1);
  });
});
