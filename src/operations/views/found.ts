// A page of a search as clients read it.
import type { Listed } from '../../domain/listing/listing.ts';
import { capMember } from './view-context.ts';

export const envelope = <K extends string, V, M extends object = object>(
  kind: K,
  page: Listed,
  result: V,
  more?: M,
) => ({
  object: `search_${kind}_result` as const,
  count: page.count,
  limit_count: page.ids.length,
  ...capMember(page),
  ...(page.next !== undefined && { next: page.next }),
  ...more,
  result,
});
