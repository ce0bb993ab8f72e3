// Who has saved a field that another person is typing into: from the engine's own record of changes.
import { call } from '../api/call.ts';
import { Refused } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { whoOf } from '../parts/history.tsx';
import { useEffect, useState } from '../preact.ts';
import type { FieldId } from './product-draft.ts';

/** Newest changes of an object that are looked at. */
const LOOKED_AT = 100;

type Names = { readonly [field in FieldId]?: string };

const namesOf = async (object: string, fields: readonly FieldId[], signal: AbortSignal): Promise<Names> => {
  const { records } = await call('get_changelog', { object, before: 0, limit: LOOKED_AT }, signal);
  const named = await Promise.all(
    fields.map(async (field) => {
      // The words and the point of a picture are saved with it.
      const path = field.replace(/^(alt|focus)\//, 'attributes/').replaceAll('/', '.');
      const change = records.find((one) => one.field === path || one.field.startsWith(`${path}.`));
      return change === undefined ? [] : [[field, await whoOf(change)] as const];
    }),
  );
  return Object.fromEntries(named.flat());
};

/** `object`: such as product/17. A field whose change is not found, or may not be read, has no name. */
export const useWho = (object: string, fields: readonly FieldId[]): Names => {
  const [names, setNames] = useState<Names>({});
  const key = fields.join();
  useEffect(() => {
    if (key === '' || !may('get_changelog')) return undefined;
    const ending = new AbortController();
    namesOf(object, fields, ending.signal).then(setNames, (error: unknown) => {
      if (!ending.signal.aborted && !(error instanceof Refused)) throw error;
    });
    return () => ending.abort();
  }, [object, key]);
  return names;
};
