// Any JSON as Kontor writes it: objects whose members have an order.
import * as fc from 'fast-check';
import { Keyed } from '../../src/kernel/json.ts';
import type { Json } from '../../src/kernel/json.ts';

/** Values of every kind, nested; members are named by `name`. */
export const jsonWith = (name: fc.Arbitrary<string>): fc.Arbitrary<Json> =>
  fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary-ascii' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map((entries) => new Keyed([...new Map(entries)])),
    ),
  })).value;
