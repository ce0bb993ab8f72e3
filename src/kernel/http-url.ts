/**
 * Whether a text is an http or https URL of at most 2,000 characters. White space and backslashes are refused, because
 * some parsers end the host there; other schemes are, because a link of theirs may be a script.
 */
export const isHttpUrl = (text: string): boolean =>
  text.length <= 2000 && /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text);

/** The URL for logs and lists: a password within it is replaced by `***`. */
export const withoutPassword = (url: string): string => url.replace(/^(https?:\/\/[^/?#\\:]*:)[^/?#\\]*@/i, '$1***@');

/** A text, of JSON for example, in which URLs may stand: passwords within them are replaced likewise. */
export const withoutPasswords = (text: string): string =>
  text.replaceAll(/(https?:\/\/[^\s"/?#\\:@]*:)[^\s"/?#\\@]*@/gi, '$1***@');

/** A host or an address as the host of a URL. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
