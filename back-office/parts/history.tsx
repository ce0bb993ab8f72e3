// Who did what with an object, newest first, from the engine's own record of changes.
import type { Change } from '../../src/client/operations.ts';
import { Refused, call } from '../api/call.ts';
import type { Topic } from '../api/feed.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import type { Data } from '../api/use-data.ts';
import { ago, dateTime } from '../format.ts';
import { plainName, valueText } from '../change-value.ts';
import type { LabelOf } from '../change-value.ts';
import { Card, Empty, Loaded } from './page.tsx';
import { t } from '../texts/texts.ts';

/** Whether these are the changes of a login alone, which would fill pages. */
const isLogin = (changes: readonly Change[]): boolean =>
  changes.every(({ field }) => field === 'lastLoginMs' || SILENT.has(field));

/** The changes of one call. */
interface Step {
  readonly seq: number;
  readonly date: string;
  readonly who: string;
  readonly changes: readonly Change[];
}

/** Fields of every change that nobody asks for. */
export const SILENT = new Set(['modifiedMs', 'modifierChannelId', 'modifierUserId', 'loginGeneration']);

const names = new Map<number, Promise<string>>();

/** Name of a user; the number of a deleted one. */
const nameOf = (id: number): Promise<string> => {
  const asked =
    names.get(id) ??
    call('get_user_by_id', { id_user: id }).then(
      (user) => user.username,
      (error: unknown) => {
        if (error instanceof Refused) return t().history.by.user(id);
        throw error;
      },
    );
  names.set(id, asked);
  return asked;
};

export const whoOf = async ({ id_user: id, channel }: Change): Promise<string> => {
  if (id > 0) return nameOf(id);
  return channel === '' ? t().history.by.system : t().history.by.channel(channel);
};

const stepsOf = async (records: readonly Change[]): Promise<readonly Step[]> => {
  const bySeq = new Map<number, Change[]>();
  for (const change of records) bySeq.set(change.seq, [...(bySeq.get(change.seq) ?? []), change]);
  const steps = await Promise.all(
    [...bySeq]
      .filter(([, changes]) => !isLogin(changes))
      .map(async ([seq, changes]) => {
        const first = changes[0]!;
        return { seq, date: first.date, who: await whoOf(first), changes };
      }),
  );
  return steps.toReversed();
};

const PAGE = 1000;

/** Every change of an object, in the order of the replies. */
export const changesOf = async (object: string, signal: AbortSignal): Promise<readonly Change[]> => {
  const records: Change[] = [];
  let after = 0;
  do {
    const page = await call('get_changelog', { object, limit: PAGE, ...(after > 0 ? { after } : {}) }, signal);
    records.push(...page.records);
    after = page.next;
  } while (after > 0);
  return records;
};

/** Every change of an object, and what each call did. */
interface ObjectHistory {
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
}

/** Empty where the person may not read it. */
export const useHistory = (object: string, topics: readonly Topic[]): Data<ObjectHistory> =>
  useData(
    `history-${object}`,
    async (signal) => {
      const changes = may('get_changelog') ? await changesOf(object, signal) : [];
      return { changes, steps: await stepsOf(changes) };
    },
    { topics },
  );

const stateName = (kind: 'order' | 'payment' | 'delivery', value: unknown): string => {
  const known: { readonly [state: string]: string } = t().states[kind];
  return known[String(value)] ?? String(value);
};

const TEXT_MAX = 200;

const textOf = (field: string, value: unknown): string => {
  // Before money came, an order says so by −1.
  const text = field === 'receivedMinor' && value === -1 ? '' : valueText(field, value);
  if (text === '') return '–';
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)} …` : text;
};

const NO_LABELS: LabelOf = () => undefined;

const Sentence = ({ change, labelOf }: { readonly change: Change; readonly labelOf: LabelOf }) => {
  const { field, before, after } = change;
  const texts = t().history.events;
  if (field === '') {
    const isOrder = change.object.startsWith('order/') && change.change === 'created';
    return <p>{isOrder ? texts.ordered : texts[change.change]}</p>;
  }
  const kind = (['order', 'payment', 'delivery'] as const).find((name) => field === `states.${name}`);
  if (kind !== undefined) {
    const say = { order: texts.state, payment: texts.payment, delivery: texts.delivery }[kind];
    return <p>{say(stateName(kind, before), stateName(kind, after))}</p>;
  }
  if (field.startsWith('notes.')) return <p>{texts.noted(textOf(field, after))}</p>;
  if (field.startsWith('parcels.') && before === null) return <p>{texts.parcel}</p>;
  return (
    <p>
      {texts.field(labelOf(field) ?? plainName(field))}
      <span class="before-after">
        <del aria-label={t().history.before}>{textOf(field, before)}</del> →{' '}
        <ins aria-label={t().history.after}>{textOf(field, after)}</ins>
      </span>
    </p>
  );
};

const Timeline = ({ steps, labelOf }: { readonly steps: readonly Step[]; readonly labelOf: LabelOf }) => (
  <ol class="timeline">
    {steps.map(({ seq, date, who, changes }) => (
      <li key={seq}>
        <p class="quiet-text">
          <strong>{who}</strong> <time title={dateTime(date)}>{ago(date)}</time>
          <code class="not-printed">{changes[0]!.operation}</code>
        </p>
        {changes
          .filter(({ field }) => !SILENT.has(field))
          .map((change) => (
            <Sentence key={`${change.object}${change.field}`} change={change} labelOf={labelOf} />
          ))}
      </li>
    ))}
  </ol>
);

interface HistoryProps {
  /** For example, order/10001. */
  readonly object: string;
  readonly topics: readonly Topic[];
  readonly labelOf?: LabelOf;
}

export const History = (props: HistoryProps) => (may('get_changelog') ? <Changed {...props} /> : null);

const Changed = ({ object, topics, labelOf = NO_LABELS }: HistoryProps) => (
  <HistoryCard history={useHistory(object, topics)} labelOf={labelOf} />
);

export const HistoryCard = ({
  history,
  labelOf,
}: {
  readonly history: Data<ObjectHistory>;
  readonly labelOf: LabelOf;
}) => (
  <Card title={t().history.title}>
    <Loaded data={history}>
      {({ steps }) =>
        steps.length === 0 ? <Empty>{t().history.nothing}</Empty> : <Timeline steps={steps} labelOf={labelOf} />
      }
    </Loaded>
  </Card>
);
