// Random commands for delivery rules, well-formed as the operations make them.
import * as fc from 'fast-check';
import { as } from '../command-values.ts';
import type { Commands } from '../command-values.ts';
import { deliveryTerms } from './delivery-values.ts';

export const DELIVERY_RULE_COMMANDS: Commands['delivery_rule'] = {
  first: fc.record({ type: as('make_rule'), terms: deliveryTerms }),
  rest: fc.oneof(
    { arbitrary: fc.record({ type: as('change_rule'), terms: deliveryTerms }), weight: 3 },
    fc.record({ type: as('end_rule') }),
  ),
};
