// Catches permalinks that a URL changes, that two objects share, or that nobody gives back.
import { ANY_CHARACTER } from '../../harness/any-character.ts';
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Permalinks, checkPermalinks, linked, mergeSeo } from '../../../src/domain/attributes/seo.ts';
import type { Seo } from '../../../src/domain/attributes/seo.ts';

const code = (seo: Seo, taken = new Permalinks(), ownId = 0): string => {
  const result = checkPermalinks(taken, seo, ownId);
  return result.ok ? 'ok' : result.code;
};

describe('permalinks', () => {
  // Catches a permalink that a browser or a router would change: dot segments, slashes, spaces, per cent, other
  // scripts.
  it('are exactly what a URL keeps as one path segment without encoding', () => {
    const edges = fc.constantFrom('.', '..', '...', 'a/b', 'a%20b', 'a b', 'ä', 'a?b', 'a#b', 'A~b', 'x:y@z');
    const given = fc.oneof(fc.string({ unit: ANY_CHARACTER, maxLength: 8 }), fc.string({ maxLength: 8 }), edges);
    fc.assert(
      fc.property(given, (permalink) => {
        fc.pre(permalink !== '');
        const kept =
          URL.canParse(`http://h/${permalink}`) && new URL(`http://h/${permalink}`).pathname === `/${permalink}`;
        const oneSegment = !/[/?#%\\]/.test(permalink);
        const valid = code({ de: { permalink } }) === 'ok';
        if (valid) expect([permalink, kept && oneSegment]).toEqual([permalink, true]);
        // RFC 3986 allows less in a segment than browsers leave alone.
        else
          expect([permalink, /^(?!\.{1,2}$)[A-Za-z0-9\-._~!$&'()*+,;=:@]+$/.test(permalink)]).toEqual([
            permalink,
            false,
          ]);
      }),
      { numRuns: runs(30) },
    );
    expect(code({ de: { permalink: 'x'.repeat(255) } })).toBe('ok');
    expect(code({ de: { permalink: 'x'.repeat(256) } })).toBe('SEO_ENTRY_PERMALINK_INVALID');
    expect(code({ de: { permalink: 'a\n' } })).toBe('SEO_ENTRY_PERMALINK_INVALID');
  });

  // Catches a link that two objects have in one language, and one refused to its own holder or in another language.
  it('are unique per language, except towards the object itself', () => {
    const language = fc.constantFrom('de', 'en');
    const permalink = fc.constantFrom('a', 'b', '');
    const entries = fc.dictionary(language, fc.record({ permalink }));
    fc.assert(
      fc.property(fc.array(fc.tuple(entries, fc.integer({ min: 1, max: 4 })), { maxLength: 6 }), (changes) => {
        const held = new Map<number, Seo>();
        for (const [seo, id] of changes) {
          const taken = new Permalinks();
          for (const [holder, links] of held) taken.add(links, holder, 1);
          const clash = [...held].some(
            ([holder, links]) =>
              holder !== id &&
              Object.keys(seo).some(
                (one) => seo[one]!.permalink !== '' && links[one]?.permalink === seo[one]!.permalink,
              ),
          );
          expect(code(seo, taken, id)).toBe(clash ? 'SEO_ENTRY_PERMALINK_ALREADY_IN_USE' : 'ok');
          if (!clash) held.set(id, seo);
        }
      }),
    );
  });

  const some = fc.dictionary(
    fc.constantFrom('de', 'en', 'fr'),
    fc.record({ permalink: fc.constantFrom('a', 'b', '') }),
  );

  // Catches a holder that stays or goes too much: rows of different ages may stand side by side while a store is
  // opened.
  it('are found as long as anybody has them, however they came and went', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(some, fc.integer({ min: 1, max: 3 })), { maxLength: 8 }), (changes) => {
        const links = new Permalinks();
        const held = new Map<number, Seo>();
        for (const [at, [seo, id]] of changes.entries()) {
          links.remove(held.get(id) ?? {}, id, at + 1);
          links.add(seo, id, at + 1);
          held.set(id, seo);
        }
        for (const permalink of ['a', 'b']) {
          const expected = [...held].flatMap(([id, seo]) =>
            Object.entries(seo).flatMap(([language, entry]) =>
              entry.permalink === permalink ? [{ language, id }] : [],
            ),
          );
          const sorted = expected.sort((a, b) => (`${a.language} ${a.id}` < `${b.language} ${b.id}` ? -1 : 1));
          expect(links.holders(permalink)?.list ?? []).toEqual(sorted);
        }
        expect(links.holders('')).toBe(undefined);
      }),
    );
  });

  // Catches another order than: the language asked for, the shop's own, the first by code.
  it('mean whoever has them in the language asked for, then the shop’s, then the first', () => {
    const links = new Permalinks();
    for (const [id, language] of ['fr', 'de', 'en', 'at'].entries())
      links.add({ [language]: { permalink: 'x' } }, id + 1, 1);
    const found = (language: string, gone: readonly number[] = [], fallback = 'de'): unknown => {
      const one = linked(links.holders('x')!, language, fallback, (id) =>
        gone.includes(id) ? undefined : `state ${id}`,
      );
      return one && [one.id, one.language, one.state];
    };
    expect(found('en')).toEqual([3, 'en', 'state 3']);
    expect(found('')).toEqual([2, 'de', 'state 2']);
    expect(found('xx')).toEqual([2, 'de', 'state 2']);
    expect(found('', [], 'xx')).toEqual([4, 'at', 'state 4']);
    expect(found('', [2])).toEqual([4, 'at', 'state 4']);
    expect(found('en', [1, 2, 3, 4])).toBe(undefined);
  });
});

describe('mergeSeo', () => {
  it('takes what is given, per language and member; an empty permalink goes, other empty texts stay', () => {
    const before = { de: { permalink: 'a', title: 't' }, en: { permalink: 'b' } };
    expect(mergeSeo(before, { de: { title: '', keywords: 'k' }, en: { permalink: '' }, fr: {} })).toEqual({
      de: { permalink: 'a', title: '', keywords: 'k' },
    });
    expect(mergeSeo(before, {})).toEqual(before);
    expect(mergeSeo({}, { constructor: { title: 'x' } } as Seo)).toEqual({ constructor: { title: 'x' } });
  });
});

it('a change on trial leaves what replies depend on, and nothing of its own', () => {
  const links = new Permalinks();
  const [waren, neu] = ['waren', 'neu'].map((permalink) => ({ de_DE: { permalink } }));
  links.add(waren!, 1, 5);
  const held = links.holders('waren');
  links.remove(waren!, 1, 0);
  links.add(neu!, 1, 0);
  links.remove(neu!, 1, 0);
  links.add(waren!, 1, 0);
  expect(links.holders('waren')).toBe(held);
  expect(held?.list).toEqual([{ language: 'de_DE', id: 1 }]);
  expect(links.holders('neu')).toBeUndefined();
  links.remove(waren!, 1, 6);
  expect(links.holders('waren')).toBeUndefined();
});
