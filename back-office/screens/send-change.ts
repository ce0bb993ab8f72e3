// Sends what was typed about a product or a content, as a change of a record that the page has read.
//
// Guaranteed: nothing that somebody else has saved meanwhile is overwritten unseen; nor by the second of two saves that
// follow each other before the page has read what became of the first.
import { Refused } from '../api/refused.ts';
import type { ObjectChange } from './object-calls.ts';
import { changeOf, conflictsIn } from './product-draft.ts';
import type { Draft, FieldId, Product } from './product-draft.ts';

/** How often a change is sent as of a newer record, where others change other fields at the same time. */
const TRIES = 5;

/** The object in the shop. Both throw Refused. */
export interface ObjectPlace {
  read(): Promise<Product>;
  /** `seq`: the record that changed it last, where the shop says it. */
  update(change: ObjectChange): Promise<{ readonly seq?: number }>;
}

interface Typed {
  /** As the page has read it last. */
  readonly product: Product;
  /** The last record that the page knows of: that of the read, or of its own save since. */
  readonly seq: number;
  readonly draft: Draft;
  readonly changed: readonly FieldId[];
}

/**
 * Sends a change of the last record that the page knows of. Where there is a newer one the object is read again, and
 * the change is sent unless somebody else touched the same fields. Answers with the record that the next change names;
 * undefined: nothing was saved. Throws Refused.
 */
export const sendChange = async (
  place: ObjectPlace,
  { product, seq: known, draft, changed }: Typed,
): Promise<number | undefined> => {
  let [now, seq] = [product, known];
  for (let turn = 1; ; turn += 1) {
    const { id_product: _id, ...change } = changeOf(now, draft, changed);
    try {
      const { seq: made } = await place.update({ ...change, if_seq: seq });
      // The page shows nothing yet of what was read here: the next change is refused, and reads again.
      return turn === 1 ? (made ?? seq) : known;
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'CHANGED_MEANWHILE' || turn === TRIES) throw error;
    }
    now = await place.read();
    ({ seq } = now.own);
    if (conflictsIn(now, changed).length > 0) return undefined;
  }
};
