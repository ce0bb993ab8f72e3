// Would catch a server that says it is ready although it stops, as systemd and balancers would send it calls; and one
// that goes on and never says it.
import { expect, test, vi } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { announce } from '../../../src/server/lifecycle/announce.ts';
import { ServerLife } from '../../../src/server/lifecycle/server-life.ts';

vi.spyOn(console, 'log').mockImplementation(() => {});
vi.spyOn(console, 'error').mockImplementation(() => {});

/** A server that follows; `becomesReady`: once its role is ready. */
const announced = () => {
  const life = new ServerLife();
  life.step('open');
  life.step('follow');
  let becomesReady!: () => void;
  const ready = new Promise<void>((resolve) => (becomesReady = resolve));
  const told: string[] = [];
  const engine = { readContext: () => ({ read: () => undefined }) };
  const server = {
    config: loadConfig({}, {}, undefined, {}),
    store: { engine },
    ports: { url: 'http://here/srv/service/', adminOrigin: '' },
    role: { ready },
    life,
  };
  announce(server as never, (url) => told.push(url));
  return { life, told, becomesReady };
};

const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

test('a server says that it is ready once its role is, and not where it stops by then', async () => {
  const one = announced();
  await turn();
  expect(one.told).toEqual([]);
  one.becomesReady();
  await turn();
  expect(one.told).toEqual(['http://here/srv/service/']);
  const other = announced();
  other.life.step('retire');
  other.becomesReady();
  await turn();
  expect(other.told).toEqual([]);
});

test('a server that becomes ready while it retires says so when it goes on, and says it once', async () => {
  const { life, told, becomesReady } = announced();
  life.step('retire');
  becomesReady();
  await turn();
  life.step('lead');
  await turn();
  expect(told).toEqual([]);
  life.step('lead_on');
  await turn();
  life.step('retire');
  life.step('follow_on');
  await turn();
  expect(told).toEqual(['http://here/srv/service/']);
});

test('a server that goes on and retires again at once says nothing in between', async () => {
  const { life, told, becomesReady } = announced();
  life.step('retire');
  becomesReady();
  await turn();
  life.step('follow_on');
  life.step('retire');
  await turn();
  expect(told).toEqual([]);
  life.step('follow_on');
  await turn();
  expect(told).toHaveLength(1);
});

test('a server that has retired and stops never says that it is ready', async () => {
  const { life, told, becomesReady } = announced();
  life.step('retire');
  becomesReady();
  await turn();
  life.step('stop');
  life.step('end');
  await turn();
  expect(told).toEqual([]);
});
