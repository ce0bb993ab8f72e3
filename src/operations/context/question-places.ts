// Places among the hundred questions that a thread of an extension may have, so that carts and checkouts find one
// whatever is read (D625), and whatever one session sends at once (D666).
import { refuseAt } from '../../kernel/limits.ts';
import type { Refusal } from '../../kernel/result.ts';
import { CHANNEL_SHARE, Waiting } from './slow-work.ts';

export interface PlaceLimits {
  /** Questions at a time, of everybody. */
  readonly allMax: number;
  /** Those of one holder. */
  readonly holderMax: number;
  readonly callMax: number;
  readonly what: string;
  readonly holder: string;
}

const READS_MAX = 25;

/** The holder is a channel. */
export const READ_PLACES: PlaceLimits = {
  allMax: READS_MAX,
  holderMax: Math.ceil(READS_MAX * CHANNEL_SHARE),
  callMax: 10,
  what: 'what is read',
  holder: 'this channel',
};

/** The holder is a session. */
export const WRITE_PLACES: PlaceLimits = {
  allMax: Infinity,
  holderMax: 20,
  callMax: 20,
  what: 'what is changed',
  holder: 'this session',
};

export class QuestionPlaces {
  private readonly waiting = new Waiting();
  private readonly limits: PlaceLimits;

  constructor(limits: PlaceLimits) {
    this.limits = limits;
  }

  /** Asks `wanted` questions of one call, `atOnce` of which find a place. Refuses: OVERLOADED where none does. */
  within(
    holder: number,
    wanted: number,
    ask: (atOnce: number) => Promise<Refusal | undefined>,
  ): Promise<Refusal | undefined> {
    const { allMax, holderMax, callMax, what, holder: named } = this.limits;
    const { all, byHolder } = this.waiting;
    const own = byHolder.get(holder) ?? 0;
    const atOnce = Math.min(wanted, callMax, allMax - all, holderMax - own);
    if (atOnce <= 0) {
      const [met, max] = all >= allMax ? [`${all} questions`, allMax] : [`${own} questions of ${named}`, holderMax];
      const detail = `Extensions have ${met} about ${what}, of at most ${max}; try again.`;
      return Promise.resolve(refuseAt('extension_questions', 'OVERLOADED', '', detail));
    }
    this.waiting.add(holder, atOnce);
    return ask(atOnce).finally(() => this.waiting.add(holder, -atOnce));
  }
}
