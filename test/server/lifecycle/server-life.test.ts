// Would catch a server that leads again after it has given its store away, or answers after its end; one that says it
// is ready while it stops; and a step that the program takes and the drawing lacks, or the other way round.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverLifecycle } from '../../../src/domain/lifecycles/server.ts';
import type { ServerEvent, ServerState } from '../../../src/domain/lifecycles/server.ts';
import { beginToLead } from '../../../src/server/lifecycle/prepare-role.ts';
import { ServerLife } from '../../../src/server/lifecycle/server-life.ts';

const after = (...events: readonly ServerEvent[]): ServerLife => {
  const life = new ServerLife();
  for (const event of events) life.step(event);
  return life;
};

/** State → steps that lead to it from the start. */
const WAYS: Readonly<Record<ServerState, readonly ServerEvent[]>> = {
  STARTING: [],
  OPEN: ['open'],
  FOLLOWING: ['open', 'follow'],
  LEADING: ['open', 'lead'],
  RETIRING: ['open', 'lead', 'retire'],
  HANDING_OVER: ['open', 'lead', 'retire', 'hand_over'],
  STOPPING: ['open', 'lead', 'retire', 'stop'],
  ENDED: ['fail'],
};

test('a life goes by its arrows', () => {
  expect(after().state).toBe('STARTING');
  expect(after('stop', 'end').state).toBe('ENDED');
  expect(after('open', 'follow', 'lead', 'retire', 'lead_on', 'retire', 'hand_over', 'end').state).toBe('ENDED');
});

test('a node whose log answers again says that it leads, and changes nothing of what the server does', () => {
  for (const state of ['LEADING', 'RETIRING', 'STOPPING', 'HANDING_OVER'] as const)
    expect(after(...WAYS[state], 'lead').state).toBe(state);
});

test('in every state, each step of the drawing is taken, and every other one is a fault that changes nothing', () => {
  for (const state of serverLifecycle.states) {
    for (const event of serverLifecycle.events) {
      const life = after(...WAYS[state]);
      expect(life.state).toBe(state);
      const drawn = serverLifecycle.step(state, event);
      if (drawn === undefined)
        expect(() => life.step(event)).toThrow(`a server in the state ${state} takes the step ${event}`);
      else life.step(event);
      expect(life.state, `${state} ${event}`).toBe(drawn?.to ?? state);
    }
  }
});

test('it serves while it follows or leads, and stops from its retirement to its end', () => {
  const states = (is: (life: ServerLife) => boolean): string[] =>
    serverLifecycle.states.filter((state) => is(after(...WAYS[state])));
  expect(states((life) => life.isServing)).toEqual(['FOLLOWING', 'LEADING']);
  expect(states((life) => life.isStopping)).toEqual(['RETIRING', 'HANDING_OVER', 'STOPPING']);
  expect(after('open', 'follow', 'retire', 'follow_on').isServing).toBe(true);
});

test('every event of the drawing is a step that the program takes', () => {
  const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const taken = files.flatMap((file) =>
    [...readFileSync(join('src/server', file), 'utf8').matchAll(/\blife\.step\((?<events>[^;]*)\);/g)].flatMap((step) =>
      [...step.groups!['events']!.matchAll(/'(?<event>[a-z_]+)'/g)].map(({ groups }) => groups!['event']!),
    ),
  );
  expect([...new Set(taken)].toSorted()).toEqual(serverLifecycle.events.toSorted());
});

test('a server that begins to lead where that is no step of its life ends, and records nothing', () => {
  const told: string[] = [];
  const engine = new Proxy({}, { get: (_, name) => expect.fail(`the engine is asked for ${String(name)}`) });
  const life = after('fail');
  beginToLead(
    life,
    engine as Parameters<typeof beginToLead>[1],
    {} as Parameters<typeof beginToLead>[2],
    (reason, error) => {
      told.push(`${reason}: ${(error as Error).message}`);
    },
  );
  expect(told).toEqual(['this server must not lead: a server in the state ENDED takes the step lead']);
});

test('a server that cannot prepare what a leader needs ends', () => {
  const told: string[] = [];
  const engine = new Proxy({}, { get: () => expect.fail('of another currency') });
  const life = after('open', 'follow');
  beginToLead(
    life,
    engine as Parameters<typeof beginToLead>[1],
    {} as Parameters<typeof beginToLead>[2],
    (reason, error) => {
      told.push(`${reason}: ${(error as Error).message}`);
    },
  );
  expect(told).toEqual(['this server must not lead: of another currency']);
});
