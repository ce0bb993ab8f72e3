// The change feed: what others change appears here without being asked for. It comes with the cookie of the session.
//
// Guaranteed: what is read after `followed` misses no change. After a gap, or when the feed cannot resume, everything
// that is shown is read again.
import { signal } from '../preact.ts';
import { hasEnded, loginAgain, user } from './session.ts';

export const TOPICS = [
  'order',
  'product',
  'price',
  'price_list',
  'promotion',
  'delivery_rule',
  'stock',
  'category',
  'content',
  'class',
  'record',
  'return',
  'money',
  'refund',
  'deleted',
] as const;
export type Topic = (typeof TOPICS)[number];

interface ChangeNote {
  readonly topic: Topic;
  readonly id: number;
}

/** Whether changes arrive by themselves. */
export const isLive = signal(false);

type Reader = (note: ChangeNote | 'everything') => void;
const readers = new Set<Reader>();

export const onChange = (reader: Reader): (() => void) => {
  readers.add(reader);
  return () => readers.delete(reader);
};

const tell = (note: ChangeNote | 'everything'): void => {
  for (const reader of readers) reader(note);
};

/** Reads again what no event of the feed is about, such as a coupon that this page has ended. */
export const refreshAll = (): void => tell('everything');

const REOPEN_MS = 5000;
/** A proxy that holds a stream back does not keep the page from being shown. */
const FIRST_MS_MAX = 2000;

/** Handles a refused stream. A person who was away finds the login on return. */
const reopen = async (): Promise<void> => {
  if (await hasEnded()) await loginAgain();
  followFeed();
};

let source: EventSource | undefined;
/** Changes may have passed unheard since the first reads. */
let hasGap = false;

/** Resolves once the feed is open, or later tells that everything may have changed. */
export const followed = async (): Promise<void> => {
  followFeed();
  const first = source;
  if (first === undefined) return;
  await new Promise((resolve) => {
    for (const name of ['open', 'error']) first.addEventListener(name, resolve);
    setTimeout(resolve, FIRST_MS_MAX);
  });
  hasGap = true;
};

/** Once the person may read the feed; without it the page asks for what it shows, and for nothing besides. */
const followFeed = (): void => {
  source?.close();
  source = undefined;
  isLive.value = false;
  if (user.value?.operations.includes('change_feed') !== true) return;
  source = new EventSource('/admin/events');
  source.addEventListener('open', () => {
    isLive.value = true;
    if (hasGap) tell('everything');
  });
  for (const topic of TOPICS) {
    source.addEventListener(topic, (event: MessageEvent<string>) => {
      const { id } = JSON.parse(event.data) as { readonly id: number };
      tell({ topic, id });
    });
  }
  source.addEventListener('error', () => {
    isLive.value = false;
    // The browser reopens a lost stream by itself; one that was refused stays closed.
    if (source?.readyState === EventSource.CLOSED) setTimeout(() => void reopen(), REOPEN_MS);
  });
};
