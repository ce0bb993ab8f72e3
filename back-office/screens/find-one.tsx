// A field that finds customers or products by their words, and a list of what was found to choose one from.
import type { Product, User } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { customerConditions, productConditions } from '../api/find.ts';
import { pictureOf } from '../api/picture-of.ts';
import { sees } from '../api/rights.ts';
import { nameOfProduct } from '../api/stock.ts';
import { useData } from '../api/use-data.ts';
import { eachWord } from '../api/words.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { TextField } from '../parts/field.tsx';
import { Loaded } from '../parts/page.tsx';
import { Thumb } from '../parts/thumb.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { accountName, customerName } from './customers.tsx';

const SHOWN = 8;

const useWords = () => {
  const [typed, setTyped] = useState('');
  return { typed, setTyped, words: useSettled(typed.trim()) };
};

interface FindProps<T> {
  readonly label: string;
  readonly hint: string;
  /** The action for one that was found. */
  readonly act: (one: T) => ComponentChildren;
}

const findCustomers = async (words: string, signal: AbortSignal): Promise<readonly User[]> => {
  if (words === '') return [];
  const constraint = { AND: eachWord(words, customerConditions) };
  const range = { left_limit: 0, right_limit: SHOWN };
  return (await call('search_users', { constraint, ...range }, signal)).result;
};

export const fullName = (user: User): string => customerName(user) || accountName(user);

export const FindCustomer = ({ label, hint, act }: FindProps<User>) => {
  const { typed, setTyped, words } = useWords();
  const data = useData(`find-customer-${words}`, (signal) => findCustomers(words, signal));
  // Nobody finds by what they do not see.
  if (!sees('addresses') || !sees('contacts')) return null;
  return (
    <div class="find-one">
      <TextField label={label} hint={hint} value={typed} onInput={setTyped} />
      <Loaded data={data} lines={1}>
        {(found) => (
          <ul class="list">
            {words !== '' && found.length === 0 && <li class="quiet-text">{t().customerGroups.nobody}</li>}
            {found.map((user) => (
              <li key={user.id_user}>
                <div class="grow">
                  <p>{fullName(user)}</p>
                  <p class="quiet-text">{user.email}</p>
                </div>
                {act(user)}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
};

const findProducts = async (words: string, language: string, signal: AbortSignal) => {
  if (words === '') return [];
  const constraint = { 'main.id_variation': ['>=', 0], OR: productConditions(words) };
  const range = { left_limit: 0, right_limit: SHOWN, language };
  return (await call('search_products', { constraint, ...range }, signal)).result;
};

export const FindProduct = ({ label, hint, act }: FindProps<Product>) => {
  const { typed, setTyped, words } = useWords();
  const language = wireLanguage();
  const data = useData(`find-product-${language}-${words}`, (signal) => findProducts(words, language, signal));
  return (
    <div class="find-one">
      <TextField label={label} hint={hint} value={typed} onInput={setTyped} />
      <Loaded data={data} lines={1}>
        {(found) => (
          <ul class="list">
            {words !== '' && found.length === 0 && <li class="quiet-text">{t().prices.sheet.nothingFound}</li>}
            {found.map((product) => (
              <li key={product.id}>
                <Thumb url={pictureOf(product)} />
                <div class="grow">
                  <p>{nameOfProduct(product)}</p>
                  <p class="quiet-text">{product.metadata?.element_number}</p>
                </div>
                {act(product)}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
};
