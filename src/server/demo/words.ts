// Sets what the words of searches mean in the demo, as `kontor words import demo/words.json` would.
import { setAllWords } from '../../admin/word-files.ts';
import type { WordsFile } from '../../admin/word-table.ts';
import { demoJson } from './demo-files.ts';
import type { DemoShop } from './demo-shop.ts';

/** A language that a shop with settings of its own lacks is done without. */
export const makeWords = (shop: Pick<DemoShop, 'decide' | 'engine'>): void => {
  const { languages } = shop.engine.rules;
  const known = Object.entries(demoJson<WordsFile>('words.json')).filter(([language]) => languages.includes(language));
  shop.decide('words_import', (tx) => setAllWords(tx, Object.fromEntries(known)));
};
