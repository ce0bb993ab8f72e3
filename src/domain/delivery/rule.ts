// A delivery rule: for which carts a delivery method may be chosen, what it costs them and how many days it takes. A
// method's rules are a table; the first that fits a cart by falling priority, then by id, decides (choose.ts). A change
// of a rule touches a cart with its next change, or with its checkout.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { sameValue } from '../same-value.ts';
import { schema } from '../schema.ts';
import { DeliveryRuleIndex } from './rule-index.ts';
import type { Basis, DeliveryTerms } from './terms.ts';

export interface DeliveryRule {
  terms: DeliveryTerms;
  createdMs: number;
}

export type DeliveryRuleCommand =
  | { readonly type: 'make_rule'; readonly terms: DeliveryTerms }
  | { readonly type: 'change_rule'; readonly terms: DeliveryTerms }
  | { readonly type: 'end_rule' };

const NO_IDS: readonly number[] = [];
const NO_TEXTS: readonly string[] = [];

const TERMS = {
  name: '',
  methodId: 0,
  countries: NO_TEXTS,
  zips: NO_TEXTS,
  sumFromMinor: 0,
  sumToMinor: 0,
  basis: 'after' as Basis,
  weightFromG: 0,
  weightToG: 0,
  volumeFromMm3: 0,
  volumeToMm3: 0,
  piecesFromMilli: 0,
  piecesToMilli: 0,
  goods: '',
  unless: '',
  channels: NO_IDS,
  groups: NO_IDS,
  currency: '',
  priceE4: 0,
  perKgE4: 0,
  perPieceE4: 0,
  freeFromMinor: 0,
  taxClass: '',
  daysMin: 0,
  daysMax: 0,
  cutoffMinute: -1,
  storageId: 0,
  priority: 0,
};

/** What a rule says where nothing is said. */
export const NEW_RULE: DeliveryTerms = TERMS;

const EVENTS = {
  delivery_rule_created: { ...TERMS },
  /** All terms, also those that stay. */
  delivery_rule_changed: { ...TERMS },
  delivery_rule_deleted: {},
};

export const deliveryRule: ActorKind<DeliveryRule, DeliveryRuleCommand, typeof EVENTS, DeliveryRuleIndex> = {
  kind: 'delivery_rule',
  state: schema<DeliveryRule>({ terms: schema<DeliveryTerms>({ ...TERMS }), createdMs: 0 }),
  audit: { hidden: [] },
  events: EVENTS,
  ends: 'delivery_rule_deleted',
  decide({ terms }, command) {
    switch (command.type) {
      case 'make_rule':
        return decided({ type: 'delivery_rule_created', ...command.terms });
      case 'change_rule':
        return sameValue(command.terms, terms)
          ? decided()
          : decided({ type: 'delivery_rule_changed', ...command.terms });
      case 'end_rule':
        return decided({ type: 'delivery_rule_deleted' });
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    if (event.type === 'delivery_rule_deleted') return;
    const { type, ...terms } = event;
    state.terms = terms;
    if (type === 'delivery_rule_created') state.createdMs = atMs;
  },
  index: {
    ignoresPending: true,
    create: () => new DeliveryRuleIndex(),
    add: (index, id, { terms }) => index.add(id, terms),
    remove: (index, id, { terms }) => index.remove(id, terms),
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly delivery_rule: typeof deliveryRule;
  }
}
