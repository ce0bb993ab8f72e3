// The change feed: what others change appears here without being asked for. It comes with the cookie of the session.
//
// Guaranteed: after a gap, or when the feed cannot resume, everything that is shown is read again.
import { signal } from '../preact.ts';
import { hasEnded, loginAgain, user } from './session.ts';

export const TOPICS = [
  'order',
  'product',
  'price',
  'price_list',
  'promotion',
  'stock',
  'category',
  'content',
  'class',
  'money',
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

/** Handles a refused stream. A person who was away finds the login on return. */
const reopen = async (): Promise<void> => {
  if (await hasEnded()) await loginAgain();
  followFeed();
};

let source: EventSource | undefined;
let wasLive = false;

/** Once the person may read the feed; without it the page asks for what it shows, and for nothing besides. */
export const followFeed = (): void => {
  source?.close();
  source = undefined;
  isLive.value = false;
  if (user.value?.operations.includes('change_feed') !== true) return;
  source = new EventSource('/admin/events');
  source.addEventListener('open', () => {
    isLive.value = true;
    if (wasLive) tell('everything');
    wasLive = true;
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
