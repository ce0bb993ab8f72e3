// The change feed: what others change appears here without being asked for. It comes with the cookie of the session.
//
// Guaranteed: after a gap, or when the feed cannot resume, everything that is shown is read again.
import { signal } from '../preact.ts';
import { hasEnded, loginAgain } from './session.ts';

export const TOPICS = [
  'order',
  'product',
  'price',
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

/** For what no event of the feed is about, such as a coupon that this page itself has ended. */
export const refreshAll = (): void => tell('everything');

const REOPEN_MS = 5000;

/** Of a stream that was refused. Whoever is away finds the login when they come back. */
const reopen = async (): Promise<void> => {
  if (await hasEnded()) await loginAgain();
  followFeed();
};

let source: EventSource | undefined;
let wasLive = false;

export const followFeed = (): void => {
  source?.close();
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
