import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPermalinks, permalinkKey, permalinkKeys } from '../../src/domain/seo.ts';
import type { Seo } from '../../src/domain/seo.ts';

const FREE: ReadonlyMap<string, number> = new Map();
const code = (seo: Seo, taken = FREE, ownId = 0): string => {
  const result = checkPermalinks(taken, seo, ownId);
  return result.ok ? 'ok' : result.code;
};

describe('permalinks', () => {
  // Catches a permalink that a browser or a router would change: dot segments, slashes, spaces, per cent, other scripts.
  it('are exactly what a URL keeps as one path segment without encoding', () => {
    const edges = fc.constantFrom('.', '..', '...', 'a/b', 'a%20b', 'a b', 'ä', 'a?b', 'a#b', 'A~b', 'x:y@z');
    const given = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.string({ maxLength: 8 }), edges);
    fc.assert(
      fc.property(given, (permalink) => {
        fc.pre(permalink !== '');
        const kept = URL.canParse(`http://h/${permalink}`) && new URL(`http://h/${permalink}`).pathname === `/${permalink}`;
        const oneSegment = !/[/?#%\\]/.test(permalink);
        const valid = code({ de: { permalink } }) === 'ok';
        if (valid) expect([permalink, kept && oneSegment]).toEqual([permalink, true]);
        // RFC 3986 allows less in a segment than browsers leave alone.
        else expect([permalink, /^(?!\.{1,2}$)[A-Za-z0-9\-._~!$&'()*+,;=:@]+$/.test(permalink)]).toEqual([permalink, false]);
      }),
      { numRuns: 300 },
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
          const taken = new Map([...held].flatMap(([holder, links]) => permalinkKeys(links).map((key) => [key, holder] as const)));
          const clash = [...held].some(
            ([holder, links]) => holder !== id && Object.keys(seo).some((one) => seo[one]!.permalink !== '' && links[one]?.permalink === seo[one]!.permalink),
          );
          expect(code(seo, taken, id)).toBe(clash ? 'SEO_ENTRY_PERMALINK_ALREADY_IN_USE' : 'ok');
          if (!clash) held.set(id, seo);
        }
      }),
    );
  });

  // Catches two pairs that become one key.
  it('have one key per language and link', () => {
    fc.assert(
      fc.property(fc.string(), fc.stringMatching(/^[a-z]{1,5}$/), fc.string(), fc.stringMatching(/^[a-z]{1,5}$/), (a, b, c, d) => {
        expect(permalinkKey(a, b) === permalinkKey(c, d)).toBe(a === c && b === d);
      }),
    );
    expect(permalinkKeys({ de: { permalink: 'x', title: 't' }, en: {}, fr: { permalink: '' } })).toEqual([permalinkKey('de', 'x')]);
  });
});
