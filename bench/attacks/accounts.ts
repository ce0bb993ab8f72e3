// Guesses at passwords.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.ts';
import type { Answer } from './client.ts';
import { hammer } from './hammer.ts';
import type { Attacks } from './hammer.ts';

/** What the page of the back office sends. */
export const PAGE = { 'X-Kontor-Back-Office': '1', 'Sec-Fetch-Site': 'same-origin' } as const;

/** A hundred guesses a second. */
const [GUESSERS, GUESS_EVERY_MS] = [10, 100];

export const ACCOUNT_ATTACKS: Attacks = {
  'a hundred guesses a second at the owner': async (target) => {
    const page = new Client(`${target.adminUrl}/admin/login`, {}, GUESSERS, target.ca);
    const guess = (client: Client, turn: number): Promise<Answer> => {
      const { username } = target.owner;
      const password = `a long guess ${turn}`;
      if (turn % 2 === 0) return client.call('login_user', { username, password });
      return page.post(JSON.stringify({ username, password }), 'application/json', PAGE);
    };
    const outcome = await hammer(target, GUESSERS, async (client, turn) => {
      const [answer] = await Promise.all([guess(client, turn), sleep(GUESS_EVERY_MS)]);
      return answer;
    });
    page.close();
    return outcome;
  },
};
