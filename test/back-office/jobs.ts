// The jobs of a shop's week, each with a page in docs/sell/jobs/.
import type { Texts } from '../../back-office/texts/en.ts';
import type { Job } from './job.ts';
import { GOODS_JOBS } from './jobs-goods.ts';
import { ORDER_JOBS } from './jobs-orders.ts';
import { PRICE_JOBS } from './jobs-prices.ts';
import { SHOP_JOBS } from './jobs-shop.ts';

/** In the order of the week. */
export const JOBS: readonly Job[] = [...SHOP_JOBS.begin, ...GOODS_JOBS, ...ORDER_JOBS, ...PRICE_JOBS, ...SHOP_JOBS.end];

/** What a page says that is closed to a role: before and after the names of what that lacks. */
export const saysClosed = (texts: Texts, role: 'support' | 'warehouse'): readonly string[] =>
  texts.shell.lacks(texts.shell.roleNames[role], '\n').split('\n');
