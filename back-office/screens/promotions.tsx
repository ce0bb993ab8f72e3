// Which promotions are there, what do they do, how often were they used, and what have they cost?
import type { Promotion } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { found, isGone } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count, dateTime } from '../format.ts';
import { Allowed } from '../parts/allowed.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Table } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { PromotionCodes } from './promotion-codes.tsx';
import { EditPromotion } from './promotion-edit.tsx';
import { PromotionChip, leftText, readPromotions, sumsText } from './promotion-parts.tsx';
import { sentenceOf } from './promotion-words.ts';

const TOPICS = ['promotion', 'order'] as const;

const usesText = ({ uses, uses_max: max }: Promotion): string =>
  max === 0 ? count(uses) : t().promotions.usesOf(count(uses), count(max));

const MakeLink = ({ isPrimary }: { readonly isPrimary: boolean }) => (
  <Allowed to="create_promotion">
    <a class={isPrimary ? 'button primary' : 'button'} href={hrefOf('promotions', 'new')}>
      {t().promotions.make}
    </a>
  </Allowed>
);

export const Promotions = () => {
  const texts = t().promotions;
  const data = useData('promotions', readPromotions, { topics: TOPICS });
  return (
    <Page title={t().screens.promotions} actions={<MakeLink isPrimary />}>
      <Card>
        <Loaded data={data} lines={6}>
          {({ promotions, names }) =>
            promotions.length === 0 ? (
              <Empty>
                {texts.nothing} <MakeLink isPrimary={false} />
              </Empty>
            ) : (
              <Table
                caption={t().screens.promotions}
                rows={promotions}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => hrefOf('promotions', id)}
                columns={[
                  { title: texts.name, cell: ({ name }) => name },
                  { title: texts.what, cell: (one) => sentenceOf(one, names), isMinor: true },
                  { title: texts.state, cell: ({ state }) => <PromotionChip state={state} /> },
                  { title: texts.uses, cell: usesText, isFigure: true },
                  {
                    title: texts.revenue,
                    cell: ({ spent }) => sumsText(spent, 'revenue'),
                    isFigure: true,
                    isMinor: true,
                  },
                  { title: texts.taken, cell: ({ spent }) => sumsText(spent, 'amount'), isFigure: true },
                  { title: texts.left, cell: leftText, isFigure: true, isMinor: true },
                ]}
              />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
};

interface DialogProps {
  readonly promotion: Promotion;
  readonly onClose: () => void;
}

const EndDialog = ({ promotion, onClose }: DialogProps) => {
  const texts = t().promotions;
  const act = async (): Promise<string> => {
    await call('end_promotion', { id_promotion: promotion.id });
    return texts.ended(promotion.name);
  };
  return (
    <ConfirmDialog title={texts.endTitle(promotion.name)} label={texts.end} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.endWill} />
    </ConfirmDialog>
  );
};

const Figures = ({ promotion }: { readonly promotion: Promotion }) => {
  const texts = t().promotions;
  const { spent } = promotion;
  return (
    <Card title={texts.figures}>
      <Pairs
        areFigures
        pairs={[
          [texts.uses, usesText(promotion)],
          [texts.revenue, sumsText(spent, 'revenue')],
          [texts.taken, sumsText(spent, 'amount')],
          [texts.left, leftText(promotion) || undefined],
        ]}
      />
    </Card>
  );
};

const Beside = ({ promotion }: { readonly promotion: Promotion }) => {
  const texts = t().promotions;
  const { priority, stack, exclusive, creation_date: made, labels } = promotion;
  return (
    <Card title={texts.terms}>
      <Pairs
        pairs={[
          [texts.form.priority, count(priority)],
          [texts.form.stack, stack === '' ? undefined : stack],
          [texts.exclusive, exclusive === 1 ? texts.yes : texts.no],
          ...Object.entries(labels).map(([code, label]) => [code, label] as const),
          [t().customerGroups.made, dateTime(made)],
        ]}
      />
    </Card>
  );
};

const DIALOGS = { edit: EditPromotion, end: EndDialog } as const;

export const OnePromotion = ({ id }: { readonly id: number }) => {
  const texts = t().promotions;
  const data = useData(
    `promotion-${id}`,
    async (signal) => {
      const { promotions, names } = await readPromotions(signal);
      return { promotion: found(promotions.find((one) => one.id === id)), names };
    },
    { topics: TOPICS },
  );
  const [asked, setAsked] = useState<keyof typeof DIALOGS | undefined>();
  const Asked = asked === undefined ? undefined : DIALOGS[asked];
  const known = data.value?.promotion;
  if (isGone(data.refused)) return <NotFound screen="promotions" />;
  const isOpen = known !== undefined && known.state !== 'ended';
  return (
    <Page
      title={known?.name ?? t().screens.promotions}
      beside={known !== undefined && <PromotionChip state={known.state} />}
      actions={
        <>
          <a class="button" href={hrefOf('promotions')}>
            <Icon name="left" size={16} />
            {texts.back}
          </a>
          {isOpen && may('update_promotion') && (
            <button type="button" onClick={() => setAsked('edit')}>
              {texts.edit}
            </button>
          )}
          {isOpen && may('end_promotion') && (
            <button type="button" class="danger" onClick={() => setAsked('end')}>
              {texts.end}
            </button>
          )}
        </>
      }
    >
      <Loaded data={data} lines={8}>
        {({ promotion, names }) => (
          <>
            <Card title={texts.what}>
              <p class="card-body promotion-sentence">{sentenceOf(promotion, names)}</p>
            </Card>
            <div class="columns">
              <Figures promotion={promotion} />
              <Beside promotion={promotion} />
              {promotion.by === 'code' && may('search_coupons') && <PromotionCodes promotion={promotion} />}
              <History object={`promotion/${id}`} topics={[...TOPICS]} />
            </div>
          </>
        )}
      </Loaded>
      {known !== undefined && Asked !== undefined && <Asked promotion={known} onClose={() => setAsked(undefined)} />}
    </Page>
  );
};
