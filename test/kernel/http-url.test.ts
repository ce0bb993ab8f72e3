// Would catch a link that another parser reads otherwise, one that is a script, and one that shows a password.
import { expect, test } from 'vitest';
import { whyNoLink } from '../../src/kernel/http-url.ts';

test.each([
  ['https://shop.example/done?order=1', ''],
  ['HTTP://127.0.0.1:8080', ''],
  ['https://shop.example/@user:password', ''],
  ['https://user:password@shop.example/', 'holds a user name or a password'],
  ['https://user@shop.example/', 'holds a user name or a password'],
  ['https://:password@shop.example/', 'holds a user name or a password'],
  ['https://shop.example\\@evil.example/', 'is no http or https URL'],
  ['https://shop.example/ x', 'is no http or https URL'],
  ['javascript:alert(1)', 'is no http or https URL'],
  ['https://', 'is no http or https URL'],
  [`https://shop.example/${'x'.repeat(1980)}`, 'has 2001 characters, of at most 2000'],
])('%s', (text, why) => {
  expect(whyNoLink(text)).toBe(why);
});
