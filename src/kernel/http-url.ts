/**
 * An http or https URL. A blank, a line's end or a stroke is read by some as the end of a host, and a link of another
 * scheme is a script.
 */
export const isHttpUrl = (text: string): boolean =>
  text.length <= 2000 && /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text);

/** As logs and lists show it: the password within, if there is one, as `***`. */
export const withoutPassword = (url: string): string => url.replace(/^(https?:\/\/[^/?#\\:]*:)[^/?#\\]*@/i, '$1***@');
