// Reads HTML without running, loading or styling anything by it. The page's policy forbids styles and scripts within
// HTML, and each attempt is reported: attributes that style or run are read under another name.

/** The name under which a style is read. */
export const STYLE = 'data-style';

/** The value of an attribute, which stays as it is, or the name of one that styles or runs. */
const VALUE_OR_STYLE = /(=\s*(?:"[^"]*"|'[^']*'|[^\s"'>][^\s>]*))|(?<=[\s"'/])(?:style|on[a-z]+)(?=\s*=)/gi;

const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi;

export const withoutStyles = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(TAG, (tag) =>
      tag.replace(VALUE_OR_STYLE, (name, value?: string) => value ?? `data-${name.toLowerCase()}`),
    );

export const parsedHtml = (html: string): Document => new DOMParser().parseFromString(withoutStyles(html), 'text/html');
