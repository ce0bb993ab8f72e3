// Would catch two processes of one node that both go on, a node that waits for itself, and a log that is away which
// makes a node end.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LogRefused, LogSilent } from '../../../src/engine/replication/log.ts';
import { SignOfLife } from '../../../src/server/cluster/sign-of-life.ts';

/** One key of a log, which fails when it is told to. */
class OneNode {
  url = '';
  failure: Error | undefined;

  keepAlive(_name: string, url: string): Promise<string> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    if (this.url !== '' && this.url !== url) return Promise.resolve(this.url);
    this.url = url;
    return Promise.resolve('');
  }

  signOff(_name: string, url: string): Promise<void> {
    if (this.url === url) this.url = '';
    return Promise.resolve();
  }
}

const lives: SignOfLife[] = [];
const lifeAt = (nodes: OneNode, url: string): SignOfLife => {
  const life = new SignOfLife(nodes, { node: 'a', url });
  lives.push(life);
  return life;
};
const HERE = 'http://10.0.0.1:8090';
const COPY = 'http://10.0.0.2:8090';

afterEach(() => {
  for (const life of lives.splice(0)) life.close();
  vi.useRealTimers();
});

describe('the sign of life of a node', () => {
  test('is given by one of two processes that begin together; the other one is refused after a while', async () => {
    const nodes = new OneNode();
    await lifeAt(nodes, HERE).begin('data');
    await expect(lifeAt(nodes, COPY).begin('copy', 0)).rejects.toThrow(
      `node a runs at ${HERE}: copy is a copy of its directory`,
    );
    expect(nodes.url).toBe(HERE);
  });

  test('is waited for where it may be that of a process that has ended', async () => {
    vi.useFakeTimers();
    const nodes = new OneNode();
    nodes.url = COPY;
    let hasBegun = false;
    const begun = lifeAt(nodes, HERE)
      .begin('data')
      .then(() => (hasBegun = true));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(hasBegun).toBe(false);
    nodes.url = '';
    await vi.advanceTimersByTimeAsync(1_000);
    await begun;
    expect(nodes.url).toBe(HERE);
  });

  test('a process in whose place another one has come learns of it', async () => {
    vi.useFakeTimers();
    const nodes = new OneNode();
    const life = lifeAt(nodes, HERE);
    await life.begin('data');
    let why = '';
    void life.displaced.then((line) => (why = line));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(why).toBe('');
    nodes.url = COPY;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(why).toContain(`node a runs at ${COPY} now`);
  });

  test('waits for a log that is away, and for none that takes no changes; once signed off it gives none', async () => {
    vi.useFakeTimers();
    const nodes = new OneNode();
    nodes.failure = new LogSilent('away');
    let hasBegun = false;
    const life = lifeAt(nodes, HERE);
    const begun = life.begin('data', 0).then(() => (hasBegun = true));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hasBegun).toBe(false);
    nodes.failure = undefined;
    await vi.advanceTimersByTimeAsync(1_000);
    await begun;
    await life.signOff();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(nodes.url).toBe('');
    life.goOn();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(nodes.url).toBe(HERE);
    nodes.failure = new LogRefused('no space');
    await lifeAt(nodes, COPY).begin('copy', 0);
  });
});
