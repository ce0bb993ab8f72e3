// A caller in this process that measures how long single calls take.
import { Agent, request } from 'node:http';
import { must } from '../src/kernel/result.ts';
import { CREDENTIALS } from './search/measure.ts';

export const sorted = (list: readonly number[]): number[] => [...list].sort((one, two) => one - two);

export class Reader {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly port: number;
  private readonly products: number;

  /** `products`: of the shop, with ids from 1 on. */
  constructor(port: number, products: number) {
    this.port = port;
    this.products = products;
  }

  call(fields: { readonly [name: string]: string }): Promise<string> {
    const { username, password } = CREDENTIALS;
    const body = new URLSearchParams({ ...fields, licence_username: username, licence_password: password }).toString();
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
      const call = request(
        { port: this.port, method: 'POST', path: '/srv/service/', agent: this.agent, headers },
        (reply) => {
          let text = '';
          reply.on('data', (piece: Buffer) => (text += piece.toString()));
          reply.once('end', () => resolve(text));
        },
      );
      call.once('error', reject);
      call.end(body);
    });
  }

  product(at: number): Promise<string> {
    return this.call({ request: 'get_product_details', id_product: String(1 + (at % Math.min(this.products, 1000))) });
  }

  /** Milliseconds of each read, `callers` at a time. */
  async reads(seconds: number, callers: number): Promise<number[]> {
    const took: number[] = [];
    const endMs = performance.now() + seconds * 1000;
    const one = async (): Promise<void> => {
      while (performance.now() < endMs) {
        const sentMs = performance.now();
        const reply = await this.product(took.length);
        must(reply.includes('"object":"product"'), reply.slice(0, 200));
        took.push(performance.now() - sentMs);
      }
    };
    await Promise.all(Array.from({ length: callers }, one));
    return took;
  }

  close(): void {
    this.agent.destroy();
  }
}
