// Where is somebody logged in? Each login with its browser, and a way to end it: one's own, or those of a colleague.
import type { OfficeLogin } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import { useData } from '../api/use-data.ts';
import { ago } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty, Loaded } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { orWarn, say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

interface LoginsProps {
  readonly title: string;
  /** Undefined: the person who is logged in. */
  readonly userId?: number;
  readonly onClose: () => void;
}

interface EndAllProps {
  readonly isOwn: boolean;
  readonly isReady: boolean;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** Ends all logins; of a colleague, it says first what else ends. */
const EndAll = ({ isOwn, isReady, onEnd, onClose }: EndAllProps) => {
  const texts = t().logins;
  const [isAsking, setAsking] = useState(false);
  const act = (): void => {
    setAsking(!isOwn && !isAsking);
    if (isOwn || isAsking) onEnd();
  };
  const label = isAsking ? texts.endAllNow : texts.endAll;
  return (
    <>
      {isAsking && <Consequences sentences={texts.endAllWill} />}
      <div class="dialog-end">
        <button type="button" data-focus onClick={isAsking ? () => setAsking(false) : onClose}>
          {isAsking ? t().shell.keep : t().shell.close}
        </button>
        <button type="button" class="primary danger" disabled={!isReady} onClick={act}>
          {isOwn ? texts.endOthers : label}
        </button>
      </div>
    </>
  );
};

export const LoginsDialog = ({ title, userId, onClose }: LoginsProps) => {
  const texts = t().logins;
  const whose = userId === undefined ? {} : { id_user: userId };
  const [isRunning, setRunning] = useState(false);
  const data = useData('people', (signal) => call('get_logins', whose, signal));
  const run = async (act: () => Promise<unknown>, done: string): Promise<void> => {
    setRunning(true);
    await orWarn(async () => {
      await act();
      say(done);
    });
    refreshAll();
    setRunning(false);
  };
  const end = ({ id_login: id, current, browser }: OfficeLogin) =>
    current === 1 ? (
      <Chip tone="good">{texts.current}</Chip>
    ) : (
      <button
        type="button"
        class="plain danger"
        disabled={isRunning}
        aria-label={`${texts.end}: ${browser === '' ? texts.unknown : browser}, ${id}`}
        onClick={() => void run(() => call('end_login', { ...whose, id_login: id }), texts.ended)}
      >
        {texts.end}
      </button>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="ask">
        <p>{texts.hint}</p>
        <Loaded data={data}>
          {({ logins }) => (
            <>
              {logins.length === 0 ? (
                <Empty>{texts.none}</Empty>
              ) : (
                <Table
                  caption={title}
                  rows={logins}
                  keyOf={({ id_login: id }) => id}
                  columns={[
                    {
                      title: texts.browser,
                      cell: ({ browser, address }) => (
                        <>
                          {browser === '' ? texts.unknown : browser} <small>{address}</small>
                        </>
                      ),
                    },
                    { title: texts.since, cell: ({ creation_date: since }) => ago(since), isMinor: true },
                    { title: texts.used, cell: ({ last_used: used }) => ago(used) },
                    { title: texts.end, cell: end, isFigure: true },
                  ]}
                />
              )}
              <EndAll
                isOwn={userId === undefined}
                isReady={!isRunning && logins.some(({ current }) => current === 0)}
                onEnd={() => void run(() => call('end_logins', whose), texts.endedAll)}
                onClose={onClose}
              />
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
};
