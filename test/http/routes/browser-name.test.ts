// Would catch a browser that is called by the name of an older one which it claims to be.
import { expect, test } from 'vitest';
import { browserName } from '../../../src/http/routes/browser-name.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox, Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Chrome, Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/131.0.0.0`, 'Edge, Windows'],
  [`Mozilla/5.0 (Linux; Android 14) ${CHROME} OPR/80.0`, 'Opera, Android'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.1 Safari/605.1.15`, 'Safari, macOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) ${WEBKIT} CriOS/119.0 Mobile Safari/604.1`,
    'Chrome, iPhone',
  ],
  ['curl/8.5.0', 'curl'],
  ['<b>', ''],
  ['', ''],
])('%s', (header, name) => {
  expect(browserName(header)).toBe(name);
});
