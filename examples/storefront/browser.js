// What a browser runs; without it every page works. A list whose filter, order or page changes is shown without a
// reload, and while somebody types the shop suggests words, categories and products.
const LIST = '.catalogue section';
const parsed = (text) => new DOMParser().parseFromString(text, 'text/html');
/** A fetch that aborts the one before: what was asked for last is what is shown. */
const latest = (running = new AbortController()) => {
  return (address) => {
    running.abort();
    running = new AbortController();
    return fetch(address, { signal: running.signal });
  };
};

const fetchList = latest();
/** Shows the list of an address in the place of this one. `key`: of the link that keeps the focus. */
const showList = async (address, key) => {
  const list = document.querySelector(LIST);
  list.ariaBusy = 'true';
  try {
    const answer = await fetchList(address);
    const page = parsed(await answer.text());
    const next = page.querySelector(LIST);
    if (!answer.ok || answer.redirected || !next) return location.assign(address);
    document.title = page.title;
    document.querySelector('[hreflang]').href = page.querySelector('[hreflang]').href;
    list.replaceWith(next);
    const links = [...next.querySelectorAll('[data-key]')].filter((link) => link.dataset.key === key);
    links.at(-1)?.focus({ preventScroll: true });
    if (links.at(-1)?.closest('nav')) scrollTo(0, 0);
  } catch (error) {
    if (error.name !== 'AbortError') location.assign(address);
  }
};
addEventListener('popstate', () => document.querySelector(LIST) && showList(location.href));
document.addEventListener('click', (event) => {
  const link = event.target.closest(`${LIST} [data-key]`);
  if (!link || event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  showList(link.href, link.dataset.key);
});

const [form, fetchSuggestions] = [document.querySelector('[role=search]'), latest()];
const [input, box] = [form.querySelector('input'), form.querySelector('div')];
input.role = 'combobox';
input.setAttribute('aria-controls', box.id);
/** Marks what Enter opens; undefined: a search for what was typed. The focus stays in the field. */
const choose = (chosen) => {
  for (const option of box.children) option.ariaSelected = String(option === chosen);
  input.setAttribute('aria-activedescendant', chosen?.id ?? '');
  chosen?.scrollIntoView({ block: 'nearest' });
};
const offer = (options) => {
  box.replaceChildren(...options);
  input.ariaExpanded = String(options.length > 0);
  choose();
};
offer([]);
let typing = 0;
const suggest = async () => {
  const text = input.value.trim();
  const address = `${form.action}suggest?q=${encodeURIComponent(text)}`;
  const answer = text.length > 1 ? await fetchSuggestions(address).catch(() => undefined) : undefined;
  const options = answer?.ok ? parsed(await answer.text()).body.children : [];
  if (input.value.trim() === text && document.activeElement === input) offer([...options]);
};
input.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(suggest, 100);
});
// A press on a suggestion leaves the field focused, else the box was gone before the click.
box.addEventListener('mousedown', (event) => event.preventDefault());
input.addEventListener('blur', () => offer([]));
input.addEventListener('keydown', (event) => {
  const options = [undefined, ...box.children];
  const at = options.findIndex((option) => option?.ariaSelected === 'true');
  const step = { ArrowDown: 1, ArrowUp: -1, Escape: 0, Enter: 0 }[event.key];
  if (step === undefined || options.length === 1 || (event.key === 'Enter' && at < 0)) return;
  event.preventDefault();
  if (event.key === 'Enter') options[at].click();
  else if (event.key === 'Escape') offer([]);
  else choose(options.at((Math.max(at, 0) + step) % options.length));
});
