// The calls of Stripe's library, made by the program's own HTTP client: on its thread, with one limit for the whole
// call, following no redirect. The library's own clients use globals of the process, which may be replaced.
import type { HttpClient } from '../../kernel/http-call.ts';

const ANSWER_BYTES_MAX = 1_048_576;

interface StripeResponse {
  getStatusCode(): number;
  getHeaders(): { [name: string]: string };
  getRawResponse(): unknown;
  toStream(): never;
  toJSON(): Promise<unknown>;
}

/** HTTP client as the library needs it. */
export interface StripeHttp {
  getClientName(): string;
  makeRequest(
    host: string,
    port: string,
    path: string,
    method: string,
    headers: object,
    body: string,
    protocol: string,
    timeoutMs: number,
  ): Promise<StripeResponse>;
}

const responseOf = (status: number, bytes: Uint8Array): StripeResponse => ({
  getStatusCode: () => status,
  getHeaders: () => ({}),
  getRawResponse: () => bytes,
  toStream: () => {
    throw new Error('no reply of Stripe is read as a stream');
  },
  toJSON: async () => JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown,
});

/** `privateAllowed`: true for a stand-in that the settings name. */
export const stripeHttp = (client: HttpClient, privateAllowed: boolean): StripeHttp => ({
  getClientName: () => 'kontor',
  async makeRequest(host, port, path, method, headers, body, protocol, timeoutMs) {
    // The client sets the length itself.
    const sent = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
    const answer = await client.call({
      method: method === 'GET' ? 'GET' : 'POST',
      url: `${protocol}://${host}:${port}${path}`,
      headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      body,
      timeoutMs,
      bytesMax: ANSWER_BYTES_MAX,
      privateAllowed,
    });
    if (answer.ok) return responseOf(answer.status, answer.bytes);
    throw new Error(answer.failure);
  },
});
