// The page of an address that names nothing: one sentence, and the way to the list.
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import type { Texts } from '../texts/texts.ts';
import { Card, Empty, Page } from './page.tsx';

export const NotFound = ({ screen }: { readonly screen: keyof Texts['gone'] }) => (
  <Page title={t().screens[screen]}>
    <Card>
      <Empty>
        {t().gone[screen]} <a href={hrefOf(screen)}>{t().shell.toList(t().screens[screen])}</a>
      </Empty>
    </Card>
  </Page>
);
