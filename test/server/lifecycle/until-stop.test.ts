// Would catch a server that ends, or goes on without its role, because its successor has died.
import { expect, test, vi } from 'vitest';
import { ServerLife } from '../../../src/server/lifecycle/server-life.ts';
import type { Successor } from '../../../src/server/lifecycle/hand-over.ts';
import { untilStop } from '../../../src/server/lifecycle/until-stop.ts';
import type { Ending } from '../../../src/server/lifecycle/until-stop.ts';

vi.spyOn(console, 'log').mockImplementation(() => {});
vi.spyOn(console, 'error').mockImplementation(() => {});

/** A server whose steps are noted, and whose successors are given by a test. */
const server = (more: { isLeaving?: boolean; stopping?: boolean; isLeading?: boolean } = {}) => {
  const { isLeading = true } = more;
  const life = new ServerLife();
  life.step('open');
  life.step(isLeading ? 'lead' : 'follow');
  const steps: string[] = [];
  const step = (name: string) => (): Promise<void> => {
    steps.push(name);
    return Promise.resolve();
  };
  let arrive!: (one: Successor) => void;
  let stop!: () => void;
  const next = (): Promise<Successor> => new Promise((resolve) => (arrive = resolve));
  const handOver = {
    next: next(),
    abandon: () => void steps.push('abandon'),
    failed: (why: string): void => {
      steps.push(`failed: ${why.split(' that ')[0]}`);
      handOver.next = next();
    },
  };
  const role: Ending['role'] = {
    retire: step('retire'),
    goOn: () => void steps.push('go on'),
    following: { isLeaving: more.isLeaving === true } as Ending['role']['following'],
  };
  const ended = untilStop(
    {
      life,
      engine: { isLeading },
      operator: { stopping: more.stopping === true },
      stopped: new Promise((resolve) => (stop = resolve)),
      role,
      handOver,
      ports: { drain: step('drain'), resume: step('resume') },
    },
    1_000,
  );
  const successor = (isAlive: boolean): Successor => ({ pid: 7, isAlive }) as Successor;
  return { life, steps, ended, stop, arrives: (isAlive: boolean) => arrive(successor(isAlive)) };
};

const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));
const WENT_ON = ['retire', 'drain', 'go on', 'resume', 'failed: the process'];

test('a successor that dies leaves the server and its role as they were, and the next one takes over', async () => {
  const { life, steps, ended, arrives } = server();
  arrives(false);
  await turn();
  expect(steps).toEqual(WENT_ON);
  expect(life.state).toBe('LEADING');
  arrives(false);
  await turn();
  arrives(true);
  expect((await ended)?.pid).toBe(7);
  expect(life.state).toBe('HANDING_OVER');
  expect(steps).toEqual([...WENT_ON, ...WENT_ON, 'retire', 'drain']);
});

test('a server that follows goes on following when its successor has died', async () => {
  const { life, arrives } = server({ isLeading: false });
  arrives(false);
  await turn();
  expect(life.state).toBe('FOLLOWING');
});

test('a node that has given its lead away ends when its successor has died', async () => {
  const { life, steps, ended, arrives } = server({ isLeaving: true });
  arrives(false);
  expect(await ended).toBeUndefined();
  expect(life.state).toBe('STOPPING');
  expect(steps).toEqual(['retire', 'drain', 'abandon']);
});

test('whoever stops the server gets no successor', async () => {
  const { steps, ended, stop } = server();
  stop();
  expect(await ended).toBeUndefined();
  expect(steps).toEqual(['retire', 'abandon']);
  const stopping = server({ stopping: true });
  stopping.arrives(true);
  expect(await stopping.ended).toBeUndefined();
  expect(stopping.steps).toEqual(['retire', 'drain', 'abandon']);
});
