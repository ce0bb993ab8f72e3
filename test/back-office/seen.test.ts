// Would catch a dialog that overwrites what somebody else has saved since it was opened, or asks where the two have
// changed different fields.
import { expect, test } from 'vitest';
import { Refused } from '../../back-office/api/refused.ts';
import { changedIn, saveSeen, sendSeen, settled } from '../../back-office/seen.ts';
import type { Edited, Fields, Seen, SeenPlace } from '../../back-office/seen.ts';

/** A thing with fields, which takes a change as of its last record. */
class Stored implements SeenPlace {
  seq = 1;
  fields: Fields = { name: 'rope', number: 'R-1', note: '' };

  read(): Promise<Seen> {
    return Promise.resolve({ fields: this.fields, seq: this.seq });
  }

  send(_draft: Fields, changed: Fields, { if_seq: seq }: { readonly if_seq?: number }): Promise<void> {
    if (seq !== undefined && seq !== this.seq)
      return Promise.reject(new Refused(200, 'CHANGED_MEANWHILE', 'if_seq', ''));
    this.fields = { ...this.fields, ...changed };
    this.seq += 1;
    return Promise.resolve();
  }

  /** Somebody else saves. */
  change(changed: Fields): void {
    this.fields = { ...this.fields, ...changed };
    this.seq += 1;
  }
}

const edit = async (stored: Stored, change: Fields): Promise<Edited> => {
  const seen = await stored.read();
  return { seen, draft: { ...seen.fields, ...change }, conflicts: [] };
};

test('what others have saved in other fields stays, and nobody is asked', async () => {
  const stored = new Stored();
  const mine = await edit(stored, { name: 'line' });
  stored.change({ number: 'L-1' });
  stored.change({ note: 'new' });
  expect((await saveSeen(stored, mine)).isSaved).toBe(true);
  expect(stored.fields).toEqual({ name: 'line', number: 'L-1', note: 'new' });
});

test('in the same field both texts are shown, and one is chosen', async () => {
  for (const whose of ['mine', 'theirs'] as const) {
    const stored = new Stored();
    const mine = await edit(stored, { name: 'line', note: 'x' });
    stored.change({ name: 'cord' });
    const { edited, isSaved } = await saveSeen(stored, mine);
    expect(isSaved).toBe(false);
    expect(edited.conflicts).toEqual([{ field: 'name', theirs: 'cord' }]);
    expect(edited.draft).toEqual({ name: 'line', number: 'R-1', note: 'x' });
    expect(stored.fields['name'], 'nothing is sent before somebody chose').toBe('cord');
    const chosen = settled(edited, edited.conflicts[0]!, whose);
    expect((await saveSeen(stored, chosen)).isSaved).toBe(true);
    expect(stored.fields).toEqual({ name: whose === 'mine' ? 'line' : 'cord', number: 'R-1', note: 'x' });
  }
});

test('the same text from both is no question, and blanks around a text are no change', async () => {
  const stored = new Stored();
  const mine = await edit(stored, { name: 'line' });
  stored.change({ name: 'line' });
  expect((await saveSeen(stored, mine)).isSaved).toBe(true);
  expect(changedIn({ name: 'line' }, { name: ' line ' })).toEqual({});
});

test('a shop that says no record takes the change, and another refusal is thrown', async () => {
  const stored = new Stored();
  const { draft } = await edit(stored, { name: 'line' });
  stored.change({ name: 'cord' });
  const seen = { fields: stored.fields, seq: undefined };
  expect((await saveSeen(stored, { seen, draft, conflicts: [] })).isSaved).toBe(true);
  const broken: SeenPlace = { read: () => stored.read(), send: () => Promise.reject(new Refused(200, 'X', '', '')) };
  await expect(saveSeen(broken, { seen, draft, conflicts: [] })).rejects.toThrow(Refused);
});

test('what has no fields goes together with what others changed beside it, and else is sent again only once it was seen', async () => {
  let seq = 3;
  const sent: (number | undefined)[] = [];
  const send =
    (changed?: readonly { readonly name: string }[]) =>
    async ({ if_seq: seen }: { readonly if_seq?: number }): Promise<number | undefined> => {
      sent.push(seen);
      if (seen !== seq) throw new Refused(200, 'CHANGED_MEANWHILE', 'if_seq', '', { seq, ...(changed && { changed }) });
      return seen;
    };
  const shown: unknown[] = [];
  const shows = (meanwhile: unknown): void => void shown.push(meanwhile);
  expect(await sendSeen(1, send([]), shows)).toBe(3);
  expect([sent.splice(0), shown]).toEqual([[1, 3], []]);
  seq = 5;
  const changed = [{ name: 'description' }];
  for (const told of [changed, undefined])
    await expect(sendSeen(1, send(told), shows)).rejects.toThrow(
      expect.objectContaining({ code: 'CHANGED_MEANWHILE' }),
    );
  expect([sent.splice(0), shown]).toEqual([
    [1, 1],
    [{ seq: 5, changed }, { seq: 5 }],
  ]);
  const other = sendSeen(1, () => Promise.reject(new Refused(200, 'CLASS_IN_USE', '2', '')), shows);
  await expect(other).rejects.toThrow(expect.objectContaining({ code: 'CLASS_IN_USE' }));
  expect(shown).toHaveLength(2);
});
