// Questions that reads ask extensions: a quarter of the hundred that a thread may have, so that carts and checkouts
// find a place whatever is read (D625).
import { refuseAt } from '../../kernel/limits.ts';
import type { Refusal } from '../../kernel/result.ts';
import { CHANNEL_SHARE, Waiting } from './slow-work.ts';

const READ_QUESTIONS_MAX = 25;
const CHANNEL_MAX = Math.ceil(READ_QUESTIONS_MAX * CHANNEL_SHARE);
const CALL_MAX = 10;

export class ReadQuestions {
  private readonly waiting = new Waiting();

  /** Asks `wanted` questions of one call, `atOnce` of which find a place. Refuses: OVERLOADED where none does. */
  within(
    channelId: number,
    wanted: number,
    ask: (atOnce: number) => Promise<Refusal | undefined>,
  ): Promise<Refusal | undefined> {
    const { all, byChannel } = this.waiting;
    const own = byChannel.get(channelId) ?? 0;
    const atOnce = Math.min(wanted, CALL_MAX, READ_QUESTIONS_MAX - all, CHANNEL_MAX - own);
    if (atOnce <= 0) {
      const met = all >= READ_QUESTIONS_MAX ? `${all}` : `${own} of this channel`;
      const most = all >= READ_QUESTIONS_MAX ? READ_QUESTIONS_MAX : CHANNEL_MAX;
      const detail = `Extensions have ${met} questions of what is read, of at most ${most}; try again.`;
      return Promise.resolve(refuseAt('extension_questions', 'OVERLOADED', '', detail));
    }
    this.waiting.add(channelId, atOnce);
    return ask(atOnce).finally(() => this.waiting.add(channelId, -atOnce));
  }
}
