// Pieces that come back, as a call names them.
import type { CameBack } from '../../domain/orders/change-returns.ts';
import type { AnnouncedLine } from '../../domain/orders/order-return.ts';
import { Type, flagMember, FlagShape, json, map } from '../../kernel/params.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { Either, LINES_MAX, isReasonCode, lineOf } from './order-lines.ts';

const Reason = Type.Optional(Type.String({ maxLength: 64 }));

const badReason = (param: string, index: number): Result<never> =>
  refuse('PARAMETER_INVALID', param, `${param}[${index}].reason: a code has a to z, 0 to 9, _ and -.`);

/** What is announced. A line may be named more than once. */
export const announcedLines = map(
  json(
    Type.Array(Type.Object({ id_element: Either, quantity: Either, reason: Reason }), {
      minItems: 1,
      maxItems: LINES_MAX,
      description:
        'what comes back: [{id_element, quantity, reason}], by the ids of the order’s lines; reason: a code such as ' +
        'too_small, or none',
    }),
  ),
  (given, param): Result<readonly AnnouncedLine[]> => {
    const lines: AnnouncedLine[] = [];
    for (const [index, entry] of given.entries()) {
      const line = lineOf(entry, param, index);
      if (!line.ok) return line;
      const { reason = '' } = entry;
      if (!isReasonCode(reason)) return badReason(param, index);
      lines.push({ ...line.value, reason });
    }
    return ok(lines);
  },
);

const WISHED_MAX = 20;

/** Products that a buyer wants instead, each once. */
export const wishedProducts = map(
  json(
    Type.Array(Type.Integer({ minimum: 1 }), {
      maxItems: WISHED_MAX,
      description: 'with wish = exchange: ids of the products that the buyer wants instead',
    }),
  ),
  (given) => ok<readonly number[]>([...new Set(given)]),
);

/** What has come. A line may be named more than once, as with two places. */
export const receivedLines = map(
  json(
    Type.Array(
      Type.Object({
        id_element: Either,
        quantity: Either,
        reason: Reason,
        back: Type.Optional(FlagShape),
        storage: Type.Optional(Type.String({ maxLength: 255 })),
      }),
      {
        minItems: 1,
        maxItems: LINES_MAX,
        description:
          'what came: [{id_element, quantity, reason, back, storage}]; back = 1: it is stock where it came from; ' +
          'storage: it is stock in the storage of this name; neither: it is no stock again',
      },
    ),
  ),
  (given, param): Result<readonly CameBack[]> => {
    const lines: CameBack[] = [];
    for (const [index, entry] of given.entries()) {
      const line = lineOf(entry, param, index);
      if (!line.ok) return line;
      const { reason = '', storage = '' } = entry;
      if (!isReasonCode(reason)) return badReason(param, index);
      const back = flagMember(entry.back, param, `${param}[${index}].back`, false);
      if (!back.ok) return back;
      if (back.value && storage !== '')
        return refuse('PARAMETER_INVALID', param, `${param}[${index}]: back and storage exclude each other.`);
      lines.push({ ...line.value, reason, storage, isKept: back.value || storage !== '' });
    }
    return ok(lines);
  },
);
