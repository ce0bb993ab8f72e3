// Which own logic has the server loaded, does it answer, and what went wrong last?
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { useEvery } from '../api/use-every.ts';
import type { Extension } from '../../src/client/operations.ts';
import { count, duration } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { orWarn, say, warn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { extensionsTexts } from '../texts/extensions-texts.ts';
import { t } from '../texts/texts.ts';

/** Questions and failures are not in the change feed. */
const EVERY_MS = 5000;

const TONES = { waiting: 'quiet', starting: 'info', running: 'good', resting: 'bad', failed: 'bad' } as const;

const nameOf = ({ name, module }: Extension): string => name || module;

/** What follows where it fails, which its points say as well as its setting. */
const failingOf = ({ points, on_failure: set }: Extension): string => {
  const { failing } = extensionsTexts();
  const sentences = points.map((point) => {
    if (point === 'message' || point === 'after') return failing[point];
    return failing[point === 'delivery_price' && set === 'refuse' ? point : set];
  });
  return [...new Set(sentences)].join('; ');
};

/** `name`: of one; '': all. */
const reload = (name: string): Promise<void> =>
  orWarn(async () => {
    const texts = extensionsTexts();
    const { extensions } = await call('reload_extensions', { name });
    for (const one of extensions.filter((other) => name === '' || other.name === name))
      if (one.state === 'running' && one.last_error === '') say(texts.reloaded(nameOf(one)));
      else warn(texts.notReloaded(nameOf(one), one.last_error || texts.states[one.state]));
  });

interface ListProps {
  readonly extensions: readonly Extension[];
  /** Undefined: the person may not. */
  readonly onReload: ((name: string) => void) | undefined;
}

const List = ({ extensions, onReload }: ListProps) => {
  const texts = extensionsTexts();
  return (
    <Card>
      <Table
        caption={t().screens.extensions}
        rows={extensions}
        keyOf={({ module }) => module}
        columns={[
          {
            title: texts.name,
            cell: (one) => (
              <>
                <span class={one.name === '' ? 'address' : 'name-text'}>{nameOf(one)}</span>
                <p class="quiet-text">{one.version}</p>
              </>
            ),
          },
          {
            title: texts.state,
            cell: ({ state, last_error: error, restarts }) => (
              <>
                <Chip tone={TONES[state]}>{texts.states[state]}</Chip>
                {error !== '' && (
                  <p class="quiet-text address">
                    {texts.lastError}: {error}
                  </p>
                )}
                {restarts > 0 && (
                  <p class="quiet-text">
                    {texts.restarts}: {count(restarts)}
                  </p>
                )}
              </>
            ),
          },
          {
            title: texts.points,
            cell: (one) => (
              <>
                <code>{one.points.join(', ')}</code>
                {one.points.length > 0 && <p class="quiet-text">{texts.onFailure(failingOf(one))}</p>}
              </>
            ),
            isMinor: true,
          },
          { title: texts.calls, cell: ({ calls }) => count(calls), isFigure: true },
          { title: texts.failures, cell: ({ failures }) => count(failures), isFigure: true },
          { title: texts.p99, cell: ({ p99_ms: ms }) => duration(ms), isFigure: true, isMinor: true },
          ...(onReload === undefined
            ? []
            : [
                {
                  title: texts.reload,
                  cell: ({ name }: Extension) =>
                    name === '' ? null : (
                      <button type="button" onClick={() => onReload(name)}>
                        {texts.reload}
                      </button>
                    ),
                },
              ]),
        ]}
      />
    </Card>
  );
};

export const Extensions = () => {
  const texts = extensionsTexts();
  const data = useData('extensions', (signal) => call('get_extensions', {}, signal));
  const [isLoading, setLoading] = useState(false);
  useEvery(EVERY_MS, data.reload);
  const act = (name: string): void => {
    setLoading(true);
    void reload(name).finally(() => {
      setLoading(false);
      data.reload();
    });
  };
  const mayReload = may('reload_extensions');
  return (
    <Page
      title={t().screens.extensions}
      actions={
        mayReload &&
        data.value !== undefined &&
        data.value.extensions.length > 0 && (
          <button type="button" disabled={isLoading} onClick={() => act('')}>
            {texts.reloadAll}
          </button>
        )
      }
    >
      <p class="quiet-text">{texts.hint}</p>
      <Loaded data={data} lines={6}>
        {({ extensions }) =>
          extensions.length === 0 ? (
            <Empty>{texts.nothing}</Empty>
          ) : (
            <List extensions={extensions} onReload={mayReload ? act : undefined} />
          )
        }
      </Loaded>
    </Page>
  );
};
