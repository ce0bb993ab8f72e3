// Catches a node that has given its lead away and keeps calls until it ends, because it believes that it leads still.
import { expect, test } from 'vitest';
import type { Head } from '../../../src/engine/replication/log.ts';
import { NextLeader } from '../../../src/server/cluster/next-leader.ts';

const headOf = (leader: string): Head => ({ leader, url: `http://${leader}` }) as Head;

test('finds who leads next, although the log does not answer at first', async () => {
  const answers = [undefined, headOf('a'), headOf('b')];
  let asked = 0;
  const head = (): Promise<Head | undefined> => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('no answer')) : Promise.resolve(answers.shift());
  };
  const next = new NextLeader({ head }, 'a');
  let found = 0;
  await next.find(() => void (found += 1));
  expect([next.head?.leader, asked, found]).toEqual(['b', 4, 1]);
});

test('asks no more once the node has left', async () => {
  let asked = 0;
  const next = new NextLeader({ head: () => ((asked += 1), Promise.resolve(headOf('a'))) }, 'a');
  const searched = next.find(() => expect.unreachable());
  next.close();
  await searched;
  expect([next.head, asked]).toEqual([undefined, 1]);
});
