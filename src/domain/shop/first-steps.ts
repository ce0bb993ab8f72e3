// What a new shop does first, in eight steps. Which of them are done, or passed over, is held by the shop, so that
// another device, or another person, goes on where one has stopped.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { heldShop } from './change-settings.ts';
import { FIRST_STEPS, SHOP_ID, shopState } from './shop.ts';
import type { FirstStep, StepMark } from './shop.ts';

interface StepState {
  readonly name: FirstStep;
  readonly state: StepMark | 'open';
}

export interface ShownSteps {
  /** Whether the back office shows them: they were begun, were not put away, and are not over. */
  readonly areShown: boolean;
  readonly isAway: boolean;
  readonly steps: readonly StepState[];
  /** The trial order that was placed last, one that is not cancelled before all others; 0: none. */
  readonly trialOrderId: number;
}

/** A product, and a trial order, are steps that are done by being there. */
const isThere = (reader: Reader, step: FirstStep, trialOrderId: number): boolean => {
  if (step === 'trial') return trialOrderId !== 0;
  if (step !== 'product') return false;
  reader.trackAbsence('shopobject');
  return reader.index('shopobject').counts.product > 0;
};

/**
 * The steps are over once each is done or passed over, and all trial orders are cancelled: they hold stock until then.
 */
export const shownSteps = (reader: Reader): ShownSteps => {
  const { isBegun = false, isAway = false, marks = {} } = shopState(reader)?.firstSteps ?? {};
  const { trials, openTrials } = reader.index('order');
  for (const list of [trials, openTrials]) reader.track(list);
  const trialOrderId = openTrials.ids.at(-1) ?? trials.ids.at(-1) ?? 0;
  const isTrialOpen = openTrials.ids.length > 0;
  const steps = FIRST_STEPS.map((name): StepState => ({
    name,
    state: isThere(reader, name, trialOrderId) ? 'done' : (marks[name] ?? 'open'),
  }));
  const isOver = !isTrialOpen && steps.every(({ state }) => state !== 'open');
  return { areShown: isBegun && !isAway && !isOver, isAway, steps, trialOrderId };
};

interface StepChange {
  readonly step?: FirstStep | undefined;
  readonly mark: StepMark | 'open';
  readonly isAway?: boolean | undefined;
}

export const changeSteps = (tx: Transaction, { step, mark, isAway }: StepChange): Result<void> => {
  const held = heldShop(tx);
  if (!held.ok) return held;
  const marked = step === undefined ? DONE : tx.ask('shop', SHOP_ID, { type: 'mark_step', step, mark });
  if (!marked.ok || isAway === undefined) return marked;
  return tx.ask('shop', SHOP_ID, { type: 'put_steps_away', isAway });
};
