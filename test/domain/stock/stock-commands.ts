// Random commands for storages, stock items and pages of their movements, well-formed as the operations make them.
import * as fc from 'fast-check';
import type { Milli } from '../../../src/domain/money.ts';
import { text, id, milli, as, holder, first } from '../command-values.ts';
import type { Commands } from '../command-values.ts';

export const STOCK_COMMANDS: Pick<Commands, 'storage' | 'stock' | 'stock_movement_page'> = {
  storage: first(fc.record({ type: as('open_storage'), name: text })),
  stock: {
    first: fc.record({ type: as('open_stock'), storageId: id, holderId: id, quantityMilli: milli }),
    rest: fc.oneof(
      fc.record({ type: fc.constantFrom('place' as const, 'take' as const), quantityMilli: milli, note: text }),
      fc.record({ type: fc.constantFrom('sell' as const, 'put_back' as const), quantityMilli: milli, orderId: id }),
      fc.record({ type: as('sell'), quantityMilli: milli, orderId: id, holder }),
      fc.record({
        type: as('hold'),
        holder,
        quantityMilli: fc.oneof(milli, fc.constant(0)),
        lifeMs: fc.integer({ min: 1, max: 50 }),
      }),
      fc.record({ type: as('hold'), holder, quantityMilli: fc.constant(1 as Milli), lifeMs: fc.constant(10) }),
      fc.array(fc.record({ holder, quantityMilli: fc.constantFrom(0, 1) }), { maxLength: 3 }).map((lowered) => ({
        type: 'lower_holds' as const,
        holds: lowered.map(
          ({ holder: { sessionId, generation }, quantityMilli }) => [sessionId, generation, quantityMilli] as const,
        ),
      })),
      { weight: 2, arbitrary: fc.record({ type: as('expire_holds') }) },
      { weight: 1, arbitrary: fc.record({ type: as('limit_holds'), lifeMs: fc.integer({ min: 0, max: 20 }) }) },
      fc.record({ type: as('archive_movements'), pageId: id, count: fc.nat({ max: 3 }) }),
      fc.record({ type: as('close_stock') }),
    ),
  },
  stock_movement_page: first(
    fc.record({
      type: as('create_page'),
      stockId: id,
      previousPageId: id,
      earlierMilli: milli,
      movements: fc.array(fc.tuple(fc.constantFrom('placed' as const, 'sold' as const), milli, id, id, text), {
        maxLength: 3,
      }),
    }),
  ),
};
