// The applications of the back office, and the login tokens of the one that is chosen in the address.
import type { LoginToken } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count, dateTime } from '../format.ts';
import { Allowed } from '../parts/allowed.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import type { ShownSecrets } from '../parts/secret-dialog.tsx';
import { Card, Empty, Loaded } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { useState } from '../preact.ts';
import { hrefOf, route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';

interface DialogProps {
  readonly application: string;
  readonly onClose: () => void;
}

const RevokeDialog = ({
  application,
  token,
  onClose,
}: DialogProps & {
  /** Undefined: all of the application. */
  readonly token: LoginToken | undefined;
}) => {
  const texts = t().channels;
  const act = async (): Promise<string> => {
    const one = token === undefined ? {} : { id: token.id };
    const { count: ended } = await call('revoke_application_tokens', { application, ...one });
    return texts.revoked(count(ended));
  };
  const title = texts.revokeTitle(token === undefined ? texts.tokensOf(application) : `${token.username} ${token.id}`);
  return (
    <ConfirmDialog
      title={title}
      label={token === undefined ? texts.revokeAll : texts.revoke}
      isDangerous
      act={act}
      onClose={onClose}
    >
      <Consequences sentences={texts.revokeWill} />
    </ConfirmDialog>
  );
};

const IssueDialog = ({
  application,
  onToken,
  onClose,
}: DialogProps & { readonly onToken: (shown: ShownSecrets) => void }) => {
  const texts = t().channels;
  const [username, setUsername] = useState('');
  const act = async (): Promise<undefined> => {
    const { token } = await call('create_application_token', { application, username: username.trim() });
    onToken({ name: `${application}, ${username.trim()}`, secrets: [[texts.token, token]] });
    return undefined;
  };
  return (
    <ConfirmDialog
      title={texts.issueTitle(application)}
      label={texts.issueGo}
      isReady={username.trim() !== ''}
      act={act}
      onClose={onClose}
    >
      <TextField
        label={texts.person}
        hint={texts.issueHint}
        value={username}
        onInput={setUsername}
        autoFocus
        required
      />
    </ConfirmDialog>
  );
};

const RemoveDialog = ({ application, onClose }: DialogProps) => {
  const texts = t().channels;
  const act = async (): Promise<string> => {
    await call('delete_application', { application });
    setQuery({ application: '' });
    return texts.removed(application);
  };
  return (
    <ConfirmDialog title={texts.removeTitle(application)} label={texts.remove} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.removeApplicationWill} />
    </ConfirmDialog>
  );
};

const TokenTable = ({
  tokens,
  onRevoke,
}: {
  readonly tokens: readonly LoginToken[];
  readonly onRevoke: (token: LoginToken) => void;
}) => {
  const texts = t().channels;
  const revoke = (token: LoginToken) =>
    may('revoke_application_tokens') && (
      <button
        type="button"
        class="plain danger"
        aria-label={texts.revokeTitle(`${token.username} ${token.id}`)}
        onClick={() => onRevoke(token)}
      >
        {texts.revoke}
      </button>
    );
  return (
    <Table
      caption={texts.tokens}
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        { title: texts.token, cell: ({ id }) => <code>{id}</code> },
        {
          title: texts.person,
          cell: ({ id_user: id, username }) => <a href={hrefOf('customers', id)}>{username}</a>,
        },
        { title: texts.holdsUntil, cell: ({ end_date: end }) => dateTime(end), isMinor: true },
        { title: texts.revoke, cell: revoke, isFigure: true },
      ]}
    />
  );
};

type Open = 'issue' | 'all' | 'remove' | LoginToken;

const Tokens = ({ application }: { readonly application: string }) => {
  const texts = t().channels;
  const data = useData(`tokens-${application}`, (signal) => call('get_application_tokens', { application }, signal));
  const [open, setOpen] = useState<Open | undefined>();
  const [shown, setShown] = useState<ShownSecrets | undefined>();
  const close = (): void => setOpen(undefined);
  const shared = { application, onClose: close };
  return (
    <Card
      title={texts.tokensOf(application)}
      beside={
        <div class="button-row">
          <Allowed to="create_application_token">
            <button type="button" onClick={() => setOpen('issue')}>
              {texts.issue}
            </button>
          </Allowed>
          <Allowed to="revoke_application_tokens">
            <button type="button" class="danger" onClick={() => setOpen('all')}>
              {texts.revokeAll}
            </button>
          </Allowed>
          <Allowed to="delete_application">
            <button type="button" class="danger" onClick={() => setOpen('remove')}>
              {texts.removeApplication}
            </button>
          </Allowed>
        </div>
      }
    >
      <Loaded data={data}>
        {({ tokens }) =>
          tokens.length === 0 ? <Empty>{texts.noTokens}</Empty> : <TokenTable tokens={tokens} onRevoke={setOpen} />
        }
      </Loaded>
      {open === 'remove' && <RemoveDialog {...shared} />}
      {open === 'all' && <RevokeDialog {...shared} token={undefined} />}
      {typeof open === 'object' && <RevokeDialog {...shared} token={open} />}
      {open === 'issue' && (
        <IssueDialog
          {...shared}
          onToken={(token) => {
            close();
            setShown(token);
          }}
        />
      )}
      {shown !== undefined && <SecretDialog shown={shown} onClose={() => setShown(undefined)} />}
    </Card>
  );
};

export const Applications = () => {
  const texts = t().channels;
  const data = useData('applications', (signal) => call('get_applications', {}, signal));
  const chosen = route.value.query.get('application') ?? '';
  return (
    <>
      <Card title={texts.applications}>
        <Loaded data={data}>
          {({ applications }) =>
            applications.length === 0 ? (
              <Empty>{texts.noApplications}</Empty>
            ) : (
              <Table
                caption={texts.applications}
                rows={applications}
                keyOf={({ name }) => name}
                hrefOf={({ name }) => hrefOf('channels', '', { application: name })}
                columns={[
                  { title: texts.application, cell: ({ name }) => name },
                  { title: texts.page, cell: ({ url }) => <code class="address">{url}</code>, isMinor: true },
                  { title: texts.registered, cell: (one) => dateTime(one.creation_date), isMinor: true },
                  { title: texts.tokens, cell: ({ tokens }) => count(tokens), isFigure: true },
                ]}
              />
            )
          }
        </Loaded>
      </Card>
      {chosen !== '' && <Tokens key={chosen} application={chosen} />}
    </>
  );
};
