// Receivers of webhooks and an application that are sometimes ill. Claims: a webhook tells of what is on the disk, what
// is noted as told was told, and the answer of an application is that of the call which asked it.
import type { MessageIndex } from '../../src/domain/webhooks/message.ts';
import type { Webhook } from '../../src/domain/webhooks/webhook.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Cause, KindEvent } from '../../src/engine/journal/record.ts';
import type { HttpAnswer, HttpCall } from '../../src/kernel/http-call.ts';
import type { SimulatedDisk } from '../engine/journal/simulated-disk.ts';
import type { Seeded, SetClock } from '../engine/seeded.ts';
import type { Life } from './simulated-shop.ts';
import { turns } from './turns.ts';

const ENDS: ReadonlySet<string> = new Set(['message_delivered', 'message_ended']);

export class ToldMessages {
  /** From now on every call is answered. */
  private isWell = false;
  private readonly chance: Seeded;
  private readonly claim: (holds: boolean, message: () => string) => void;
  /** Ids of messages whose receiver has said that it has them. */
  private readonly told = new Set<number>();

  constructor(chance: Seeded, claim: (holds: boolean, message: () => string) => void) {
    this.chance = chance;
    this.claim = claim;
  }

  /** `durableSeq`: the last record on the disk. */
  async receive({ headers, body }: HttpCall, durableSeq: number): Promise<HttpAnswer> {
    const seq = Number(headers['kontor-seq'] ?? 0);
    this.claim(
      seq <= durableSeq,
      () => `${headers['webhook-id']} tells of record ${seq}, ${durableSeq} is on the disk`,
    );
    await turns(this.chance.below(4));
    if (!this.isWell && this.chance.chance(0.3))
      return { ok: false, failure: 'unreachable', detail: 'nobody is there' };
    const id = headers['webhook-id'];
    // An application that is called, and no webhook: it says what it was asked.
    if (id === undefined) {
      const made = new URLSearchParams(body).get('made');
      return { ok: true, status: 200, bytes: Buffer.from(JSON.stringify({ object: 'answer', made })) };
    }
    this.told.add(Number(id.split('_').at(-1)));
    return { ok: true, status: 200, bytes: Buffer.from('WEBHOOK_EXECUTED') };
  }

  /** What waited for a person whose erasure has begun ends with it, told or not. `keys`: actors as `message 17`. */
  forget(keys: Iterable<string>): void {
    for (const key of keys) if (key.startsWith('message ')) this.told.add(Number(key.slice('message '.length)));
  }

  /** A message that the outbox ends was told. */
  check(events: readonly KindEvent[], { operation }: Cause): void {
    if (operation !== 'webhook') return;
    for (const { kind, id, event } of events)
      if (kind === 'message' && ENDS.has(event.type))
        this.claim(this.told.has(id), () => `message ${id} is noted as told`);
  }

  /** In the end the receivers are well, and nothing is left to tell. */
  async tellAll({ outbox, engine }: Life, clock: SetClock, disk: SimulatedDisk, isOver: () => boolean): Promise<void> {
    this.isWell = true;
    for (let turn = 0; turn < 400 && !isOver(); turn += 1) {
      clock.ms += 60_000;
      outbox.tick();
      await turns(4);
      await disk.completeNext();
    }
    this.checkEnd(engine);
  }

  /** Nothing waits but for receivers that are given up. */
  private checkEnd(engine: Engine): void {
    const { queues } = engine.tables.message.index as MessageIndex;
    for (const [id, queue] of queues) {
      const { health, url } = engine.tables.webhook.peek(id) as Webhook;
      const isCalled = health === 'healthy' && url !== '';
      this.claim(!isCalled || queue.length === 0, () => `${queue.length} messages of webhook ${id} were never told`);
    }
  }
}
