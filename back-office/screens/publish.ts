// Shows or hides a product or a content, and turns it back.
import { call } from '../api/call.ts';
import { isMeanwhile, seenAs } from '../seen.ts';
import { updateObject } from './object-calls.ts';
import type { ObjectType } from './object-calls.ts';

export interface Turned {
  readonly id: number;
  readonly type: ObjectType;
  /** The record that it was read of. */
  readonly seq?: number;
}

/** How often it is sent as of a newer record, where others change other fields at the same time. */
const TRIES = 5;

/** It is as of the record that it was read of, or reads it again where there is a newer one. Throws Refused. */
export const turn = async ({ id, type, seq: known }: Turned, isVisible: boolean): Promise<Turned> => {
  let seq = known;
  for (let at = 1; ; at += 1) {
    try {
      const { seq: made } = await updateObject({ id, type }, { shop_active: isVisible ? 1 : 0, ...seenAs(seq) });
      return { id, type, ...(made !== undefined && { seq: made }) };
    } catch (error) {
      if (!isMeanwhile(error) || at === TRIES) throw error;
    }
    const now = await call('get_shopobject_languages', { id_shopobject: id });
    // Somebody else has turned it, too.
    if (now.shop_active === (isVisible ? 1 : 0)) return { id, type, seq: now.seq };
    ({ seq } = now);
  }
};
