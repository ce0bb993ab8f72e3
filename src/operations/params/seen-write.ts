// Writes to one object that has a `seq`: none of them overwrites what its caller has not seen. An operation declares
// what it changes; the parameter, the refusal and the check are made here.
import { checkSeen } from '../../domain/seen-record.ts';
import type { KindName } from '../../domain/kind-types.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { ArgsOf, Params, TSchema } from '../../kernel/params.ts';
import { write } from '../context/operation.ts';
import type { Operation, WriteOperation } from '../context/operation.ts';
import { ifSeq } from './seen-param.ts';

interface Seen<P extends Params> {
  readonly kind: KindName;
  /** Id of the object; 0: there is none, which the operation refuses. */
  id(args: ArgsOf<P>, shop: Reader): number;
  /** As the parameter's description calls it, and the operation that shows its `seq`. */
  readonly called: string;
  readonly shownBy: string;
}

/** The check comes after the decision, which says first what there is and who may change it. */
export const writeSeen = <P extends Params, S extends TSchema, T, W = undefined>(
  { kind, id, called, shownBy }: Seen<P>,
  given: Omit<WriteOperation<P, T, W, S>, 'effect'>,
): Operation =>
  write<Params, S, T, W>({
    ...(given as unknown as Omit<WriteOperation<Params, T, W, S>, 'effect'>),
    params: { ...given.params, if_seq: ifSeq(called, shownBy) },
    refusals: [...(given.refusals ?? []), 'CHANGED_MEANWHILE'],
    handle: (args, ctx, prepared) => {
      const own = args as ArgsOf<P>;
      const objectId = id(own, ctx.shop);
      const decided = given.handle(own, ctx, prepared);
      const seen = checkSeen(ctx.shop, kind, objectId, args['if_seq'] as number | undefined);
      return decided.ok && !seen.ok ? seen : decided;
    },
  });
