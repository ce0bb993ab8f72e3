// One box that finds anything: an order, a customer, a product, a text, a category, a coupon, a page, a setting.
// Results appear while somebody types; arrows choose one, Enter opens it.
import { find, isSame } from './api/find.ts';
import type { Findings } from './api/find.ts';
import { pictureOf } from './api/picture-of.ts';
import { sees } from './api/rights.ts';
import { count, money, moneyOf, pieces } from './format.ts';
import { Icon } from './parts/icon.tsx';
import { OrderStateChip } from './parts/order-chips.tsx';
import { Thumb } from './parts/thumb.tsx';
import { useEffect, useId, useRef, useState } from './preact.ts';
import type { JSX } from './preact.ts';
import { wireLanguage } from './api/wire-language.ts';
import { findPlaces } from './find-places.ts';
import type { FoundPlace } from './find-places.ts';
import { goTo, hrefOf } from './routes.ts';
import { SCREENS } from './screens.tsx';
import { titleOf } from './screens/object-title.ts';
import { t } from './texts/texts.ts';

interface Hit {
  readonly kind: keyof Findings | FoundPlace['kind'];
  readonly id: string | number;
  readonly href: string;
  readonly title: string;
  readonly note: string;
  /** Address of its picture; '': it has none here. Absent: its kind has none. */
  readonly picture?: string;
  readonly beside?: JSX.Element;
}

/** A kind without a screen leads to the list of its records. */
const linkTo = (screen: string, id: string | number): string =>
  SCREENS.some(({ name }) => name === screen) ? hrefOf(screen, id) : hrefOf('explorer');

/** What the person sees of an order. */
const noteOf = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' · ');

/** Sorts exact matches of number, code or address first, then pages and settings, then by kind. */
const hitsOf = (found: Findings, words: string): readonly Hit[] => {
  const { orders, pastOrders, customers, products, contents, categories, coupons } = found;
  const is = (...texts: readonly (string | number)[]): boolean => texts.some((text) => isSame(String(text), words));
  const hits: readonly (Hit & { readonly isExact: boolean })[] = [
    ...orders.map((order) => ({
      kind: 'orders' as const,
      id: order.id,
      href: hrefOf('orders', order.id),
      title: sees('addresses')
        ? `${order.order_number}  ${order.order_delivery_firstname} ${order.order_delivery_lastname}`.trim()
        : String(order.order_number),
      note: noteOf(order.order_email, moneyOf(order)(order.cart.total)),
      beside: <OrderStateChip state={order.order_state} />,
      isExact: is(
        order.order_number,
        `#${order.order_number}`,
        order.order_email,
        ...order.parcels.map(({ tracking_number: number }) => number),
      ),
    })),
    ...pastOrders.map((order) => ({
      kind: 'pastOrders' as const,
      id: order.id,
      href: hrefOf('orders', `past-${order.id}`),
      title: sees('addresses') ? `${order.number}  ${order.invoice.name || order.delivery.name}`.trim() : order.number,
      note: noteOf(order.email, moneyOf(order)(order.total)),
      isExact: is(order.number, order.number.replace(/^#/, ''), order.email),
    })),
    ...customers.map((user) => ({
      kind: 'customers' as const,
      id: user.id_user,
      href: linkTo('customers', user.id_user),
      title: user.username,
      note: user.email,
      isExact: is(user.username, user.email),
    })),
    ...products.map((product) => ({
      kind: 'products' as const,
      id: product.id,
      href: linkTo('products', product.id),
      title: product.name,
      picture: pictureOf(product),
      note: [product.metadata?.element_number ?? '', t().find.inProducts(pieces(product.availability.quantity))]
        .filter((part) => part !== '')
        .join(' · '),
      isExact: is(product.metadata?.element_number ?? '', product.metadata?.ean ?? ''),
    })),
    ...contents.map((content) => ({
      kind: 'contents' as const,
      id: content.id,
      href: linkTo('contents', content.id),
      title: titleOf(content),
      picture: pictureOf(content),
      note: content.shop_active === 0 ? t().products.hidden : '',
      isExact: is(content.name, titleOf(content)),
    })),
    ...categories.map(({ id, label, above }) => ({
      kind: 'categories' as const,
      id,
      href: hrefOf('products', '', { category: String(id) }),
      title: label,
      note: above.join(' › '),
      isExact: is(label),
    })),
    ...coupons.map(({ batch, code }) => ({
      kind: 'coupons' as const,
      id: batch.id,
      href: linkTo('coupons', batch.id),
      title: `${batch.name}  ${code}`.trim(),
      note: batch.type.endsWith('PERCENTAGE') ? `${count(batch.amount, 4)} %` : money(batch.amount),
      isExact: code !== '',
    })),
  ];
  const [exact, others] = [true, false].map((wanted) => hits.filter(({ isExact }) => isExact === wanted));
  return [...exact!, ...findPlaces(words), ...others!];
};

const WAIT_MS = 140;

/** Finds while somebody types, after a pause. */
const useFindings = (words: string) => {
  const [hits, setHits] = useState<readonly Hit[] | undefined>();
  useEffect(() => {
    setHits(undefined);
    if (words === '') return;
    const ending = new AbortController();
    const timer = setTimeout(() => {
      find(words, wireLanguage(), ending.signal).then(
        (findings) => setHits(hitsOf(findings, words)),
        (error: unknown) => {
          if (!ending.signal.aborted) throw error;
        },
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [words]);
  return hits;
};

export const FindBox = () => {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const hits = useFindings(words.trim());
  const open = (hit: Hit): void => {
    setWords('');
    setOpen(false);
    box.current?.blur();
    goTo(hit.href);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && words !== '') {
      setWords('');
      event.stopPropagation();
    }
    const chosen = hits?.[at];
    if (event.key === 'Enter' && chosen !== undefined) open(chosen);
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, (hits?.length ?? 1) - 1));
    if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    if (event.key.startsWith('Arrow') && event.key.length > 8) event.preventDefault();
  };
  const isShown = isOpen && words.trim() !== '';
  return (
    <search class="find">
      <Icon name="search" />
      <input
        id="find"
        ref={box}
        type="text"
        role="combobox"
        aria-label={t().screens.find}
        aria-expanded={isShown}
        aria-controls={`${id}-hits`}
        aria-activedescendant={isShown && hits?.[at] !== undefined ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        placeholder={t().find.placeholder}
        value={words}
        onInput={(event) => {
          setWords(event.currentTarget.value);
          setAt(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
      <div id={`${id}-hits`} class="hits" role="listbox" aria-label={t().screens.find} hidden={!isShown}>
        {isShown && hits === undefined && <p class="hint">{t().find.searching}</p>}
        {isShown && hits?.length === 0 && <p class="hint">{t().find.nothing(words.trim())}</p>}
        {isShown &&
          hits?.map((hit, index) => (
            <div key={`${hit.kind} ${hit.id} ${hit.title}`} role="presentation">
              {hits[index - 1]?.kind !== hit.kind && <p class="kind">{t().find.kinds[hit.kind]}</p>}
              <div
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                class="hit"
                onMouseEnter={() => setAt(index)}
                onMouseDown={(event) => {
                  event.preventDefault();
                  open(hit);
                }}
              >
                {hit.picture !== undefined && <Thumb url={hit.picture} />}
                <span class="title">{hit.title}</span>
                <span class="note">{hit.note}</span>
                {hit.beside}
              </div>
            </div>
          ))}
      </div>
    </search>
  );
};
