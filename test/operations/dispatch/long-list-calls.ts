// Calls of long lists, read to their end.
import type { Json } from '../../../src/kernel/json.ts';
import { toJson } from '../../../src/kernel/json.ts';
import { readParams } from '../../../src/kernel/params.ts';
import { must } from '../../../src/kernel/result.ts';
import { CallContext } from '../../../src/operations/context/call-context.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { ALL_RIGHTS } from '../../../src/operations/dispatch/role-table.ts';
import type { Given } from '../shop.ts';
import type { LongShop } from './long-lists.ts';
import type { begin } from './long-lists.ts';

export const turned = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const ALL = { constraint: [], left_limit: 0, right_limit: 0 };

export interface Listed {
  readonly count: number;
  readonly result: readonly { readonly id: number; readonly name: string }[];
}

/** Takes turns until the reply is whole, and gives it. */
export const whole = async ({ turns }: LongShop, { reader, sent }: ReturnType<typeof begin>): Promise<string> => {
  for (let turn = 0; !reader.ended && sent.length === 0 && turn < 10_000; turn += 1) {
    turns.take();
    await turned();
  }
  return sent[0]?.text ?? reader.text;
};

/** What the view shows, in one piece. */
export const inOnePiece = ({ goods: { shop } }: LongShop, request: string, given: Given): string => {
  const operation = OPERATIONS.get(request)!;
  must(operation.effect === 'read', 'a list is read');
  const fields = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const args = readParams(operation.params, fields);
  must(args.ok, 'the parameters are right');
  const reader = shop.engine.readContext();
  const opened =
    given['session'] === undefined ? undefined : shop.service.codes.open(reader, given['session'] as string);
  const shown = operation.view(
    args.value,
    new CallContext(
      {
        channelId: 1,
        person: undefined,
        rights: ALL_RIGHTS,
        backOffice: true,
        username: '',
        address: '',
        browser: '',
        output: 'json',
      },
      reader,
      shop.service,
      opened,
    ),
  );
  must(!(shown instanceof Promise) && shown.ok, 'a list is shown');
  return toJson(shown.value as Json);
};
