// What other screens show of groups of customers: the link to them, and which there are.
import type { CustomerGroup } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { Allowed } from '../parts/allowed.tsx';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';

export const groupHref = (id: number): string => hrefOf('customers', `group-${id}`);

/** A link to the groups, for those who may see them. */
export const GroupsLink = () => (
  <Allowed to="get_groups">
    <a class="button" href={hrefOf('customers', 'groups')}>
      {t().customerGroups.list}
    </a>
  </Allowed>
);

export const readGroups = async (signal?: AbortSignal): Promise<readonly CustomerGroup[]> =>
  (await call('get_groups', {}, signal)).groups;
