// What did shoppers search for in the last seven days, and what came of it? A text becomes a synonym with one click.
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { count } from '../format.ts';
import { Card, Empty, Loaded } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { searchTexts } from '../texts/search-texts.ts';

interface SearchedProps {
  readonly title: string;
  readonly statistic: 'searches' | 'searches_in_vain';
  readonly nothing: string;
  readonly onSynonym: ((text: string) => void) | undefined;
}

/** Texts that are shown. */
const SHOWN = 25;

export const Searched = ({ title, statistic, nothing, onSynonym }: SearchedProps) => {
  const texts = searchTexts();
  const data = useData(statistic, (signal) => call('get_report', { statistic }, signal));
  const figure = (name: string, member: 'value' | 'hits' | 'clicked' | 'ordered') => ({
    title: name,
    isFigure: true,
    isMinor: member === 'clicked' || member === 'hits',
    cell: (row: Row) => count(row[member] ?? 0),
  });
  return (
    <Card title={title} beside={<span class="quiet-text">{texts.days}</span>}>
      <Loaded data={data} lines={4}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty>{nothing}</Empty>
          ) : (
            <Table
              caption={title}
              rows={records.slice(0, SHOWN)}
              keyOf={({ name = '' }) => name}
              columns={[
                { title: texts.text, cell: ({ name = '' }) => name },
                figure(texts.times, 'value'),
                figure(texts.hits, 'hits'),
                figure(texts.clicked, 'clicked'),
                figure(texts.ordered, 'ordered'),
                ...(onSynonym === undefined
                  ? []
                  : [
                      {
                        title: texts.synonym,
                        cell: ({ name = '' }: Row) => (
                          <button type="button" aria-label={texts.synonymOf(name)} onClick={() => onSynonym(name)}>
                            {texts.synonym}
                          </button>
                        ),
                      },
                    ]),
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
};

type Row = Awaited<ReturnType<typeof call<'get_report'>>>['records'][number];
