// Edits, invoices and credits of orders in stores of tests.
import { setQuantity } from '../../src/domain/cart/line-quantity.ts';
import { beginEdit } from '../../src/domain/orders/begin-edit.ts';
import { cancelLines } from '../../src/domain/orders/cancel-lines.ts';
import { commitEdit } from '../../src/domain/orders/commit-edit.ts';
import { issueInvoice } from '../../src/domain/orders/issue-documents.ts';
import type { Session } from '../../src/domain/cart/session.ts';
import type { Milli } from '../../src/domain/money.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { CAUSE, make } from '../engine/shop.ts';

/** Makes the first line of an order have so many pieces. `false`: the order takes no edit. */
export const edit = (engine: Engine, orderId: number, pieces: number): boolean => {
  const begun = engine.transact(CAUSE, (tx) => beginEdit(tx, { orderId, ifSeq: undefined, by: 0 }));
  if (!begun.ok) return false;
  const { id } = begun.value;
  const lineId = (engine.tables.session.peek(id) as Session).cart.lines[0]!.id;
  make(engine, (tx) => setQuantity(tx, { sessionId: id, lineId, quantityMilli: (pieces * 1000) as Milli }));
  const session = engine.tables.session.peek(id) as Session;
  const open = { id, session, edits: session.edits! };
  const given = { edit: open, ifSeq: undefined, expectedMinor: undefined, reason: '', by: 0 };
  return engine.transact(CAUSE, (tx) => commitEdit(tx, given)).ok;
};

/** As the operation does it, but for the document; a cancelled order gets none. */
export const issue = (engine: Engine, orderId: number): void => {
  const made = { language: 'de_DE', format: 'html', data: 'x', bytes: 'x' } as const;
  engine.transact(CAUSE, (tx) => issueInvoice(tx, orderId, made));
};

/** Cancels one piece of the first line, if the order has one. */
export const cancelPiece = (engine: Engine, orderId: number): void => {
  const given = { orderId, ifSeq: undefined, lines: [{ lineId: 1, quantityMilli: 1000 }], reason: '', by: 0 };
  engine.transact(CAUSE, (tx) => cancelLines(tx, given));
};
