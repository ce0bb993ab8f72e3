// Would catch objects whose order is noted although it is their own, names that are built before they are asked for,
// and an index that is not taken for one.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eachReordered } from '../../src/kernel/json-names.ts';
import { runs } from '../harness/effort.ts';

/** Objects that have another order in the text, with the names there. */
const reordered = (text: string): (readonly [object: unknown, names: readonly string[]])[] => {
  const all: (readonly [unknown, readonly string[]])[] = [];
  eachReordered(text, JSON.parse(text), 64, (object, names) => all.push([object, names()]));
  return all;
};

describe('the order of members in text', () => {
  test.each([
    ['names of digits that are no indices', `{"x":{${Array.from({ length: 100 }, (_, at) => `"0${at}":{}`).join()}}}`],
    ['indices by their number, before all others', '{"0":1,"2":{"1":0},"10":[{"3":1,"a":2}],"a":3}'],
    ['what is no index beside one', '{"4294967294":1,"4294967295":2,"1.5":3,"-1":4}'],
  ])('that objects have, too, is not noted: %s', (_what, text) => {
    expect(reordered(text)).toEqual([]);
  });

  test.each([
    ['{"a":1,"1":2}', [['a', '1']]],
    ['{"2":1,"1":2}', [['2', '1']]],
    ['{"\\u0061":[{"1\\u0030":0,"2":1}],"b":1}', [['10', '2']]],
    [
      '[{"a":[]},{"a":{},"7":{"b":0,"8":{}}}]',
      [
        ['b', '8'],
        ['a', '7'],
      ],
    ],
    ['{"4294967295":1,"4294967294":2}', [['4294967295', '4294967294']]],
  ])('is noted where it is another one: %s', (text, names) => {
    expect(reordered(text).map(([, found]) => found)).toEqual(names);
  });

  test('a name is read from the text when it is asked for', () => {
    const text = `{"a":1,${Array.from({ length: 1000 }, (_, at) => `"${at}":1`).join()}}`;
    let made: (() => readonly string[]) | undefined;
    const value: unknown = JSON.parse(text);
    let looks = 0;
    const watched = new Proxy(value as object, {
      getOwnPropertyDescriptor: (target, name) => {
        looks += 1;
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    });
    eachReordered(text, watched, 64, (_object, names) => (made = names));
    expect(looks).toBe(0);
    expect(made!()).toHaveLength(1001);
    expect(looks).toBe(1001);
  });

  test('differs from that of the object wherever it is noted, and nowhere else', () => {
    // From V8 13.6 on, JSON.parse reads the name `"` as `\` where another text had that one in its place.
    const name = fc.oneof(fc.constantFrom('a', '', '01', '1.0', '"', 'a\\'), fc.nat({ max: 20 }).map(String));
    const names = fc.uniqueArray(name, { maxLength: 6 });
    fc.assert(
      fc.property(names, names, (outer, inner) => {
        const text = (members: readonly string[], value: string): string =>
          `{${members.map((member) => `${JSON.stringify(member)}:${value}`).join()}}`;
        const isMoved = (members: readonly string[]): boolean =>
          Object.keys(JSON.parse(text(members, '1')) as object).some((member, at) => member !== members[at]);
        const expected = [...outer.flatMap(() => (isMoved(inner) ? [inner] : [])), ...(isMoved(outer) ? [outer] : [])];
        expect(reordered(text(outer, text(inner, '[1]'))).map(([, found]) => found)).toEqual(expected);
      }),
      { numRuns: runs(200) },
    );
  });
});
