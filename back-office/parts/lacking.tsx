// The page of an address that the person may not open: which role it is, and what that lacks.
import { user } from '../api/session.ts';
import { nameOfRole, t } from '../texts/texts.ts';
import { Card, Empty, Page } from './page.tsx';

/** `lacks`: names of what is needed for it. */
export const Lacking = ({ title, lacks }: { readonly title: string; readonly lacks: readonly string[] }) => {
  const role = user.value?.role ?? '';
  return (
    <Page title={title}>
      <Card>
        <Empty>{t().shell.lacks(nameOfRole(role), lacks.join(', '))}</Empty>
      </Card>
    </Page>
  );
};
