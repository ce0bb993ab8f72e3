// A return: pieces of an order that its buyer sends back, from when that is announced until the shop has them or it is
// withdrawn. Money is no part of it: what was received is a credit of the order (make-credit.ts).
import { refuse } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { returnLifecycle } from '../lifecycles/return.ts';
import type { ReturnState } from '../lifecycles/return.ts';
import { ChildList } from '../ordered-child-index.ts';
import { field, schema } from '../schema.ts';
import type { Reader } from '../transaction.ts';
import type { WantedLine } from './credits.ts';

export interface AnnouncedLine extends WantedLine {
  /** A code of the shop's own; '': none was given. */
  readonly reason: string;
}

/** What a buyer wants for what comes back: the money, or other goods. */
export const RETURN_WISHES = ['refund', 'exchange'] as const;
export type ReturnWish = (typeof RETURN_WISHES)[number];

export interface ReceivedLine extends AnnouncedLine {
  /** The pieces are stock again. */
  readonly isKept: boolean;
  /** Where they are; 0: where they came from, or nowhere. */
  readonly storageId: number;
}

export interface OrderReturn {
  orderId: number;
  /** The data subject whose key encrypts the note and pictures; 0 while there are none. */
  subject: number;
  /** What the buyer wrote about it. */
  note: string;
  /** What is to come; of a return that nobody announced what came. */
  lines: readonly AnnouncedLine[];
  announcedMs: number;
  /** The channel that announced it; 0: the buyer did. */
  announcedBy: number;
  state: ReturnState;
  /** When it was received or withdrawn; 0: neither. */
  endedMs: number;
  /** As `announcedBy`. */
  endedBy: number;
  received: readonly ReceivedLine[];
  /** Number of the credit within the order; 0: none yet. */
  creditId: number;
  /** Session of the draft that its exchange is begun with; 0: none. */
  draftId: number;
  draftGeneration: number;
  /** The order of what the buyer wants instead; 0: none yet. */
  exchangeOrderId: number;
  /** '': nothing was said. */
  wish: ReturnWish | '';
  /** Products that the buyer wants instead; they may have ended since. */
  wished: readonly number[];
  /** Oldest first (return-picture.ts). */
  pictures: readonly PictureOf[];
}

/** A picture of a return, and its size. */
interface PictureOf {
  readonly id: number;
  readonly bytes: number;
}

export type ReturnCommand =
  | ({ readonly type: 'announce' } & Pick<OrderReturn, 'orderId' | 'subject' | 'note' | 'lines' | 'wish' | 'wished'> & {
        readonly by: number;
      })
  | {
      readonly type: 'receive';
      readonly lines: readonly ReceivedLine[];
      readonly creditId: number;
      readonly by: number;
    }
  | { readonly type: 'withdraw'; readonly by: number }
  | ({ readonly type: 'begin_exchange'; readonly by: number } & Pick<OrderReturn, 'draftId' | 'draftGeneration'>)
  | { readonly type: 'place_exchange'; readonly orderId: number; readonly by: number }
  | {
      readonly type: 'add_picture';
      readonly subject: number;
      readonly pictureId: number;
      readonly bytes: number;
      readonly by: number;
    };

const NOTE = { personal: 'contact', erased: '' } as const;

const ANNOUNCED = {
  orderId: 0,
  subject: 0,
  note: field('', NOTE),
  lines: [] as readonly AnnouncedLine[],
};

const WISH = { wish: '' as ReturnWish | '', wished: [] as readonly number[] };

const EVENTS = {
  return_announced: { ...ANNOUNCED, by: 0, ...WISH },
  return_received: { lines: [] as readonly ReceivedLine[], creditId: 0, by: 0 },
  return_withdrawn: { by: 0 },
  return_exchange_begun: { draftId: 0, draftGeneration: 0, by: 0 },
  return_exchanged: { orderId: 0, by: 0 },
  return_pictured: { subject: 0, pictureId: 0, bytes: 0, by: 0 },
};

const bytesOf = ({ pictures }: OrderReturn): number => pictures.reduce((sum, { bytes }) => sum + bytes, 0);

/** A slot of a session is given again, with another generation. */
export const draftKey = (sessionId: number, generation: number): string => `${sessionId}.${generation}`;

export class ReturnIndex {
  /** Order → its returns, oldest first. */
  readonly byOrder = new Map<number, readonly number[]>();
  /** Draft → the return whose exchange it is to be. */
  readonly byDraft = new Map<string, number>();
  /** Bytes of all pictures, before they are base64. */
  pictureBytes = 0;
  /** In the order in which they were announced. */
  readonly byState: { readonly [state in ReturnState]: ChildList } = {
    announced: new ChildList(),
    received: new ChildList(),
    withdrawn: new ChildList(),
  };

  add(id: number, of: OrderReturn, seq: number): void {
    const { orderId, state, draftId, draftGeneration, exchangeOrderId } = of;
    this.pictureBytes += bytesOf(of);
    if (draftId !== 0 && exchangeOrderId === 0) this.byDraft.set(draftKey(draftId, draftGeneration), id);
    const others = this.byOrder.get(orderId) ?? [];
    if (!others.includes(id))
      this.byOrder.set(
        orderId,
        [...others, id].sort((a, b) => a - b),
      );
    this.byState[state].add(id, 0, seq);
  }

  /** A return never ends as an actor, so that its order stays its order. */
  remove(id: number, of: OrderReturn, seq: number): void {
    const { state, draftId, draftGeneration } = of;
    this.pictureBytes -= bytesOf(of);
    this.byDraft.delete(draftKey(draftId, draftGeneration));
    this.byState[state].remove(id, seq);
  }
}

export const orderReturn: ActorKind<OrderReturn, ReturnCommand, typeof EVENTS, ReturnIndex> = {
  kind: 'order_return',
  state: schema<OrderReturn>({
    ...ANNOUNCED,
    announcedMs: 0,
    announcedBy: 0,
    state: 'announced',
    endedMs: 0,
    endedBy: 0,
    received: [],
    creditId: 0,
    draftId: 0,
    draftGeneration: 0,
    exchangeOrderId: 0,
    ...WISH,
    pictures: [],
  }),
  audit: {
    hidden: [],
    unencrypted: [
      'orderId',
      'lines',
      'announcedMs',
      'announcedBy',
      'state',
      'endedMs',
      'endedBy',
      'received',
      'creditId',
      'draftId',
      'draftGeneration',
      'exchangeOrderId',
      'wish',
      'wished',
      'pictures',
    ],
  },
  events: EVENTS,
  decide(state, command) {
    switch (command.type) {
      case 'announce':
        return decided({ ...command, type: 'return_announced' });
      case 'receive':
      case 'withdraw': {
        if (!returnLifecycle.allows(state.state, command.type))
          return refuse('RETURN_ENDED', 'id_return', `It is ${state.state}.`);
        const { by } = command;
        if (command.type === 'withdraw') return decided({ type: 'return_withdrawn', by });
        const { lines, creditId } = command;
        return decided({ type: 'return_received', lines, creditId, by });
      }
      case 'begin_exchange':
        return decided({ ...command, type: 'return_exchange_begun' });
      case 'place_exchange':
        return decided({ ...command, type: 'return_exchanged' });
      case 'add_picture':
        return decided({ ...command, type: 'return_pictured' });
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    switch (event.type) {
      case 'return_announced':
        state.orderId = event.orderId;
        state.subject = event.subject;
        state.note = event.note;
        state.lines = event.lines;
        state.announcedMs = atMs;
        state.announcedBy = event.by;
        state.wish = event.wish;
        state.wished = event.wished;
        return;
      case 'return_received':
        state.state = 'received';
        state.received = event.lines;
        state.creditId = event.creditId;
        state.endedMs = atMs;
        state.endedBy = event.by;
        return;
      case 'return_withdrawn':
        state.state = 'withdrawn';
        state.endedMs = atMs;
        state.endedBy = event.by;
        return;
      case 'return_exchange_begun':
        state.draftId = event.draftId;
        state.draftGeneration = event.draftGeneration;
        return;
      case 'return_exchanged':
        state.exchangeOrderId = event.orderId;
        return;
      case 'return_pictured':
        state.subject = event.subject;
        state.pictures = [...state.pictures, { id: event.pictureId, bytes: event.bytes }];
        return;
      default:
        event satisfies never;
    }
  },
  index: {
    create: () => new ReturnIndex(),
    add: (index, id, state, seq) => index.add(id, state, seq),
    remove: (index, id, state, seq) => index.remove(id, state, seq),
  },
  evictable: ({ state }) => state !== 'announced',
  residentShare: 0.1,
};

/** Returns of this order, oldest first. */
export const returnsOf = (shop: Reader, orderId: number): readonly (readonly [id: number, of: OrderReturn])[] => {
  shop.trackAbsence('order_return');
  const ids = shop.index('order_return').byOrder.get(orderId) ?? [];
  return ids.map((id) => [id, shop.read('order_return', id)!] as const);
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly order_return: typeof orderReturn;
  }
}
