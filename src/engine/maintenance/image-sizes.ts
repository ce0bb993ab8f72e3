// Reads the sizes of images that were written without one, from hosts that the settings name. It keeps nothing of its
// own on the disk: whatever lacks a size is looked for again at every start, in slices.
import type { AttributeDefinition, TextChanges } from '../../domain/attributes/attributes.ts';
import { sizeImage, unsizedDefaults, unsizedImages } from '../../domain/attributes/image-attributes.ts';
import type { ImageKind, ImageSize } from '../../domain/attributes/image-attributes.ts';
import type { ShopClass } from '../../domain/catalogue/shop-class.ts';
import type { ShopObject } from '../../domain/catalogue/shop-object.ts';
import type { HttpAnswer, HttpClient } from '../../kernel/http-call.ts';
import { Fault } from '../../kernel/result.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import type { KindEvent } from '../journal/record.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

const CAUSE = maintenanceCause('size_image');
const TIMEOUT_MS = 10_000;
/** Of an image: its size stands in its head, in a photograph behind what the camera and the printer say. */
const BYTES_MAX = 262_144;
const CALLS_MAX = 4;
/** Between attempts where the host has not answered. */
export const RETRIES_MS = [60_000, 600_000, 3_600_000] as const;

export interface ImageSizesOptions {
  readonly client: HttpClient;
  /** Undefined where the bytes are no image, or not enough of one. */
  readonly sizeOf: (head: Uint8Array) => ImageSize | undefined;
  readonly hosts: readonly string[];
  /** The rule of webhooks. */
  readonly privateAllowed: boolean;
  /** URLs that wait; what is beyond that is found when all of them are through. */
  readonly queueMax: number;
  /** An image is given up. */
  readonly warn: (line: string) => void;
}

interface Wanted {
  /** Who has it without a size: kind and id. */
  readonly holders: Map<string, readonly [kind: ImageKind, id: number]>;
  attempts: number;
  dueMs: number;
}

interface Written {
  readonly kind: ImageKind;
  readonly id: number;
  /** Of an object; of a class all its defaults are looked at. */
  readonly texts: TextChanges;
}

/** Worth another attempt: who answers otherwise will answer so again. */
const mayPass = (answer: HttpAnswer): boolean =>
  answer.ok
    ? answer.status >= 500 || answer.status === 429
    : answer.failure === 'timeout' || answer.failure === 'unreachable';

export class ImageSizes {
  private readonly engine: Engine;
  private readonly options: ImageSizesOptions;
  private readonly hosts: ReadonlySet<string>;
  private readonly wanted = new Map<string, Wanted>();
  private readonly busy = new Map<string, Promise<void>>();
  private written: Written[] = [];
  /**
   * Where the look at everything there is has come to; it begins at the start, and again where something did not fit.
   */
  private scan: { kind: ImageKind; id: number } | undefined = { kind: 'class', id: 1 };
  private leftOut = false;
  private stopping = false;

  constructor(engine: Engine, options: ImageSizesOptions) {
    this.engine = engine;
    this.options = options;
    this.hosts = new Set(options.hosts);
    if (this.hosts.size > 0)
      engine.observe({
        committed: (_seq, events) => this.committed(events),
        durable: () => {},
      });
  }

  /**
   * Looks for images while `goOn`, and begins to read those that are due; called every few milliseconds by the loop's
   * owner.
   */
  tick(goOn: () => boolean): void {
    if (this.hosts.size === 0 || this.stopping || this.engine.hasFailed) return;
    for (const one of this.written.splice(0)) this.look(one);
    while (this.scan !== undefined && goOn()) this.scanNext(this.scan);
    if (this.leftOut && this.scan === undefined && this.wanted.size === 0) this.scanAgain();
    const nowMs = this.engine.nowMs();
    for (const [url, { dueMs }] of this.wanted) {
      if (this.busy.size >= CALLS_MAX) return;
      if (dueMs <= nowMs && !this.busy.has(url))
        this.busy.set(
          url,
          this.read(url).finally(() => this.busy.delete(url)),
        );
    }
  }

  /** No new calls. Resolves when those under way have ended: whoever closes the client ends them. */
  async stop(): Promise<void> {
    this.stopping = true;
    while (this.busy.size > 0) await Promise.all(this.busy.values());
  }

  private committed(events: readonly KindEvent[]): void {
    for (const { kind, id, event } of events) {
      if (kind === 'class' && event.type === 'attributes_added') this.written.push({ kind, id, texts: {} });
      if (kind !== 'shopobject' || !('attributes' in event)) continue;
      this.written.push({ kind, id, texts: event.attributes as TextChanges });
    }
  }

  private scanAgain(): void {
    this.leftOut = false;
    this.scan = { kind: 'class', id: 1 };
  }

  private scanNext(scan: { kind: ImageKind; id: number }): void {
    const { kind, id } = scan;
    scan.id += 1;
    if (id < this.engine.tables[kind].nextId) {
      const state = this.engine.tables[kind].peek(id);
      if (state !== undefined) this.look({ kind, id, texts: kind === 'class' ? {} : (state as ShopObject).attributes });
    } else this.scan = kind === 'class' ? { kind: 'shopobject', id: 1 } : undefined;
  }

  private definitionsOf({ kind, id }: Written): readonly AttributeDefinition[] {
    const { class: classes, shopobject: objects } = this.engine.tables;
    const classId = kind === 'class' ? id : ((objects.peek(id) as ShopObject | undefined)?.classId ?? 0);
    return (classes.peek(classId) as ShopClass | undefined)?.attributes ?? [];
  }

  private look(written: Written): void {
    const { kind, id, texts } = written;
    const definitions = this.definitionsOf(written);
    for (const url of kind === 'class' ? unsizedDefaults(definitions) : unsizedImages(texts, definitions)) {
      if (this.isListed(url)) this.want(url, kind, id);
    }
  }

  private isListed(url: string): boolean {
    return /^https?:\/\//i.test(url) && URL.canParse(url) && this.hosts.has(new URL(url).hostname);
  }

  private want(url: string, kind: ImageKind, id: number): void {
    let wanted = this.wanted.get(url);
    if (wanted === undefined) {
      if (this.wanted.size >= this.options.queueMax) {
        this.leftOut = true;
        return;
      }
      this.wanted.set(url, (wanted = { holders: new Map(), attempts: 0, dueMs: 0 }));
    }
    wanted.holders.set(`${kind}/${id}`, [kind, id]);
  }

  private async read(url: string): Promise<void> {
    const { client, privateAllowed, sizeOf } = this.options;
    try {
      // Nobody is called for what a crash can undo.
      await this.engine.whenDurable(this.engine.headSeq);
      const headers = { accept: 'image/*', range: `bytes=0-${BYTES_MAX - 1}` };
      const answer = await client.call({
        method: 'GET',
        url,
        headers,
        body: '',
        timeoutMs: TIMEOUT_MS,
        bytesMax: BYTES_MAX,
        headOnly: true,
        privateAllowed,
      });
      if (this.stopping) return;
      const isWhole = answer.ok && (answer.status === 200 || answer.status === 206);
      const size = isWhole ? sizeOf(answer.bytes) : undefined;
      if (size === undefined) this.failed(url, answer);
      else await this.found(url, size);
    } catch (error) {
      // The engine has failed or is closed, and says so itself.
      if (!(error instanceof Fault)) throw error;
    }
  }

  private failed(url: string, answer: HttpAnswer): void {
    const wanted = this.wanted.get(url)!;
    const retryMs = mayPass(answer) ? RETRIES_MS[wanted.attempts] : undefined;
    if (retryMs === undefined) {
      this.wanted.delete(url);
      const why = !answer.ok
        ? `${answer.failure}: ${answer.detail}`
        : answer.status >= 300
          ? `HTTP ${answer.status}`
          : 'it is no image whose size is known';
      this.options.warn(
        `the size of ${url.slice(0, 200)} is not known (${why}); the next write of it, or start, asks again`,
      );
      return;
    }
    wanted.attempts += 1;
    wanted.dueMs = this.engine.nowMs() + retryMs;
  }

  /** Each holder goes before it is written to: who writes the image without a size after that is a holder anew. */
  private async found(url: string, size: ImageSize): Promise<void> {
    const { holders } = this.wanted.get(url)!;
    for (const [key, [kind, id]] of holders) {
      if (this.stopping) return;
      holders.delete(key);
      this.engine.transact(CAUSE, (tx) => sizeImage(tx, kind, id, url, size));
      await yieldToEventLoop();
    }
    this.wanted.delete(url);
  }
}
