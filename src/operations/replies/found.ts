// The replies of searches for records that are listed by pages.
import type { TSchema } from '../../kernel/params.ts';
import { CAP } from './catalogue.ts';
import { list, reply, whole } from './members.ts';

/** The reply of a search; `kind` names what is found, in the plural. */
export const found = <const K extends string, const S extends TSchema>(kind: K, of: S) =>
  reply(`search_${kind}_result`, {
    count: whole('records that meet the constraint'),
    limit_count: whole('records of this page'),
    ...CAP,
    result: list(of, 'the records of this page, in their order'),
  });
