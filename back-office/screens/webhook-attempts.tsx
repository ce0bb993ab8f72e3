// What a webhook has sent and has to send: the tests of this page with the receiver's responses, and the messages that
// wait, each a mark of a strip and a row.
//
// Not promised: messages that were accepted, which the engine does not keep, and tests that were made elsewhere.
import type { WebhookMessage } from '../../src/client/operations.ts';
import type { Reply } from '../api/call.ts';
import { count, dateOf, dateTime, duration } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import type { Tone } from '../parts/chip.tsx';
import { Code } from '../parts/code.tsx';
import { Card, Empty } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { signal } from '../preact.ts';
import { t } from '../texts/texts.ts';

type Tested = Reply<'test_webhook'>;

interface KeptTest extends Tested {
  readonly number: number;
  readonly date: string;
}

const TESTS_MAX = 20;
const tests = signal<readonly KeptTest[]>([]);
let lastNumber = 0;

/** Keeps a test as long as the page is open. */
export const keepTest = (test: Tested): void => {
  lastNumber += 1;
  tests.value = [...tests.value.slice(1 - TESTS_MAX), { ...test, number: lastNumber, date: new Date().toISOString() }];
};

interface Attempt {
  readonly key: string;
  readonly what: string;
  readonly tone: Tone;
  readonly outcome: string;
  readonly date: string;
  readonly next: string;
  readonly test?: Tested;
  readonly parameters?: WebhookMessage['parameters'];
}

const ofTest = (test: KeptTest): Attempt => {
  const { outcomes, test: what } = t().webhooks;
  const isGood = test.accepted === 1;
  return {
    key: `test-${test.number}`,
    what: `${what} ${test.number}`,
    tone: isGood ? 'good' : 'bad',
    outcome: isGood ? outcomes.accepted : outcomes.refused,
    date: test.date,
    next: '',
    test,
  };
};

const ofMessage = (message: WebhookMessage): Attempt => {
  const { id, attempts, due_date: due, next_attempt_date: next, creation_date: date, parameters } = message;
  const { outcomes, message: what } = t().webhooks;
  const isDue = dateOf(due).getTime() <= Date.now();
  const outcome = attempts > 0 ? outcomes.failed(count(attempts)) : isDue ? outcomes.waiting : outcomes.delayed;
  const tone = attempts > 0 ? 'bad' : isDue ? 'warn' : 'quiet';
  return { key: `message-${id}`, what: what(String(id)), tone, outcome, date, next, parameters };
};

const Strip = ({ attempts }: { readonly attempts: readonly Attempt[] }) => (
  <ol class="strip" aria-label={t().webhooks.strip}>
    {attempts.map(({ key, what, tone, outcome, date }) => {
      const says = `${what}: ${outcome}, ${dateTime(date)}`;
      return (
        <li key={key} class={tone} title={says}>
          <span class="unseen">{says}</span>
        </li>
      );
    })}
  </ol>
);

const Response = ({ attempt: { what, test, parameters } }: { readonly attempt: Attempt }) => {
  const texts = t().webhooks;
  if (test !== undefined) {
    const { status, duration_ms: ms, answer, body } = test;
    return (
      <>
        <p>
          {texts.status(status)} · {duration(ms)} · <code>{answer}</code>
        </p>
        {body === '' ? <p class="hint">{texts.emptyBody}</p> : <Code text={body} label={`${texts.body}: ${what}`} />}
      </>
    );
  }
  const told = Object.entries(parameters ?? {}).map(([name, value]) => `${name}=${value}`);
  return told.length === 0 ? <>{texts.personal}</> : <code class="address">{told.join(' ')}</code>;
};

interface AttemptsProps {
  readonly name: string;
  readonly backlog: number;
  readonly messages: readonly WebhookMessage[];
}

export const Attempts = ({ name, backlog, messages }: AttemptsProps) => {
  const texts = t().webhooks;
  const attempts = [
    ...tests.value.filter((test) => test.name === name).map(ofTest),
    ...messages.map(ofMessage),
  ].toSorted((a, b) => dateOf(a.date).getTime() - dateOf(b.date).getTime());
  return (
    <Card title={texts.attempts} beside={<span class="figure">{t().today.waiting(count(backlog))}</span>}>
      <div class="card-body">
        <p class="hint">{texts.attemptsHint}</p>
        {attempts.length > 0 && <Strip attempts={attempts} />}
      </div>
      {attempts.length === 0 ? (
        <Empty>{texts.noAttempts}</Empty>
      ) : (
        <Table
          caption={texts.attempts}
          rows={attempts}
          keyOf={({ key }) => key}
          columns={[
            { title: texts.kind, cell: ({ what }) => what },
            { title: texts.outcome, cell: ({ tone, outcome }) => <Chip tone={tone}>{outcome}</Chip> },
            { title: texts.when, cell: ({ date }) => dateTime(date), isMinor: true },
            { title: texts.next, cell: ({ next }) => (next === '' ? '–' : dateTime(next)), isMinor: true },
            { title: `${texts.response} / ${texts.says}`, cell: (attempt) => <Response attempt={attempt} /> },
          ]}
        />
      )}
    </Card>
  );
};
