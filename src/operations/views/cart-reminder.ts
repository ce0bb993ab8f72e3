// The lines of a cart as a reminder shows them: names and quantities, and no prices, which the cart page has.
import { isGoods } from '../../domain/calculation/goods.ts';
import type { Cart } from '../../domain/cart/cart.ts';
import { NAME_IS_HTML } from '../../domain/cart/line.ts';
import type { Labels } from '../../outside/documents/templates.ts';
import type { DocumentServices } from '../context/document-services.ts';
import { quantityText, shownName } from './slips.ts';

export const remindedLines = (
  { lines }: Pick<Cart, 'lines'>,
  documents: DocumentServices,
  labels: Labels,
): readonly { readonly name: string; readonly quantity: string }[] =>
  lines.filter(isGoods).map(({ name, markup, quantityMilli }) => ({
    name: shownName(name, (markup & NAME_IS_HTML) !== 0, documents),
    quantity: quantityText(quantityMilli, labels),
  }));
