// Dialogs that make a delivery rule, make another one like it, change one beside what somebody else has saved, and
// delete one. What will be is tried by the shop before it is sent.
import type { DeliveryRule } from '../../src/client/operations.ts';
import { call, callByName } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { currency } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { Loaded } from '../parts/page.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { useState } from '../preact.ts';
import { seenAs } from '../seen.ts';
import type { Fields, SeenPlace } from '../seen.ts';
import { deliveryTexts } from '../texts/delivery-texts.ts';
import { t } from '../texts/texts.ts';
import { partsOf } from './audience.tsx';
import { NEW_RULE, changeParams, fieldsOf, isComplete, makeParams, termsOf } from './delivery-draft.ts';
import { RuleFields } from './delivery-fields.tsx';
import { deliveryOptions, readRule } from './delivery-parts.ts';
import type { DeliveryShop, MethodTable } from './delivery-parts.ts';
import { ruleText } from './delivery-words.ts';
import { goodsText } from './promotion-words.ts';

interface PreviewProps {
  /** Undefined: not all can be read; '': nothing is changed. */
  readonly asked: string | undefined;
  /** Tries the change. Throws Refused. */
  readonly dryRun: (asked: string, signal: AbortSignal) => Promise<unknown>;
  readonly sentences: readonly string[];
}

/** What will be, once the shop has tried it; or why it refuses. */
const Preview = ({ asked, dryRun, sentences }: PreviewProps) => {
  const texts = deliveryTexts().form;
  const settled = useSettled(asked ?? '');
  const data = useData(`delivery-tried-${settled}`, async (signal) => {
    if (settled !== '') await dryRun(settled, signal);
    return settled;
  });
  if (asked === undefined) return <p class="quiet-text">{texts.incomplete}</p>;
  if (asked === '') return <p class="quiet-text">{texts.unchanged}</p>;
  return (
    <section aria-label={texts.preview} aria-live="polite">
      <Loaded data={data} lines={2}>
        {(tried) =>
          tried !== asked ? null : (
            <>
              <p class="possible">{texts.possible}</p>
              <Consequences sentences={sentences} />
            </>
          )
        }
      </Loaded>
    </section>
  );
};

interface MakeProps {
  readonly shop: DeliveryShop;
  readonly table: MethodTable;
  /** The new rule begins with what it says. */
  readonly like?: DeliveryRule | undefined;
  readonly onClose: () => void;
}

export const MakeRule = ({ shop, table, like, onClose }: MakeProps) => {
  const texts = deliveryTexts().form;
  const [draft, setDraft] = useState<Fields>(() =>
    like === undefined
      ? { ...NEW_RULE, method: String(table.id), name: table.name, currency: currency.value }
      : fieldsOf(like),
  );
  const isReady = isComplete(draft);
  const act = async (): Promise<string> => {
    const { name } = await call('create_delivery_rule', makeParams(draft)).then(() => termsOf(draft));
    return texts.made(name);
  };
  return (
    <ConfirmDialog title={texts.title} label={texts.go} isReady={isReady} act={act} onClose={onClose}>
      <RuleFields
        draft={draft}
        shop={shop}
        onType={(field, text) => setDraft((known) => ({ ...known, [field]: text }))}
      />
      <Preview
        asked={isReady ? JSON.stringify(makeParams(draft)) : undefined}
        dryRun={(asked, signal) =>
          callByName('create_delivery_rule', { ...(JSON.parse(asked) as object), dry_run: 1 }, signal)
        }
        sentences={isReady ? [ruleText(termsOf(draft), shop.names)] : []}
      />
    </ConfirmDialog>
  );
};

const placeOf = ({ id, id_delivery_method: methodId }: DeliveryRule): SeenPlace => ({
  read: async () => {
    const rule = await readRule(id, methodId);
    return { fields: fieldsOf(rule), seq: rule.seq };
  },
  send: async (draft, changed, seen) => {
    // By its name: the types of the client know no null, which empties a text.
    await callByName('update_delivery_rule', { id_delivery_rule: id, ...changeParams(draft, changed), ...seen });
  },
});

/** The name of a field, as the form shows it. */
const nameOf = (field: string): string => {
  const delivery = deliveryTexts();
  const { prices } = t();
  if (field === 'groups' || field === 'channels' || field === 'countries') return prices[field];
  const { form } = delivery;
  if (field === 'goods') return form.every;
  if (field === 'unless') return form.none;
  const texts: { readonly [field: string]: unknown } = form;
  return String(texts[field]);
};

/** What a field holds, as a person reads it; '' for nothing. */
const shownText = (shop: DeliveryShop, field: string, text: string): string => {
  const { names, tables } = shop;
  if (text === '') return '';
  const { form } = deliveryTexts();
  if (field === 'goods' || field === 'unless') return goodsText(JSON.parse(text), names);
  if (field === 'method') return tables.find(({ id }) => String(id) === text)?.name ?? text;
  if (field === 'basis') return form.bases[text === 'before' ? 'before' : 'after'];
  if (field === 'taxclass' && text === 'goods') return form.asGoods;
  if (field !== 'groups' && field !== 'channels' && field !== 'countries') return text;
  const known = new Map(deliveryOptions(shop)[field]);
  return partsOf(text)
    .map((one) => known.get(one) ?? one)
    .join(', ');
};

interface EditProps {
  readonly shop: DeliveryShop;
  readonly rule: DeliveryRule;
  readonly onClose: () => void;
}

export const EditRule = ({ shop, rule, onClose }: EditProps) => {
  const texts = deliveryTexts().form;
  const form = useSeen(placeOf(rule), () => ({ fields: fieldsOf(rule), seq: rule.seq }));
  const { draft, changed, before, conflicts } = form;
  const isRead = isComplete(draft);
  const changes = Object.keys(changed);
  const shown = (field: string, text: string): string => shownText(shop, field, text) || texts.empty;
  const asked = changes.length === 0 ? '' : JSON.stringify(changeParams(draft, changed));
  return (
    <ConfirmDialog
      title={texts.editTitle(rule.name)}
      label={texts.editGo}
      isReady={isRead && changes.length > 0 && conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.changed(termsOf(draft).name) : undefined)}
      onClose={onClose}
    >
      <RuleFields draft={draft} shop={shop} onType={form.type} />
      <Meanwhile
        conflicts={conflicts}
        nameOf={({ field }) => nameOf(field)}
        textOf={({ field, theirs }) => shownText(shop, field, theirs)}
        onChoose={form.choose}
      />
      <Preview
        asked={isRead ? asked : undefined}
        dryRun={(sent, signal) => {
          const params = { id_delivery_rule: rule.id, ...(JSON.parse(sent) as object), dry_run: 1 };
          return callByName('update_delivery_rule', params, signal);
        }}
        sentences={
          isRead
            ? [
                ...changes.map((field) =>
                  texts.becomes(nameOf(field), shown(field, before[field] ?? ''), shown(field, draft[field] ?? '')),
                ),
                texts.follows,
              ]
            : []
        }
      />
    </ConfirmDialog>
  );
};

interface DeleteProps {
  readonly table: MethodTable;
  readonly rule: DeliveryRule;
  readonly onClose: () => void;
}

export const DeleteRule = ({ table, rule, onClose }: DeleteProps) => {
  const texts = deliveryTexts();
  const act = async (): Promise<string> => {
    await call('delete_delivery_rule', { id_delivery_rule: rule.id, ...seenAs(rule.seq) });
    return texts.removed(rule.name);
  };
  return (
    <ConfirmDialog title={texts.removeTitle(rule.name)} label={texts.removeGo} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={table.rules.length > 1 ? texts.removeWill : [...texts.removeWill, texts.removeLast]} />
    </ConfirmDialog>
  );
};
