// Calls the shop for an agent, and says what became of a call so that the agent can go on.
//
// Guaranteed: a write has an idempotency key, the agent's or one made for this call, and the result names it; the
// credentials of the calls stand in no result; a result has at most `resultMax` characters and some sentences.
// Not promised: that a call without an answer has changed nothing. The result says so, and with which key it is asked.
import { CallFailed, createClient } from '../client/client.ts';
import type { CallOptions, Refused } from '../client/client.ts';
import { withoutPasswords } from '../kernel/http-url.ts';
import type { Operation } from '../operations/context/operation.ts';
import type { Members } from './api-description.ts';
import { hasDryRun } from '../operations/dispatch/operation-list.ts';
import { callsOthers } from './offer.ts';
import type { Offered } from './offer.ts';
import { cutTo, failed, said } from './tool.ts';
import type { ToolResult } from './tool.ts';

export interface ShopAccess {
  /** Address of the server, without /srv/service/. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly secretKey?: string | undefined;
  /** Where the credentials come from, for the person who mends them. */
  readonly source: string;
}

/** Milliseconds that one attempt may take. */
const TIMEOUT_MS = 30_000;
const KEY_CHARACTERS_MAX = 64;

/** Parameters that make a reply smaller, or the next page of it. */
const NARROWING = ['right_limit', 'left_limit', 'limit', 'after', 'before', 'start', 'needed_attributes', 'depth'];

const narrowed = ({ params }: Operation): string => {
  const names = NARROWING.filter((name) => Object.hasOwn(params, name));
  return names.length === 0
    ? 'It has no parameters that make its reply smaller: a person can start kontor mcp with a larger --result-max.'
    : `Ask for less, or page by page, with ${names.join(', ')}.`;
};

/** Returns the innermost reason: `fetch` itself says only "fetch failed". */
const reasonOf = (error: unknown): string => {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause;
  if (deepest instanceof SyntaxError)
    return 'its answer is no JSON: is this the address of a shop, and does the channel answer in JSON?';
  if (!(deepest instanceof Error)) return String(deepest);
  // Several addresses were tried: the message is empty then.
  return deepest.message || String((deepest as NodeJS.ErrnoException).code ?? deepest.name);
};

const isOn = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

/** Many replies of a dry run are those of a call that was carried out. */
const DRY = 'Dry run: nothing was changed. The same call without dry_run would not be refused now.';

type Outcome = { readonly ok: true; readonly value: { [name: string]: unknown } } | Refused;

export class ShopCalls {
  private readonly access: ShopAccess;
  private readonly resultMax: number;
  private readonly operations: { readonly [name: string]: (params: Members, given: CallOptions) => Promise<Outcome> };

  constructor(access: ShopAccess, resultMax: number) {
    this.access = access;
    this.resultMax = resultMax;
    const { url, username, password, secretKey } = access;
    const client = createClient({ url, username, password, secretKey, strict: true, timeoutMs: TIMEOUT_MS });
    this.operations = client as unknown as typeof this.operations;
  }

  async call({ name, operation, access }: Offered, args: Members, signal: AbortSignal): Promise<ToolResult> {
    const { idempotency_key: own, strict: _, ...params } = args;
    if (hasDryRun(operation) ? access === 'dry_run' && !isOn(params['dry_run']) : isOn(params['dry_run']))
      return failed(
        access === 'dry_run'
          ? `${name} changes the shop, which is not allowed here. With dry_run: true it says what it would do.`
          : `${name} has no dry run, and nothing was called: it ${access === 'read' ? 'changes nothing' : 'would act'}.`,
      );
    const isKeyed = operation.effect === 'write' && !isOn(params['dry_run']);
    if (own !== undefined && !isKey(own))
      return failed(`idempotency_key is a text of 1 to ${KEY_CHARACTERS_MAX} characters; nothing was called.`);
    const key = isKeyed ? (own ?? crypto.randomUUID()) : undefined;
    try {
      const outcome = await this.operations[name]!(params, { key, signal });
      return this.result(operation, outcome, key, isOn(params['dry_run']));
    } catch (error) {
      if (signal.aborted) throw error;
      return this.unanswered(error, operation, key);
    }
  }

  private result(operation: Operation, outcome: Outcome, key: string | undefined, isDry: boolean): ToolResult {
    if (!outcome.ok) return this.refused(outcome);
    const json = this.masked(JSON.stringify(outcome.value));
    const keyed = [
      ...(isDry ? [DRY] : []),
      ...(key === undefined ? [] : [`idempotency_key: ${key}. The same call with it acts once.`]),
    ];
    if (json.length <= this.resultMax)
      return { ...said(json, ...keyed), structuredContent: JSON.parse(json) as { [name: string]: unknown } };
    if (key === undefined) return failed(cutTo(json, this.resultMax, narrowed(operation)));
    return failed(
      cutTo(json, this.resultMax, 'The change was made; the reply is longer than a result may be.'),
      ...keyed,
    );
  }

  private refused({ code, param, detail }: Refused): ToolResult {
    const about = param === '' ? '' : ` (${param})`;
    const hint =
      code === 'PERMISSION_DENIED'
        ? ` The credentials are those of ${this.access.source}: a person must say whether they are right, belong to ` +
          'an active channel, and have its secret key.'
        : '';
    return failed(this.masked(`Refused, nothing was changed: ${code}${about}. ${detail}${hint}`));
  }

  private unanswered(error: unknown, operation: Operation, key: string | undefined): ToolResult {
    const times = error instanceof CallFailed ? ` after ${error.attempts} attempts` : '';
    const why = `The shop at ${this.access.url} gave no answer${times}: ${reasonOf(error)}.`;
    if (key !== undefined)
      return failed(
        this.masked(why),
        'Whether the change was made is not known. Make the same call again, once the shop answers, with ' +
          `idempotency_key: ${key}; then it happens once.`,
      );
    return failed(
      this.masked(why),
      callsOthers(operation) ? 'It may have reached the other server.' : 'Nothing was changed.',
    );
  }

  private masked(text: string): string {
    const { password, secretKey = '' } = this.access;
    // Passwords of webhooks and applications are masked, too.
    let masked = withoutPasswords(text);
    for (const secret of [password, secretKey]) {
      // The secret as it stands within JSON.
      const written = JSON.stringify(secret).slice(1, -1);
      if (secret !== '') masked = masked.replaceAll(written, '***').replaceAll(secret, '***');
    }
    return masked;
  }
}

const isKey = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= KEY_CHARACTERS_MAX;
