// Catches a link to a parcel that leads to another server, ends the text it stands in, or is no URL: numbers are typed
// by people and scanned from labels.
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { trackingUrlOf } from '../../../src/domain/orders/tracking.ts';
import { runs } from '../../harness/effort.ts';

const carriers = [
  { name: 'DHL', trackingUrl: 'https://dhl.example/track/{number}?lang=de' },
  { name: 'Müller & Söhne', trackingUrl: 'https://mueller.example:8443/?no={number}#top' },
];

describe('trackingUrlOf', () => {
  test.each([
    ['DHL', '00340434', 'https://dhl.example/track/00340434?lang=de'],
    [' dhl ', ' 00340434 ', 'https://dhl.example/track/00340434?lang=de'],
    ['MÜLLER & SÖHNE', 'A/B 1&2', 'https://mueller.example:8443/?no=A%2FB%201%262#top'],
    ['DHL', '"><script>', 'https://dhl.example/track/%22%3E%3Cscript%3E?lang=de'],
    ['DHL', "$&'()", 'https://dhl.example/track/%24%26%27%28%29?lang=de'],
    ['DHL', '', ''],
    ['UPS', '00340434', ''],
    ['', '00340434', ''],
  ])('%j %j → %s', (provider, number, url) => expect(trackingUrlOf(carriers, provider, number)).toBe(url));

  it.each(['http://dhl.example/{number}', 'https://dhl.example/', 'javascript:alert(1)//{number}'])(
    'makes no link by %s',
    (trackingUrl) => expect(trackingUrlOf([{ name: 'X', trackingUrl }], 'X', '1')).toBe(''),
  );

  it('is an https URL of its carrier for any number', () => {
    const number = fc.string({ unit: fc.constantFrom(...'0Aß€😀\ud800\udc00"\'<>&%{}()\\/?#.\n \0'), maxLength: 20 });
    fc.assert(
      fc.property(fc.constantFrom(...carriers), number, ({ name, trackingUrl }, typed) => {
        const url = trackingUrlOf(carriers, name, typed);
        const host = url === '' ? '' : new URL(url).host;
        expect(host).toBe(typed.trim() === '' ? '' : new URL(trackingUrl.replace('{number}', '1')).host);
        expect(url).toMatch(/^(https:\/\/[\w.:-]+\/[\w/.%~?=&#-]+)?$/);
      }),
      {
        numRuns: runs(200),
        examples: [
          [carriers[0]!, '\ud800'],
          [carriers[0]!, '..'],
          [carriers[1]!, '{number}'],
        ],
      },
    );
  });
});
