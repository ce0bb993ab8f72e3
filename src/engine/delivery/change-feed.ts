// The change feed: publishes to each reader which products, categories, stock, classes and orders have changed, in the
// order of the journal.
//
// Guaranteed: only durable changes are published, and a reader that resumes with the last id it has read misses
// nothing: messages are made from events, live ones or those of the journal. Not promised: old states. A message made
// from the journal describes the object as it is now; `deleted` is published where it no longer exists.
// Glossary (docs/glossary.md): change feed.
import type { KindEvent } from '../journal/record.ts';
import { readBatch } from '../journal/record.ts';
import type { Engine } from '../engine.ts';
import type { Tables } from '../read-context.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { ShopClass } from '../../domain/catalogue/shop-class.ts';
import type { ShopObject, ShopObjectIndex } from '../../domain/catalogue/shop-object.ts';
import type { PaymentNotice } from '../../domain/orders/payment-notice.ts';
import type { StockItem } from '../../domain/stock/stock-item.ts';
import { refuseAt } from '../../kernel/limits.ts';
import type { ReplyStream } from '../../kernel/reply-stream.ts';
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';

interface FeedMessage {
  readonly event: 'product' | 'content' | 'price' | 'stock' | 'category' | 'class' | 'order' | 'money' | 'deleted';
  readonly data: { readonly [member: string]: string | number | readonly number[] };
}

export interface FeedLimits {
  readonly readersMax: number;
  /** Milliseconds for which a reader may read nothing before it is disconnected. */
  readonly stalledMsMax: number;
  /** The store's `feedEpoch`; '' for a journal whose record numbers are never used again. */
  readonly epoch?: string;
}

interface FeedRecord {
  readonly seq: number;
  readonly text: string;
}

interface Reader {
  readonly sink: ReplyStream;
  readonly isPermitted: () => boolean;
  /** The last record whose messages were written to it. */
  seq: number;
  isFull: boolean;
  isCatchingUp: boolean;
  lastMs: number;
}

/** Records whose messages stay in memory, for readers that are slower than others. */
const RECENT_MAX = 10_000;
/** Batches that a reader catches up on before other work has its turn. */
const BATCHES_PER_SLICE = 16;
/** A reader without messages receives a comment this often, in milliseconds. */
const HEARTBEAT_MS = 15_000;

const changeOf = (type: string): string =>
  type.endsWith('_created') || type.endsWith('_placed') ? 'created' : 'changed';

/** Whether changed attributes include a price; prices are attributes of the type FLOAT. */
const touchesPrice = (
  tables: Tables,
  object: ShopObject,
  attributes: { readonly [language: string]: { readonly [number: string]: unknown } },
): boolean => {
  const definitions = (tables.class.get(object.classId)?.state as ShopClass | undefined)?.attributes ?? [];
  const floats = new Set(definitions.filter(({ type }) => type === 'FLOAT').map(({ number }) => String(number)));
  return Object.values(attributes).some((values) => Object.keys(values).some((number) => floats.has(number)));
};

/** All variations below a product, of every level. */
const variationsOf = ({ shopobject }: Tables, id: number): readonly number[] => {
  const { variations } = shopobject.index as ShopObjectIndex;
  const ids = [...(variations.find(id)?.ids ?? [])];
  for (const variationId of ids) ids.push(...(variations.find(variationId)?.ids ?? []));
  return ids;
};

/**
 * What a cache of pages has to know of a change of a product or content, beside its id: whether it was switched on or
 * off, what inherits from it, and in which categories it is listed, by itself or by a variation. Those that it was
 * listed in before are nowhere: without `categories` it may have left any.
 */
const placeOf = (tables: Tables, id: number, object: ShopObject, event: KindEvent['event']): FeedMessage['data'] => {
  const { active } = event as { readonly active?: boolean };
  const variations = variationsOf(tables, id);
  const listed = [object, ...variations.map((variationId) => tables.shopobject.peek(variationId) as ShopObject)];
  const categories = new Set(listed.flatMap(({ memberships }) => memberships.map(({ categoryId }) => categoryId)));
  return {
    ...(object.productId !== 0 && { id_product: object.productId }),
    ...(active !== undefined && { active: active ? 1 : 0 }),
    ...(event.type !== 'shopobject_memberships_set' && { categories: [...categories] }),
    ...(variations.length > 0 && { variations }),
  };
};

function* messagesOf(tables: Tables, { kind, id, event }: KindEvent): Generator<FeedMessage> {
  const { type } = event;
  switch (kind) {
    case 'shopobject': {
      const object = tables.shopobject.peek(id) as ShopObject | undefined;
      if (object === undefined) return yield { event: 'deleted', data: { id } };
      // The reply of a product contains its variations. A cache of it cannot know the id of a new one.
      yield { event: object.type, data: { id, change: changeOf(type), ...placeOf(tables, id, object, event) } };
      const { attributes } = event as unknown as { readonly attributes?: Parameters<typeof touchesPrice>[2] };
      if (type === 'shopobject_attributes_changed' && touchesPrice(tables, object, attributes!))
        yield { event: 'price', data: { id } };
      return undefined;
    }
    case 'stock': {
      const item = tables.stock.peek(id) as StockItem | undefined;
      if (item === undefined) return undefined;
      const bound = (tables.shopobject.index as ShopObjectIndex).bound;
      for (const product of item.storageId === 0 ? [item.holderId] : bound.of(item.holderId).ids)
        yield { event: 'stock', data: { id: product } };
      return undefined;
    }
    case 'category':
      return yield {
        event: 'category',
        data: { id, change: type === 'category_deleted' ? 'deleted' : changeOf(type) },
      };
    case 'class': {
      // Replies name the class of an object.
      const { name } = (tables.class.peek(id) as ShopClass | undefined) ?? {};
      const change = type === 'class_deleted' ? 'deleted' : changeOf(type);
      return yield { event: 'class', data: { id, change, ...(name !== undefined && { name }) } };
    }
    case 'order': {
      if (type !== 'order_state_changed') return yield { event: 'order', data: { id, change: changeOf(type) } };
      const { lifecycle, from, to } = event as unknown as { readonly [member: string]: string };
      return yield { event: 'order', data: { id, change: 'state', lifecycle: lifecycle!, from: from!, to: to! } };
    }
    case 'payment_notice': {
      const { reason: present, orderId } = (tables.payment_notice.peek(id) as PaymentNotice | undefined) ?? {};
      // The end of a payment brings no money. By the event: what was dropped is not there any more.
      const { reason = present } = event as { readonly reason?: PaymentNotice['reason'] };
      if (reason === 'ended') return undefined;
      const change = type === 'notice_kept' ? 'created' : type === 'notice_dropped' ? 'deleted' : 'changed';
      return yield { event: 'money', data: { id, change, ...(orderId !== undefined && { id_order: orderId }) } };
    }
    default:
      return undefined;
  }
}

export class ChangeFeed {
  private readonly engine: Engine;
  private readonly limits: FeedLimits;
  private readonly readers = new Set<Reader>();
  /** Messages of the records from `recentFrom` on; records without messages are not in it. */
  private recent: FeedRecord[] = [];
  private recentFrom = Infinity;
  private durableSeq: number;

  constructor(engine: Engine, limits: FeedLimits) {
    this.engine = engine;
    this.limits = limits;
    this.durableSeq = engine.stored.headSeq;
    engine.observe({
      committed: (seq, events) => this.committed(seq, events),
      durable: (seq) => {
        this.durableSeq = seq;
        this.advanceAll();
      },
    });
  }

  /**
   * Why a reader that has read all records up to `seq` cannot resume; −1 for one that starts now. `epoch`: the epoch in
   * its last id, '' where the id has none.
   *
   * Refuses: RESUME_TOO_OLD where the journal no longer holds what follows, or holds another history;
   * FEED_LIMIT_REACHED.
   */
  refusalFor(seq: number, epoch = ''): Refusal | undefined {
    const { size } = this.readers;
    const { readersMax } = this.limits;
    if (size >= readersMax) {
      const detail = `${size} readers follow the change feed, of at most ${readersMax}.`;
      return refuseAt('feedReadersMax', 'FEED_LIMIT_REACHED', '', detail);
    }
    const { meta } = this.engine.journal;
    const tooOld = seq >= 0 && seq < (meta?.truncatedSeq ?? 0);
    const ahead = seq > this.engine.headSeq;
    const foreign = epoch !== '' && epoch !== this.limits.epoch;
    return tooOld || ahead || foreign ? refuse('RESUME_TOO_OLD', String(seq)) : undefined;
  }

  /**
   * Starts to publish to a reader; `refusalFor` must have allowed it. `isPermitted`: whether its credentials still
   * work; asked after every change of a channel, and with each `tick`.
   */
  subscribe(sink: ReplyStream, seq: number, isPermitted = () => true): void {
    const durable = this.durableSeq;
    const reader: Reader = {
      sink,
      isPermitted,
      seq: seq < 0 ? durable : seq,
      isFull: false,
      isCatchingUp: false,
      lastMs: this.engine.stopwatch.nowMs(),
    };
    if (this.recentFrom === Infinity) this.recentFrom = this.engine.headSeq + 1;
    this.readers.add(reader);
    sink.onClose = () => {
      this.readers.delete(reader);
      if (this.readers.size > 0) return;
      this.recent = [];
      this.recentFrom = Infinity;
    };
    sink.onDrain = () => {
      reader.isFull = false;
      this.advance(reader);
    };
    this.send(reader, `retry: 1000\n: kontor\n${this.idOf(reader.seq)}\n\n`, reader.seq);
    this.advance(reader);
  }

  get readersCount(): number {
    return this.readers.size;
  }

  /** Sends a heartbeat to idle readers, and disconnects those that read nothing; the server calls it periodically. */
  tick(): void {
    const nowMs = this.engine.stopwatch.nowMs();
    this.disconnectDenied();
    for (const reader of this.readers) {
      if (reader.isFull && nowMs - reader.lastMs > this.limits.stalledMsMax) {
        this.disconnect(reader, 'SLOW_READER');
      } else if (!reader.isFull && !reader.isCatchingUp && nowMs - reader.lastMs > HEARTBEAT_MS)
        this.send(reader, `${this.idOf(reader.seq)}\n: beat\n\n`, reader.seq);
    }
  }

  private idOf(seq: number): string {
    const { epoch = '' } = this.limits;
    return epoch === '' ? `id: ${seq}` : `id: ${seq}.${epoch}`;
  }

  private textOf(seq: number, events: readonly KindEvent[]): string {
    const lines = new Set<string>();
    for (const event of events) {
      for (const { event: name, data } of messagesOf(this.engine.tables, event))
        lines.add(`event: ${name}\ndata: ${JSON.stringify(data)}\n`);
    }
    // Only the last message of a record has the id, so that a reader that resumes with it has read the whole record.
    return lines.size === 0 ? '' : `${[...lines].join('\n')}${this.idOf(seq)}\n\n`;
  }

  /** Before anything more is published to them. */
  private disconnectDenied(): void {
    for (const reader of this.readers) if (!reader.isPermitted()) this.disconnect(reader, 'PERMISSION_DENIED');
  }

  private committed(seq: number, events: readonly KindEvent[]): void {
    if (this.readers.size === 0) return;
    if (events.some(({ kind }) => kind === 'channel')) this.disconnectDenied();
    const text = this.textOf(seq, events);
    if (text === '') return;
    this.recent.push({ seq, text });
    if (this.recent.length < 2 * RECENT_MAX) return;
    this.recent = this.recent.slice(-RECENT_MAX);
    this.recentFrom = this.recent[0]!.seq;
  }

  private advanceAll(): void {
    for (const reader of this.readers) this.advance(reader);
  }

  /** Publishes to a reader all durable messages, until it is full. */
  private advance(reader: Reader): void {
    const durable = this.durableSeq;
    if (reader.isFull || reader.isCatchingUp || reader.seq >= durable) return;
    if (reader.seq + 1 < this.recentFrom) {
      reader.isCatchingUp = true;
      // What fails is the journal, with which the process ends.
      void this.catchUp(reader)
        .catch(() => {})
        .finally(() => {
          reader.isCatchingUp = false;
          if (this.readers.has(reader)) this.advance(reader);
        });
      return;
    }
    // Searched from the end: most readers lack only the last few messages, and there may be many of both.
    let first = this.recent.length;
    while (first > 0 && this.recent[first - 1]!.seq > reader.seq) first -= 1;
    for (let index = first; index < this.recent.length; index += 1) {
      const { seq, text } = this.recent[index]!;
      if (seq > durable || reader.isFull) break;
      this.send(reader, text, seq);
    }
    if (!reader.isFull) reader.seq = durable;
  }

  /** Publishes from the journal, in slices, until the reader has reached the messages in memory. */
  private async catchUp(reader: Reader): Promise<void> {
    const { journal } = this.engine;
    while (
      this.readers.has(reader) &&
      !reader.isFull &&
      reader.seq + 1 < this.recentFrom &&
      reader.seq < this.durableSeq
    ) {
      if (reader.seq < (journal.meta?.truncatedSeq ?? 0)) return this.disconnect(reader, 'RESUME_TOO_OLD');
      if (reader.seq >= this.engine.stored.headSeq) {
        await this.engine.whenStored(reader.seq + 1);
        continue;
      }
      const batches: Buffer[] = [];
      for (const { bytes } of journal.batches(reader.seq + 1)) {
        batches.push(Buffer.from(bytes));
        if (batches.length >= BATCHES_PER_SLICE) break;
      }
      for (const bytes of batches) {
        for (const { seq, events } of readBatch(bytes, journal.cipher)) {
          if (seq <= reader.seq || reader.isFull) continue;
          // A truncation is visible in the journal before the meta row in memory reports it.
          if (seq > reader.seq + 1) return this.disconnect(reader, 'RESUME_TOO_OLD');
          const text = this.textOf(seq, events);
          if (text === '') reader.seq = seq;
          else this.send(reader, text, seq);
        }
      }
      await yieldToEventLoop();
    }
  }

  private disconnect({ sink, seq }: Reader, reason: 'RESUME_TOO_OLD' | 'SLOW_READER' | 'PERMISSION_DENIED'): void {
    sink.write(`event: cut\ndata: {"reason":"${reason}","resume":${seq}}\n\n`);
    sink.end();
  }

  private send(reader: Reader, text: string, seq: number): void {
    reader.isFull = !reader.sink.write(text);
    reader.seq = seq;
    reader.lastMs = this.engine.stopwatch.nowMs();
  }
}
