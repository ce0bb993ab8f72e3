// What is to come back? Returns by their state, and one by its number, which a scanner types.
import type { Return as Row } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { count, dateTime, pieces } from '../format.ts';
import { Choices } from '../parts/chip.tsx';
import { TextField } from '../parts/field.tsx';
import { Empty, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useEffect, useState } from '../preact.ts';
import { goTo, hrefOf, route } from '../routes.ts';
import { returnsTexts } from '../texts/returns-texts.ts';
import { idIn } from '../wire-number.ts';
import { ReturnActions, ReturnChip, Wish, piecesOf } from './return-actions.tsx';

const STATES = ['announced', 'received', 'withdrawn'] as const;
const PAGE = 50;

const List = ({ returns }: { readonly returns: readonly Row[] }) => {
  const texts = returnsTexts();
  if (returns.length === 0) return <Empty>{texts.nothing}</Empty>;
  const columns = [
    { title: texts.card, cell: ({ id }: Row) => texts.title(id) },
    { title: texts.began, cell: ({ creation_date: date }: Row) => dateTime(date), isMinor: true },
    { title: texts.order, cell: ({ id_order: id }: Row) => <a href={hrefOf('orders', id)}>{id}</a> },
    { title: texts.pieces, cell: (one: Row) => pieces(piecesOf(one)), isFigure: true },
    { title: texts.note, cell: ({ note }: Row) => note, isMinor: true },
    { title: texts.wish, cell: (one: Row) => <Wish of={one} /> },
    { title: texts.state, cell: ({ state }: Row) => <ReturnChip state={state} /> },
    { title: texts.steps, cell: (one: Row) => <ReturnActions of={one} /> },
  ];
  return <Table caption={texts.card} columns={columns} rows={returns} keyOf={({ id }) => id} />;
};

const Found = ({ id }: { readonly id: number }) => {
  const data = useData(`return-${id}`, (signal) => call('get_returns', { id_return: id }, signal), {
    topics: ['return'],
  });
  return <Loaded data={data}>{({ returns }) => <List returns={returns} />}</Loaded>;
};

/** So many pages of returns in a state, one behind the other. */
const readPages = async (state: Row['state'], pages: number, signal: AbortSignal) => {
  const first = await call('get_returns', { state, limit: PAGE }, signal);
  const returns = [...first.returns];
  let { next } = first;
  for (let page = 1; page < pages && next > 0; page += 1) {
    const more = await call('get_returns', { state, after: next, limit: PAGE }, signal);
    returns.push(...more.returns);
    ({ next } = more);
  }
  return { ...first, returns, next };
};

const OfState = ({ state }: { readonly state: Row['state'] }) => {
  const texts = returnsTexts();
  const [pages, setPages] = useState(1);
  const data = useData(`returns-${state}`, (signal) => readPages(state, pages, signal), { topics: ['return'] });
  useEffect(() => {
    if (pages > 1) data.reload();
  }, [pages]);
  return (
    <Loaded data={data}>
      {({ returns, announced = 0, next }) => (
        <>
          <p class="quiet-text">{texts.announced(count(announced))}</p>
          <List returns={returns} />
          {next > 0 && (
            <button type="button" onClick={() => setPages(pages + 1)}>
              {texts.more}
            </button>
          )}
        </>
      )}
    </Loaded>
  );
};

/** `number`: of one return; '': all of a state. */
export const Returns = ({ number }: { readonly number: string }) => {
  const texts = returnsTexts();
  const { query } = route.value;
  const state = STATES.find((one) => one === query.get('state')) ?? 'announced';
  const [scanned, setScanned] = useState('');
  const id = idIn(number);
  const find = (event: Event): void => {
    event.preventDefault();
    const found = idIn(scanned.trim());
    if (found === undefined) return;
    setScanned('');
    goTo(hrefOf('returns', found));
  };
  return (
    <Page title={texts.card} beside={<span class="quiet-text">{texts.hint}</span>}>
      <form class="ask" onSubmit={find}>
        <TextField label={texts.number} hint={texts.numberHint} value={scanned} onInput={setScanned} autoFocus />
        <div class="button-row">
          <button type="submit">{texts.find}</button>
        </div>
      </form>
      <Choices
        label={texts.show}
        choices={STATES.map((value) => ({ value, label: texts.filters[value] }))}
        chosen={state}
        onChoose={(value) => goTo(hrefOf('returns', '', { state: value === 'announced' ? '' : value }))}
      />
      {id === undefined ? <OfState key={state} state={state} /> : <Found key={id} id={id} />}
    </Page>
  );
};
