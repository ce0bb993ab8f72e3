// What of an order its buyer sends back: what is announced and what became of it, and the form while there is time.
import { html as markup } from 'hono/html';
import type { Order, Reply } from '../../src/client/client.ts';
import { linesOf } from './pages.ts';
import type { Frame, Html } from './pages.ts';

type Returns = Reply<'get_returns'>;
const REASONS = ['changed_mind', 'does_not_fit', 'damaged', 'wrong_item'] as const;

export const returnsPage = (frame: Frame, { id, cart }: Order, { returns, returnable = [], until }: Returns): Html => {
  const { language, say, shop } = frame;
  const nameOf = (line: number, lines = cart.contents): string =>
    lines.map((one) => (one.id === line ? one.name : nameOf(line, one.sub_elements?.contents ?? []))).join('');
  const send = (action: string, content: Html): Html =>
    markup`<form class="stack" method="post" action="/${language}/returns/${id}/${action}">${content}</form>`;
  const upload = (number: number): Html =>
    markup`<label>${say('picture')} <input type="file" name="picture" accept="image/png,image/jpeg,image/webp" required>
      </label><input type="hidden" name="key" value="${crypto.randomUUID()}">
      <button class="quiet" name="return" value="${number}" formenctype="multipart/form-data">${say('addPicture')}</button>`;
  const announced = (number: number): Html => markup`<p>${say('sendTo')}</p>${linesOf(shop.company)}
    ${send('picture', upload(number))}
    ${send('withdraw', markup`<button class="quiet" name="return" value="${number}">${say('withdraw')}</button>`)}`;
  const begun = ({ id: number, state, lines, received, pictures, ...of }: Returns['returns'][number]): Html =>
    markup`<section><h2>${say('return')} ${number} <small>${of.creation_date.slice(0, 10)}, ${say(state)}</small></h2>
      <p>${(received ?? lines).map(({ id_element: line, quantity }) => markup`${quantity} × ${nameOf(line)}<br>`)}</p>
      ${pictures?.map((one) => markup`<img src="/${language}/returns/${id}/${number}/${one}" alt="${say('picture')} ${one}" width="160">`)}
      ${state === 'announced' ? announced(number) : ''}</section>`;
  const pieces = ({ id_element: line, quantity }: { id_element: number; quantity: number }): Html =>
    markup`<label>${nameOf(line)} <small>${say('atMost')} ${quantity}</small>
      <input type="number" name="line-${line}" value="0" min="0" max="${quantity}" step="any"></label>`;
  const choice = (name: string, of: readonly string[]): Html => markup`<label>${say(name)} <select name="${name}">
    ${of.map((it) => markup`<option value="${it}">${say(it)}</option>`)}</select></label>`;
  const day = until && new Date(until).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
  const today = new Date().toLocaleDateString('sv', { timeZone: shop.time_zone });
  const isOpen = returnable.length > 0 && (until === undefined || today <= until);
  const form = markup`<h2>${say('sendBack')}</h2>${returnable.map(pieces)}${choice('reason', REASONS)}
    <input type="hidden" name="key" value="${crypto.randomUUID()}">${choice('wish', ['refund', 'exchange'])}
    <label>${say('note')} <input name="note" maxlength="2000"></label><button>${say('announce')}</button>`;
  return markup`<h1>${say('returns')} ${id}</h1>${day && markup`<p>${say('returnUntil')} <strong>${day}</strong>.</p>`}
    ${returns.map(begun)}${isOpen ? send('announce', form) : markup`<p>${say('noReturn')}</p>`}`;
};
