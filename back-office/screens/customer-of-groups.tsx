// The groups that a customer is in, and the choice of others.
import type { CustomerGroup } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Card, Empty, Loaded } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { readGroups } from './groups-link.tsx';

interface OfGroupsProps {
  readonly id: number;
  readonly name: string;
  /** Ids of the groups that the account is in. */
  readonly groups: readonly number[];
}

interface ChoiceProps extends OfGroupsProps {
  readonly all: readonly CustomerGroup[];
  readonly onClose: () => void;
}

const ChoiceDialog = ({ id, name, groups, all, onClose }: ChoiceProps) => {
  const texts = t().customerGroups;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(groups));
  const turn = (group: number): void =>
    setChosen((known) => new Set(known.has(group) ? [...known].filter((one) => one !== group) : [...known, group]));
  const act = async (): Promise<string> => {
    // Groups that somebody else has changed meanwhile stay as they are: only what was turned here is sent.
    const now = new Set((await call('get_user_by_id', { id_user: id })).groups ?? []);
    for (const group of all.map((one) => one.id)) {
      if (chosen.has(group) === groups.includes(group)) continue;
      if (chosen.has(group)) now.add(group);
      else now.delete(group);
    }
    const known = new Set(all.map((one) => one.id));
    await call('set_user_groups', { id_user: id, groups: [...now].filter((group) => known.has(group)) });
    return texts.changed;
  };
  return (
    <ConfirmDialog title={texts.changeTitle(name)} label={t().customers.save} act={act} onClose={onClose}>
      {all.length === 0 && <p>{texts.nothing}</p>}
      <fieldset>
        <legend>{texts.of}</legend>
        {all.map(({ id: group, name: called }) => (
          <label key={group} class="check">
            <input type="checkbox" checked={chosen.has(group)} onInput={() => turn(group)} />
            {called}
          </label>
        ))}
      </fieldset>
      <p class="hint">{texts.changeHint}</p>
    </ConfirmDialog>
  );
};

export const GroupsOfCustomer = (props: OfGroupsProps) => {
  const texts = t().customerGroups;
  const [isOpen, setOpen] = useState(false);
  const data = useData('customer-groups', readGroups);
  return (
    <Card
      title={texts.of}
      beside={
        may('set_user_groups') &&
        data.value !== undefined && (
          <button type="button" onClick={() => setOpen(true)}>
            {texts.change}
          </button>
        )
      }
    >
      <Loaded data={data} lines={1}>
        {(all) => {
          const own = all.filter(({ id }) => props.groups.includes(id));
          return own.length === 0 ? (
            <Empty>{texts.inNone}</Empty>
          ) : (
            <ul class="list">
              {own.map(({ id, name }) => (
                <li key={id}>
                  <a href={hrefOf('customers', `group-${id}`)}>{name}</a>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      {isOpen && data.value !== undefined && (
        <ChoiceDialog {...props} all={data.value} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
};
