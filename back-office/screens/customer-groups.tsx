// Groups of customers: which there are, and a new one.
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { ago } from '../format.ts';
import { Allowed } from '../parts/allowed.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { groupHref, readGroups } from './groups-link.tsx';

const MakeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = t().customerGroups;
  const [name, setName] = useState('');
  const act = async (): Promise<string> => {
    const { id_group: id } = await call('create_group', { name });
    goTo(groupHref(id));
    return texts.madeSaid(name.trim());
  };
  return (
    <ConfirmDialog title={texts.make} label={texts.makeGo} isReady={name.trim() !== ''} act={act} onClose={onClose}>
      <TextField label={texts.name} value={name} onInput={setName} autoFocus required />
    </ConfirmDialog>
  );
};

export const CustomerGroups = () => {
  const texts = t().customerGroups;
  const [isMaking, setMaking] = useState(false);
  const data = useData('customer-groups', readGroups);
  const make = (isPrimary: boolean) => (
    <Allowed to="create_group">
      <button type="button" class={isPrimary ? 'primary' : ''} onClick={() => setMaking(true)}>
        {texts.make}
      </button>
    </Allowed>
  );
  return (
    <Page
      title={texts.list}
      beside={<span class="quiet-text">{texts.listHint}</span>}
      actions={
        <>
          <a class="button" href={hrefOf('customers')}>
            <Icon name="left" size={16} />
            {t().customers.back}
          </a>
          {make(true)}
        </>
      }
    >
      <Card>
        <Loaded data={data}>
          {(groups) =>
            groups.length === 0 ? (
              <Empty>
                {texts.nothing} {make(false)}
              </Empty>
            ) : (
              <Table
                caption={texts.list}
                rows={groups}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => groupHref(id)}
                columns={[
                  { title: texts.name, cell: ({ name }) => name },
                  { title: texts.made, cell: ({ creation_date: date }) => ago(date), isMinor: true },
                ]}
              />
            )
          }
        </Loaded>
      </Card>
      {isMaking && <MakeDialog onClose={() => setMaking(false)} />}
    </Page>
  );
};
