// What becomes of the point of a picture when another picture takes its place.
import { draftOf, savedText } from './product-draft.ts';
import type { Draft, FieldId, Product } from './product-draft.ts';

interface Typing {
  readonly product: Product;
  readonly draft: Draft;
  readonly type: (id: FieldId, text: string) => void;
}

/** Types addresses: another picture has no point yet, and the one that is saved has its own again. */
export const withItsPoint = <T extends Typing>(editing: T): T => ({
  ...editing,
  type: (id: FieldId, text: string) => {
    const { product } = editing;
    const kept = draftOf(product.own.id);
    // An upload ends long after the page was drawn for it; nothing is kept of a draft that is still as it began.
    const draft = Object.keys(kept).length === 0 ? editing.draft : kept;
    const before = draft[id] ?? savedText(product, id);
    editing.type(id, text);
    if (text === before) return;
    const point = id.replace(/^attributes/, 'focus') as FieldId;
    const saved = savedText(product, point);
    const next = text === savedText(product, id) ? saved : '';
    if ((draft[point] ?? saved) !== next) editing.type(point, next);
  },
});
