// What attacks are made of: whom they attack, callers that go on until the measurement ends, what became of their
// calls.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, isGood } from './client.ts';
import type { Answer, Fields } from './client.ts';

export interface Target {
  readonly url: string;
  /** The administration listener; '' where the row has none. */
  readonly adminUrl: string;
  /** A listener of node:http; 0 where the row has none. */
  readonly legacyPort: number;
  /** Certificates to be trusted, in PEM. */
  readonly ca: readonly string[];
  readonly credentials: Fields;
  /** Of a channel that gets XML. */
  readonly xmlCredentials: Fields;
  /** With the secret key, for what the shop's own people do meanwhile. */
  readonly officeCredentials: Fields;
  /** The administrator of the back office. */
  readonly owner: { readonly username: string; readonly password: string };
  /** The program and the data directory of the server, for commands beside it. */
  readonly engine: string;
  readonly directory: string;
}

/** What became of the calls of an attack. */
export interface Outcome {
  calls: number;
  refused: number;
  bytes: number;
  /** The code of the last refusal. */
  refusal: string;
}

export type Attack = (target: Target) => Promise<Outcome>;
export type Attacks = { readonly [name: string]: Attack };

export const newOutcome = (): Outcome => ({ calls: 0, refused: 0, bytes: 0, refusal: '' });

let [isOver, end] = [false, (): void => {}];
const ended = new Promise<void>((resolve) => (end = resolve));

/** Ends the attack of this process. */
export const endAttack = (): void => {
  isOver = true;
  end();
};

export const goesOn = (): boolean => !isOver;
export const whenOver = (): Promise<void> => ended;

/** What is measured beside the attack begins: everything that the attack needs has been made. */
export const begin = (): void => void process.send?.({ begun: true });

const CODE = /"message":"([A-Z_]+)"|<message>([A-Z_]+)</;
/** Time for replies that are under way when the attack ends. */
const LAST_MS = 2000;

const judged = (outcome: Outcome, answer: Answer): void => {
  outcome.calls += 1;
  outcome.bytes += answer.text.length;
  if (isGood(answer) && !answer.text.includes('"object":"error"')) return;
  outcome.refused += 1;
  const code = CODE.exec(answer.text);
  outcome.refusal = code?.[1] ?? code?.[2] ?? `status ${answer.status}`;
};

/** So many callers at a time, each without a pause. */
export const hammer = async (
  { url, credentials, ca }: Target,
  callers: number,
  call: (client: Client, turn: number) => Promise<Answer | undefined>,
): Promise<Outcome> => {
  const client = new Client(url, credentials, callers, ca);
  const outcome = newOutcome();
  let turn = 0;
  const caller = async (): Promise<void> => {
    while (goesOn()) {
      turn += 1;
      const answer = await call(client, turn);
      if (answer === undefined) continue;
      // A caller that is refused at once must not spend all its time on being refused.
      if (answer.status !== 200) await sleep(5);
      // 0: the server was stopped.
      if (answer.status !== 0) judged(outcome, answer);
    }
  };
  begin();
  await Promise.race([Promise.all(Array.from({ length: callers }, caller)), ended.then(() => sleep(LAST_MS))]);
  client.close();
  return outcome;
};
