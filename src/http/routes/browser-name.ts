// What a browser is called in a list of logins.
//
// Not promised: the truth. A browser writes into its header what it likes.

/** What names browsers in their header, the first that fits: most claim to be an older one as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const named = (known: typeof BROWSERS, header: string): readonly string[] =>
  known.filter(([pattern]) => pattern.test(header)).map(([, name]) => name);

/** Browser and system, such as `Firefox, Linux`; '' where the header names neither. `header`: of User-Agent. */
export const browserName = (header: string): string =>
  [named(BROWSERS, header)[0], named(SYSTEMS, header)[0]].filter((name) => name !== undefined).join(', ');
