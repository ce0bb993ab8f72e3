// Webhooks whose target is an extension, `extension:NAME`: their messages go to its point `after` instead of to another
// server. So they come in order and at least once, wait in a backlog, are tried again, and are shown as those of any
// webhook (D553).
import { WEBHOOK_ANSWER } from '../../domain/webhooks/webhook.ts';
import type { Extensions } from '../../kernel/extensions.ts';
import type { HttpAnswer, HttpCall, HttpClient } from '../../kernel/http-call.ts';

const TARGET = /^extension:([a-z][a-z0-9-]{0,39})$/;
const SCHEME = 'extension:';

/** The extension of a target, '' where it names none; undefined: the target has another scheme. */
const extensionIn = (url: string): string | undefined =>
  url.startsWith(SCHEME) ? (TARGET.exec(url)?.[1] ?? '') : undefined;

/**
 * Why a target of this scheme may not be; '' when it may; undefined: it has another scheme. `extensions`: undefined
 * where they are not loaded. A module that was never loaded may have any name, and then every name may be (D696).
 */
export const whyNotExtension = (
  url: string,
  hasExtensions: boolean,
  extensions: Extensions | undefined,
): string | undefined => {
  const name = extensionIn(url);
  if (name === undefined) return undefined;
  if (name === '') return 'it names no extension, as extension:NAME does';
  if (!hasExtensions) return 'the setting extensions names none';
  return extensions === undefined ? '' : whyNotAsked(extensions, name, 'after');
};

/** Why an extension cannot be asked that; '' where it can, or where a module was never loaded: it may have any name. */
export const whyNotAsked = (extensions: Extensions, name: string, call: string): string => {
  const known = extensions.list().map((one) => one.name);
  if (known.length > 0 && !known.includes(name) && !known.includes('')) return `there is no extension ${name}`;
  return extensions.mayAnswer(name, call) ? '' : `the extension ${name} has no ${call}`;
};

/** What the host says of a module, and not the module itself. */
const OF_HOST = /^(?:there is no extension|the extension [a-z0-9-]+ (?:has no|is not loaded yet))/;

export const isOfHost = (failure: string): boolean => OF_HOST.test(failure);

const failed = (detail: string): HttpAnswer => ({ ok: false, failure: 'unreachable', detail });

const tell = async (extensions: Extensions, { url, headers, body }: HttpCall): Promise<HttpAnswer> => {
  const name = extensionIn(url) ?? '';
  if (headers['content-type']?.startsWith('application/json') !== true)
    return failed('an extension is told by webhooks with the body view: update_webhook sets it');
  const told = await extensions.askNamed({ name, point: 'after', question: body, read: () => undefined });
  const { failure } = told;
  if (told.isBrokenOff === true) return { ok: false, failure: 'closed', detail: failure };
  if (failure === '') return { ok: true, status: 200, bytes: Buffer.from(WEBHOOK_ANSWER) };
  // Records keep this for good, and what a module says may be about a person.
  return failed(isOfHost(failure) ? failure : `the extension ${name} failed: kontor extension list`);
};

/** Calls other servers, and tells extensions. */
export const tellingClient = (client: HttpClient, extensions: Extensions | undefined): HttpClient =>
  extensions === undefined
    ? client
    : { call: (call) => (call.url.startsWith(SCHEME) ? tell(extensions, call) : client.call(call)) };
