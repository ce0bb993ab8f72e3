// A payment provider that is an extension: its point `payment_provider` begins payments, reads notices and gives money
// back. What it says is checked as what any provider says.
import type { Extensions, ReadAnswer } from '../../kernel/extensions.ts';
import { whyNoLink } from '../../kernel/http-url.ts';
import type {
  Notice,
  PaymentCapabilities,
  PaymentProvider,
  PaymentRequest,
  RawNotice,
  RefundAnswer,
  RefundRequest,
} from '../../kernel/payment-provider.ts';
import { isOfHost } from './told-extensions.ts';
import { mapOk, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

type Members = { readonly [member: string]: unknown };
type Begun = {
  readonly reference: string;
  readonly redirect: string;
  readonly token: string;
  readonly expiresS: number;
};
type Read =
  | { readonly notice: Notice }
  | { readonly refused: 'NOTICE_SIGNATURE_INVALID' | 'NOTICE_TOO_OLD' | 'NOTICE_INVALID' };

const REFUSED = ['NOTICE_SIGNATURE_INVALID', 'NOTICE_TOO_OLD', 'NOTICE_INVALID'] as const;
const HOUR_S = 3600;
const YEAR_S = 366 * 24 * HOUR_S;

const membersOf = (given: unknown): Members => (typeof given === 'object' && given !== null ? (given as Members) : {});
const isName = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 255;

const readBegun: ReadAnswer<Begun> = (given) => {
  const { reference, redirect, token = '', expires_s: expiresS = HOUR_S } = membersOf(given);
  if (!isName(reference)) return `reference is ${shown(reference)}, and no text of 1 to 255 characters`;
  const why = typeof redirect === 'string' ? redirect && whyNoLink(redirect) : 'is no text';
  if (why !== '') return `redirect ${why}`;
  if (typeof token !== 'string' || token.length > 4096) return 'token is no text';
  const isTime = Number.isSafeInteger(expiresS) && (expiresS as number) > 0 && (expiresS as number) <= YEAR_S;
  if (!isTime) return `expires_s is ${shown(expiresS)}, and no whole number of seconds`;
  return { reference, redirect: redirect as string, token, expiresS: expiresS as number };
};

const readNotice: ReadAnswer<Read> = (given) => {
  if (given === undefined || given === null) return undefined;
  const { refuse: why, reference, outcome, transaction = '', minor, currency } = membersOf(given);
  if (why !== undefined) {
    const refused = REFUSED.find((code) => code === why);
    return refused === undefined ? `refuse is ${shown(why)}, and none of ${REFUSED.join(', ')}` : { refused };
  }
  if (outcome !== 'received' && outcome !== 'expired' && outcome !== 'pending') return `outcome is ${shown(outcome)}`;
  if (!isName(reference)) return 'reference is no text of 1 to 255 characters';
  // A payment without a transaction number could not be told from a repeated notice.
  if (!isName(transaction) && (transaction !== '' || outcome === 'received')) return 'transaction is no text';
  if (!Number.isSafeInteger(minor) || (minor as number) < 0) return `minor is ${shown(minor)}`;
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return `currency is ${shown(currency)}`;
  return { notice: { reference, outcome, transaction, amountMinor: minor as number, currency } };
};

const readRefunded: ReadAnswer<RefundAnswer> = (given) => {
  const { state, transaction = '', failure = '' } = membersOf(given);
  if (state === 'failed') return { state, transaction: '', failure: shown(failure || state) };
  if (state !== 'done' && state !== 'pending') return `state is ${shown(state)}`;
  return isName(transaction) ? { state, transaction, failure: '' } : 'transaction is no text of 1 to 255 characters';
};

/** One sentence for the caller: what the module itself says may be about others, and stands in the log. */
const whatFailed = (name: string, failure: string): string => {
  if (isOfHost(failure)) return `${failure[0]!.toUpperCase()}${failure.slice(1)}.`;
  const log = 'kontor extension list says more';
  if (failure.startsWith('its answer is none of'))
    return `The extension ${name} gave nothing, or no payment as docs/build/extensions.md says: ${log}.`;
  return failure.startsWith('it did not answer within') || failure.startsWith('it rests')
    ? `The extension ${name} did not answer in time, or rests after failures: ${log}.`
    : `The extension ${name} threw, or could not be asked: ${log}.`;
};

export class ExtensionPayments implements PaymentProvider {
  readonly capabilities: PaymentCapabilities = { unitOf: () => undefined, needsSuccessUrl: false };
  private readonly name: string;
  private readonly extensions: Extensions;

  constructor(name: string, extensions: Extensions) {
    this.name = name;
    this.extensions = extensions;
  }

  async start(request: PaymentRequest, nowMs: number): ReturnType<PaymentProvider['start']> {
    const { orderId, key, amountMinor, currency, email, successUrl, cancelUrl } = request;
    const question = { id_order: orderId, key, minor: amountMinor, currency, email };
    const asked = { ...question, success_url: successUrl, cancel_url: cancelUrl };
    const begun = await this.ask('start', asked, orderId, readBegun);
    return mapOk(begun, ({ reference, redirect, token, expiresS }) => ({
      reference,
      redirect,
      token,
      expiresMs: nowMs + expiresS * 1000,
    }));
  }

  /** Undefined once the extension is loaded and has no such handler: a person then gives the money back. */
  get refund(): PaymentProvider['refund'] {
    return this.extensions.mayAnswer(this.name, 'payment_provider.refund') ? this.askForRefund : undefined;
  }

  private readonly askForRefund = async (request: RefundRequest): Promise<Result<RefundAnswer>> => {
    const { key, orderId, reference, transaction, amountMinor, currency } = request;
    const asked = { key, id_order: orderId, reference, transaction, minor: amountMinor, currency };
    return this.ask('refund', asked, orderId, readRefunded);
  };

  async notify({ headers, body }: RawNotice): Promise<Result<Notice | undefined>> {
    const asked = { headers: Object.fromEntries(headers), body: body.toString('utf8') };
    const { answer, failure } = await this.answerOf('notify', asked, readNotice);
    if (failure !== '') return refuse('PAYMENT_PROVIDER_UNAVAILABLE', '', `The extension ${this.name} failed.`);
    if (answer === undefined) return ok(undefined);
    return 'notice' in answer ? ok(answer.notice) : refuse(answer.refused);
  }

  private answerOf<A extends object>(part: string, question: object, read: ReadAnswer<A>) {
    const { name } = this;
    return this.extensions.askNamed({
      name,
      point: 'payment_provider',
      part,
      question: JSON.stringify(question),
      read,
    });
  }

  private async ask<A extends object>(
    part: string,
    question: object,
    orderId: number,
    read: ReadAnswer<A>,
  ): Promise<Result<A>> {
    const { answer, failure } = await this.answerOf(part, question, read);
    return answer === undefined
      ? refuse('PAYMENT_PROVIDER_UNAVAILABLE', orderId, whatFailed(this.name, failure))
      : ok(answer);
  }
}
