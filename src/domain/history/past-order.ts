// An order of another shop system, kept as history: what it says is as it was there. It has the number that it had,
// which is a text, and an id among its own kind: no number that this shop gives is ever one of them.
//
// Guaranteed: it has no effect on the shop. It takes no stock, sends no message, has no invoice here, and no report
// counts it. Each has keys of its own, so that it is erased with its person.
// Not promised: that its sums add up. They are what the other system said.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { caseless } from '../../kernel/text.ts';
import { OrderedChildIndex } from '../ordered-child-index.ts';
import { sameValue } from '../same-value.ts';
import { field, schema } from '../schema.ts';
import { UniqueIndex } from '../unique-index.ts';
import { IdsByName } from './ids-by-name.ts';

export const PAST_ADDRESS_FIELDS = [
  'name',
  'companyname',
  'street',
  'zip',
  'city',
  'state',
  'country',
  'phone',
] as const;
export type PastAddress = { readonly [field in (typeof PAST_ADDRESS_FIELDS)[number]]?: string };

/** All that is about a person. */
export interface PastPerson {
  readonly email: string;
  readonly phone: string;
  readonly note: string;
  readonly delivery: PastAddress;
  readonly invoice: PastAddress;
}

/** What the other system said. Amounts are in units of 10^−currencyDigits of `currency`. */
export interface PastOrderContent {
  /** The system that it comes from, such as `shopify`. */
  readonly source: string;
  /** As it was there, such as `#1001`. */
  readonly number: string;
  readonly placedMs: number;
  /** 0: it was not cancelled. */
  readonly canceledMs: number;
  readonly currency: string;
  readonly currencyDigits: number;
  /** In the words of the other system, such as `paid`. */
  readonly paymentState: string;
  readonly deliveryState: string;
  readonly paymentMethod: string;
  readonly deliveryMethod: string;
  readonly discountCode: string;
  readonly goodsMinor: number;
  readonly deliveryMinor: number;
  readonly taxMinor: number;
  readonly discountMinor: number;
  readonly totalMinor: number;
  readonly refundedMinor: number;
  readonly taxes: readonly { readonly name: string; readonly amountMinor: number }[];
  /** `priceMinor`: of one piece; `discountMinor`: of the whole line. */
  readonly lines: readonly {
    readonly name: string;
    readonly elementNumber: string;
    readonly quantityMilli: number;
    readonly priceMinor: number;
    readonly discountMinor: number;
  }[];
  /** null: the person was erased. */
  readonly person: PastPerson | null;
}

interface Owned extends PastOrderContent {
  /** The data subject whose keys encrypt `person`. */
  readonly subject: number;
  /** 0: no account has it. */
  readonly userId: number;
}

export type PastOrder = { -readonly [K in keyof Owned]: Owned[K] } & {
  /** When it came first. */
  broughtMs: number;
};

export type PastOrderCommand =
  | ({ readonly type: 'bring_past_order' } & Owned)
  /** The account of its address came after it. */
  | { readonly type: 'assign_past_order'; readonly userId: number };

const NO_PERSON: PastPerson = Object.freeze({ email: '', phone: '', note: '', delivery: {}, invoice: {} });

const OWNED = {
  subject: 0,
  userId: 0,
  source: '',
  number: '',
  placedMs: 0,
  canceledMs: 0,
  currency: '',
  currencyDigits: 2,
  paymentState: '',
  deliveryState: '',
  paymentMethod: '',
  deliveryMethod: '',
  discountCode: '',
  goodsMinor: 0,
  deliveryMinor: 0,
  taxMinor: 0,
  discountMinor: 0,
  totalMinor: 0,
  refundedMinor: 0,
  taxes: [] as PastOrderContent['taxes'],
  lines: [] as PastOrderContent['lines'],
  person: field<PastPerson | null>(NO_PERSON, { personal: 'contact', erased: null }),
};

const EVENTS = {
  /** It came, or came again and says something else. */
  past_order_brought: OWNED,
  past_order_assigned: { userId: 0 },
};

/** A number as it is looked up: in any case, with `#` before it or without. */
export const numberKey = (number: string): string => number.trim().replace(/^#/, '').toLowerCase();

export class PastOrderIndex {
  readonly byNumber = new UniqueIndex();
  /**
   * Address in one case → orders that an account has, and those that nobody's account has. A shop may have sold all it
   * sold at its counter under one address.
   */
  private readonly ofAccounts = new IdsByName();
  readonly unclaimed = new IdsByName();
  /** User → orders, oldest first. */
  readonly byUser = new OrderedChildIndex();
  /** The highest id of all past orders: ids are given in turn, and none ends. */
  lastId = 0;

  add(id: number, { number, person, userId, placedMs }: PastOrder, seq: number): void {
    this.lastId = Math.max(this.lastId, id);
    this.byNumber.add(numberKey(number), id);
    if (person !== null && person.email !== '') this.byEmail(userId).add(caseless(person.email), id);
    if (userId !== 0) this.byUser.add(userId, id, placedMs, seq);
  }

  remove(id: number, { number, person, userId }: PastOrder, seq: number): void {
    this.byNumber.remove(numberKey(number), id);
    if (person !== null && person.email !== '') this.byEmail(userId).remove(caseless(person.email), id);
    if (userId !== 0) this.byUser.remove(userId, id, seq);
  }

  /** All of an address, by id. */
  withEmail(email: string): readonly number[] {
    const name = caseless(email);
    const [claimed, unclaimed] = [this.ofAccounts.holders(name), this.unclaimed.holders(name)];
    if (unclaimed.length === 0) return claimed;
    return claimed.length === 0 ? unclaimed : [...claimed, ...unclaimed].sort((one, other) => one - other);
  }

  private byEmail(userId: number): IdsByName {
    return userId === 0 ? this.unclaimed : this.ofAccounts;
  }
}

const NAMES = Object.keys(OWNED) as (keyof Owned)[];

export const pastOrder: ActorKind<PastOrder, PastOrderCommand, typeof EVENTS, PastOrderIndex> = {
  kind: 'past_order',
  state: schema<PastOrder>({ ...OWNED, broughtMs: 0 }),
  events: EVENTS,
  decide(state, command) {
    if (command.type === 'assign_past_order')
      return state.userId === 0 ? decided({ type: 'past_order_assigned', userId: command.userId }) : decided();
    const { type: _type, ...owned } = command;
    const isSame = state.broughtMs !== 0 && NAMES.every((name) => sameValue(state[name], owned[name]));
    return isSame ? decided() : decided({ type: 'past_order_brought', ...owned });
  },
  apply(state, event, atMs) {
    switch (event.type) {
      case 'past_order_brought': {
        const { type: _type, ...owned } = event;
        Object.assign(state, owned);
        if (state.broughtMs === 0) state.broughtMs = atMs;
        return;
      }
      case 'past_order_assigned':
        state.userId = event.userId;
        return;
      default:
        event satisfies never;
    }
  },
  index: {
    create: () => new PastOrderIndex(),
    add: (index, id, state, seq) => index.add(id, state, seq),
    remove: (index, id, state, seq) => index.remove(id, state, seq),
  },
  evictable: () => true,
  residentShare: 0.1,
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly past_order: typeof pastOrder;
  }
}
