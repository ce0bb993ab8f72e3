// What a caller of the back office may read of an object: what the operation shows that shows such objects, without
// what the role of the caller hides.
import type { KindName } from '../../domain/kind-types.ts';
import { toBody } from '../../kernel/json.ts';
import type { Json } from '../../kernel/json.ts';
import { readParams } from '../../kernel/params.ts';
import type { Params } from '../../kernel/params.ts';
import { must } from '../../kernel/result.ts';
import type { CallFields, Context, ReadOperation } from '../context/operation.ts';
import { SHOWN_BY } from '../shown-objects.ts';
import type { Members } from '../shown-objects.ts';
import { maskedBody } from './masked-calls.ts';
import { OPERATIONS } from './registry.ts';

const replyOf = (operation: string, ctx: Context, fields: CallFields): Json | undefined => {
  const { params, view } = OPERATIONS.get(operation) as ReadOperation<Params>;
  const args = readParams(params, fields);
  must(args.ok, `${operation} takes what its objects are known by`);
  const reply = view(args.value as never, ctx);
  must(!(reply instanceof Promise), `${operation} answers at once`);
  return reply.ok ? (reply.value as Json) : undefined;
};

/** Undefined where the caller may not read it, or nothing shows such objects. */
export const shownObject = (ctx: Context, kind: KindName, id: number): Members | undefined => {
  const shownBy = SHOWN_BY[kind];
  if (shownBy === undefined || !ctx.backOffice || !ctx.rights.may(shownBy.operation)) return undefined;
  const { operation, fields, reply, more, find } = shownBy;
  const shown = fields === undefined ? (reply?.(ctx, id) as Json) : replyOf(operation, ctx, fields(id, ctx.shop));
  if (shown === undefined) return undefined;
  const whole = more === undefined ? shown : ({ ...(shown as Members), ...more(ctx, id) } as Json);
  const body = maskedBody(operation, OPERATIONS.get(operation)!, ctx.rights.hidden, toBody(whole));
  return find(JSON.parse(body.toString()) as Members, id, ctx.shop);
};
