/**
 * Why a text is no http or https URL for others to open, as the rest of a sentence; '' where it is one. White space and
 * backslashes are refused, because some parsers end the host there; other schemes, because a link of theirs may be a
 * script; a user name and a password, because everybody who gets the link would see them.
 */
export const whyNoLink = (text: string): string => {
  if (text.length > 2000) return `has ${text.length} characters, of at most 2000`;
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return 'is no http or https URL';
  const { username, password } = new URL(text);
  return username === '' && password === '' ? '' : 'holds a user name or a password';
};

const PASSWORD = /^(https?:\/\/[^/?#\\:]*:)([^/?#\\]*)@/i;

/** The URL for logs and lists: a password within it is replaced by `***`. */
export const withoutPassword = (url: string): string => url.replace(PASSWORD, '$1***@');

/** The password within a URL; '' for none. */
export const passwordIn = (url: string): string => PASSWORD.exec(url)?.[2] ?? '';

/** A text, of JSON for example, in which URLs may stand: passwords within them are replaced likewise. */
export const withoutPasswords = (text: string): string =>
  text.replaceAll(/(https?:\/\/[^\s"/?#\\:@]*:)[^\s"/?#\\@]*@/gi, '$1***@');

/** A host or an address as the host of a URL. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
