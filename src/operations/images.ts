// Pictures of products, which are files beside the journal.
import { int, optional } from '../kernel/params.ts';
import { ok } from '../kernel/result.ts';
import { write } from './context/operation.ts';
import type { UnusedImage } from './context/image-services.ts';
import { dryRunParam } from './params/dry-run.ts';
import { SUCCESS, dateTime as dateTimeMember, group, list, reply, text, whole } from './replies/members.ts';
import { dateTime } from './views/format.ts';

const LISTED_MAX = 1000;

const Image = group('A picture.', {
  url: text('its address'),
  bytes: whole('its size in bytes'),
  saved: dateTimeMember('when it was uploaded last'),
});

const Deleted = reply('delete_unused_images', {
  status: SUCCESS,
  count: whole('pictures that nothing names'),
  bytes: whole('their bytes'),
  images: list(Image, 'with dry_run: which, oldest first, as many as `limit` says; empty where they are deleted'),
});

/** Kept under an idempotency key, so it has no names. */
interface Outcome {
  readonly count: number;
  readonly bytes: number;
  /** With a dry run. */
  readonly images: readonly UnusedImage[];
}

const view = ({ count, bytes, images }: Outcome) => ({
  object: 'delete_unused_images' as const,
  status: 'success' as const,
  count,
  bytes,
  images: images.map(({ name, bytes: size, savedMs }) => ({
    url: `/images/${name}`,
    bytes: size,
    saved: dateTime(savedMs),
  })),
});

export const delete_unused_images = write({
  area: 'products',
  isExtension: true,
  summary:
    'Deletes uploaded pictures that no record, template or setting names, a day after their last upload at the ' +
    'earliest; with dry_run it lists them.',
  credential: 'secret',
  session: 'none',
  slow: 'walks',
  params: {
    dry_run: dryRunParam,
    limit: optional(int('with dry_run: pictures to list', { max: LISTED_MAX }), 100),
  },
  prepare: ({ dry_run: isDryRun, limit }, { service: { images } }) =>
    (isDryRun ? images.unused() : images.deleteUnused()).then((found) =>
      ok<Outcome>({
        count: found.length,
        bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
        images: isDryRun ? found.slice(0, limit) : [],
      }),
    ),
  handle: (_args, _ctx, outcome) => ok(outcome),
  reply: Deleted,
  view,
  dryRun: (_ctx, outcome) => view(outcome),
});
