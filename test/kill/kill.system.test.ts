// Catches a server that loses something acknowledged, or comes back with something else, when it is killed at any
// moment.
import { expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import { killed } from './kill-run.ts';

const KILLS = runs(10, 5);
/** Fewer are too little traffic for all that the test is about. */
const KILLS_MANY = 20;

test(`${KILLS} kills lose nothing that was acknowledged`, async () => {
  const found = await killed(KILLS);
  // The traffic must have been what the test is about, or it proves nothing.
  if (KILLS < KILLS_MANY) return;
  expect(found['slotsUsedAgain'], 'session slots used again').toBeGreaterThan(0);
  expect(found['cut'], 'records cut from the journal').toBeGreaterThan(1000);
  expect(found['sessionsSeenToEnd'], 'sessions seen to end').toBeGreaterThan(0);
  expect(found['keysForgotten'], 'idempotency keys seen to be forgotten').toBeGreaterThan(0);
  expect(found['orders'], 'orders').toBeGreaterThan(KILLS / 4);
  expect(found['canceled'], 'cancelled orders').toBeGreaterThan(0);
  expect(found['delivered'], 'orders with delivery by rules').toBeGreaterThan(0);
  expect(found['toldOfTotals'], 'checkouts whose promotion others had before').toBeGreaterThan(0);
});
