import type { ChangelogPage } from '../../engine/audit/audit-pages.ts';
import type { AuditEntry, ObjectChange } from '../../engine/audit/audit-log.ts';
import { channelName } from '../../domain/channels/back-office.ts';
import { dateTime } from '../../domain/date-time.ts';
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import type { Reader } from '../../domain/transaction.ts';
import { RawJson } from '../../kernel/json.ts';
import type { Json, Shown } from '../../kernel/json.ts';
import type { Change } from '../replies/changelog.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

/** Names of kinds in replies: products and contents are one kind in the engine. */
const nameOf = (shop: Reader, kind: KindName, id: number): string => {
  if (kind !== 'shopobject') return `${kind}/${id}`;
  return `${shop.read('shopobject', id)?.type ?? 'shopobject'}/${id}`;
};

/** Name of the attribute whose values are stored under `number`. */
const fieldOf = (shop: Reader, kind: KindName, id: number, path: string): string => {
  const [member, language, number, ...rest] = path.split('.');
  const object = kind === 'shopobject' && member === 'attributes' ? shop.read('shopobject', id) : undefined;
  const name =
    object &&
    shop.read('class', object.classId)?.attributes.find((attribute) => attribute.number === Number(number))?.name;
  return name === undefined ? path : [member, language, name, ...rest].join('.');
};

/** The engine's kind of what replies call so; undefined: there is none. */
const kindOf = (word: string): KindName | undefined =>
  word === 'product' || word === 'content' ? 'shopobject' : KIND_NAMES.find((name) => name === word);

/** `product` → the kind of its actors, which contents are of as well. */
export const kindNamed = (value: string, param: string): Result<KindName> => {
  const kind = kindOf(value);
  return kind === undefined ? refuse('PARAMETER_INVALID', param, `${shown(value)} is no kind of object.`) : ok(kind);
};

/** `product/17` → its actor. */
export const objectNamed = (value: string, param: string): Result<readonly [KindName, number]> => {
  const [, word = '', id = ''] = /^([a-z_]+)\/([1-9]\d{0,14})$/.exec(value) ?? [];
  const kind = kindOf(word);
  return kind === undefined
    ? refuse(
        'PARAMETER_INVALID',
        param,
        `${shown(value)} names no object: a kind and an id are wanted, such as product/17.`,
      )
    : ok([kind, Number(id)]);
};

const raw = (value: unknown): Json => new RawJson(JSON.stringify(value ?? null));

const records = (
  shop: Reader,
  { seq, atMs, cause }: AuditEntry,
  { kind, id, what, fields }: ObjectChange,
): Shown<Change>[] => {
  const head = {
    seq,
    date: dateTime(atMs),
    object: nameOf(shop, kind, id),
    change: what,
    operation: cause.operation,
    channel: channelName(shop, cause.channelId),
    id_user: cause.userId,
    id_session: cause.sessionId,
  };
  if (fields.length === 0) return [{ ...head, field: '', before: null, after: null }];
  return fields.map(([path, before, after]) => ({
    ...head,
    field: fieldOf(shop, kind, id, path),
    before: raw(before),
    after: raw(after),
  }));
};

export const viewChangelog = (
  shop: Reader,
  { entries, next }: ChangelogPage,
): { readonly next: number; readonly records: readonly Shown<Change>[] } => ({
  next,
  records: entries.flatMap((entry) => entry.objects.flatMap((object) => records(shop, entry, object))),
});
