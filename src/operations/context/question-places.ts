// Places among the hundred questions that a thread of an extension may have, so that carts and checkouts find one
// whatever is read (D625), and staff whatever sessions send at once (D666).
import { refuseAt } from '../../kernel/limits.ts';
import type { Refusal } from '../../kernel/result.ts';
import { CHANNEL_SHARE, Waiting } from './slow-work.ts';

export interface PlaceLimits {
  /** Questions at a time, of all holders. */
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

/** What each holder of changes may have: as many as one call asks at a time. */
const OWN_MAX = 20;
const CHANGED = { allMax: Infinity, holderMax: OWN_MAX, callMax: OWN_MAX, what: 'what is changed' };

/** The holder is a session, and who calls is no person: anybody opens sessions, so that they leave places together. */
export const SESSION_PLACES: PlaceLimits = { ...CHANGED, allMax: 65, holder: 'this session' };

/** The holder is a person. */
export const PERSON_PLACES: PlaceLimits = { ...CHANGED, holder: 'this person' };

/** The holder is a channel, which calls without a session. */
export const CHANNEL_PLACES: PlaceLimits = { ...CHANGED, holder: 'this channel' };

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
