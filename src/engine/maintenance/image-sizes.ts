// Image sizes: finds images whose attribute has no width and height, requests the beginning of each file, and writes
// the size where the value is still the same. Only hosts named in the settings are called.
//
// The queue is in memory only: every start scans all classes and objects again, in time slices. Not promised: a size
// for every image. After the last retry an image is given up until it is written again or the server restarts.
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
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';

const CAUSE = maintenanceCause('size_image');
const TIMEOUT_MS = 10_000;
/** Bytes requested of each image: its header has the size, in a photograph behind the data of camera and printer. */
const BYTES_MAX = 262_144;
const CALLS_MAX = 4;
/** Milliseconds between attempts after a transient failure. */
export const IMAGE_RETRIES_MS = [60_000, 600_000, 3_600_000] as const;

export interface ImageSizesOptions {
  readonly client: HttpClient;
  /** The size in the header of an image; undefined where the bytes are no image, or end before its size. */
  readonly sizeOf: (head: Uint8Array) => ImageSize | undefined;
  readonly hosts: readonly string[];
  /** Whether hosts with private addresses may be called. */
  readonly privateAllowed: boolean;
  /** Highest number of waiting URLs; another scan finds further ones once the queue is empty. */
  readonly queueMax: number;
  /** Receives one line for each image that is given up. */
  readonly warn: (line: string) => void;
}

/** A URL whose size is requested. */
interface QueuedImage {
  /** Classes and objects that have the image without a size, by `kind/id`. */
  readonly holders: Map<string, readonly [kind: ImageKind, id: number]>;
  attempts: number;
  dueMs: number;
}

/** A class or object that may have unsized images. */
interface Candidate {
  readonly kind: ImageKind;
  readonly id: number;
  /** Changed attributes of an object; empty for a class, whose defaults are all examined. */
  readonly texts: TextChanges;
}

/** Whether another attempt may succeed: a time-out, an unreachable host, HTTP 429 or 5xx. */
const isTransient = (answer: HttpAnswer): boolean =>
  answer.ok
    ? answer.status >= 500 || answer.status === 429
    : answer.failure === 'timeout' || answer.failure === 'unreachable';

export class ImageSizes {
  private readonly engine: Engine;
  private readonly options: ImageSizesOptions;
  private readonly hosts: ReadonlySet<string>;
  private readonly queue = new Map<string, QueuedImage>();
  private readonly busy = new Map<string, Promise<void>>();
  private candidates: Candidate[] = [];
  /** Next class or object of the scan, which runs at the start and after the queue was full; undefined: done. */
  private scan: { kind: ImageKind; id: number } | undefined = { kind: 'class', id: 1 };
  private hasOverflowed = false;
  private stopping = false;

  constructor(engine: Engine, options: ImageSizesOptions) {
    this.engine = engine;
    this.options = options;
    this.hosts = new Set(options.hosts);
    if (this.hosts.size > 0)
      engine.observe({
        recorded: (_seq, events) => this.noteRecord(events),
        durable: () => {},
      });
  }

  /** Scans for images while `goOn`, and requests due ones; the server calls it every few milliseconds. */
  tick(goOn: () => boolean): void {
    if (this.hosts.size === 0 || this.stopping || this.engine.hasFailed || !this.engine.mayWrite) return;
    for (const candidate of this.candidates.splice(0)) this.enqueueUnsized(candidate);
    while (this.scan !== undefined && goOn()) this.scanNext(this.scan);
    if (this.hasOverflowed && this.scan === undefined && this.queue.size === 0) this.scanAgain();
    const nowMs = this.engine.clock.sinceBootMs();
    for (const [url, { dueMs }] of this.queue) {
      if (this.busy.size >= CALLS_MAX) return;
      if (dueMs <= nowMs && !this.busy.has(url))
        this.busy.set(
          url,
          this.fetchSize(url).finally(() => this.busy.delete(url)),
        );
    }
  }

  /** Starts no new calls. Resolves when those under way have ended; closing the client ends them. */
  async stop(): Promise<void> {
    this.stopping = true;
    while (this.busy.size > 0) await Promise.all(this.busy.values());
  }

  private noteRecord(events: readonly KindEvent[]): void {
    // The next leader finds them by a scan.
    if (!this.engine.isLeading) return void (this.hasOverflowed = true);
    for (const { kind, id, event } of events) {
      const isOfClass = event.type === 'attributes_added' || event.type === 'attributes_changed';
      if (kind === 'class' && isOfClass) this.candidates.push({ kind, id, texts: {} });
      if (kind !== 'shopobject' || !('attributes' in event)) continue;
      this.candidates.push({ kind, id, texts: event.attributes as TextChanges });
    }
  }

  private scanAgain(): void {
    this.hasOverflowed = false;
    this.scan = { kind: 'class', id: 1 };
  }

  private scanNext(scan: { kind: ImageKind; id: number }): void {
    const { kind, id } = scan;
    scan.id += 1;
    if (id < this.engine.tables[kind].nextId) {
      const state = this.engine.tables[kind].peek(id);
      if (state !== undefined)
        this.enqueueUnsized({ kind, id, texts: kind === 'class' ? {} : (state as ShopObject).attributes });
    } else this.scan = kind === 'class' ? { kind: 'shopobject', id: 1 } : undefined;
  }

  private definitionsOf({ kind, id }: Candidate): readonly AttributeDefinition[] {
    const { class: classes, shopobject: objects } = this.engine.tables;
    const classId = kind === 'class' ? id : ((objects.peek(id) as ShopObject | undefined)?.classId ?? 0);
    return (classes.peek(classId) as ShopClass | undefined)?.attributes ?? [];
  }

  private enqueueUnsized(candidate: Candidate): void {
    const { kind, id, texts } = candidate;
    const definitions = this.definitionsOf(candidate);
    for (const url of kind === 'class' ? unsizedDefaults(definitions) : unsizedImages(texts, definitions)) {
      if (this.isListed(url)) this.enqueue(url, kind, id);
    }
  }

  private isListed(url: string): boolean {
    return /^https?:\/\//i.test(url) && URL.canParse(url) && this.hosts.has(new URL(url).hostname);
  }

  private enqueue(url: string, kind: ImageKind, id: number): void {
    let image = this.queue.get(url);
    if (image === undefined) {
      if (this.queue.size >= this.options.queueMax) {
        this.hasOverflowed = true;
        return;
      }
      this.queue.set(url, (image = { holders: new Map(), attempts: 0, dueMs: 0 }));
    }
    image.holders.set(`${kind}/${id}`, [kind, id]);
  }

  private async fetchSize(url: string): Promise<void> {
    const { client, privateAllowed, sizeOf } = this.options;
    try {
      // A record that a crash can undo must not cause a request.
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
      if (size === undefined) this.noteFailure(url, answer);
      else await this.writeSize(url, size);
    } catch (error) {
      // The engine has failed or is closed, and reports that itself.
      if (!(error instanceof Fault)) throw error;
    }
  }

  private noteFailure(url: string, answer: HttpAnswer): void {
    const image = this.queue.get(url)!;
    const retryMs = isTransient(answer) ? IMAGE_RETRIES_MS[image.attempts] : undefined;
    if (retryMs === undefined) {
      this.queue.delete(url);
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
    image.attempts += 1;
    image.dueMs = this.engine.clock.sinceBootMs() + retryMs;
  }

  /**
   * Writes a size to all holders. Each is removed before its write, so a later write of the image without a size adds
   * it again.
   */
  private async writeSize(url: string, size: ImageSize): Promise<void> {
    const { holders } = this.queue.get(url)!;
    for (const [key, [kind, id]] of holders) {
      if (this.stopping) return;
      holders.delete(key);
      this.engine.transact(CAUSE, (tx) => sizeImage(tx, kind, id, url, size));
      await yieldToEventLoop();
    }
    this.queue.delete(url);
  }
}
