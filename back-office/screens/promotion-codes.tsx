// The codes that open a promotion, by batch; and new ones.
import type { Promotion } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count } from '../format.ts';
import { CopyButton } from '../parts/code.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Card, Empty, Loaded } from '../parts/page.tsx';
import { say, sayBeside } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { numberIn } from '../typed.ts';
import { BatchChip, CODES } from './coupons.tsx';

interface CodesProps {
  readonly promotion: Pick<Promotion, 'id' | 'name'>;
}

interface MakeProps extends CodesProps {
  readonly onMade: () => void;
  readonly onClose: () => void;
}

const MakeCodes = ({ promotion, onMade, onClose }: MakeProps) => {
  const texts = t().promotions.codes;
  const [name, setName] = useState(promotion.name);
  const [many, setMany] = useState('1');
  const [own, setOwn] = useState('');
  const act = async (): Promise<undefined> => {
    const { coupons } = await call('create_coupons', {
      id_promotion: promotion.id,
      count: numberIn(many, CODES)!,
      name: name.trim(),
      ...(own.trim() === '' ? {} : { code: own.trim() }),
    });
    const [first] = coupons;
    if (coupons.length === 1) sayBeside(t().coupons.madeOne(first!.code), <CopyButton text={first!.code} />);
    else say(texts.made(coupons.length, count(coupons.length)));
    onMade();
    onClose();
    return undefined;
  };
  return (
    <ConfirmDialog
      title={texts.make}
      label={texts.makeGo}
      isReady={name.trim() !== '' && numberIn(many, CODES) !== undefined}
      act={act}
      onClose={onClose}
    >
      <TextField label={texts.name} value={name} onInput={setName} autoFocus required />
      <div class="two">
        <NumberField label={texts.howMany} rule={CODES} value={many} onInput={setMany} />
        <TextField label={texts.own} hint={texts.ownHint} value={own} onInput={setOwn} />
      </div>
    </ConfirmDialog>
  );
};

const SHOWN = 100;

export const PromotionCodes = ({ promotion }: CodesProps) => {
  const texts = t().promotions.codes;
  const [isMaking, setMaking] = useState(false);
  const data = useData(`codes-of-${promotion.id}`, (signal) =>
    call('search_coupons', { id_promotion: promotion.id, limit: SHOWN }, signal),
  );
  return (
    <Card
      title={texts.title}
      beside={
        may('create_coupons') && (
          <button type="button" onClick={() => setMaking(true)}>
            {texts.make}
          </button>
        )
      }
    >
      <Loaded data={data} lines={2}>
        {({ batches }) =>
          batches.length === 0 ? (
            <Empty>{texts.none}</Empty>
          ) : (
            <ul class="list">
              {batches.map((batch) => (
                <li key={batch.id}>
                  <a class="grow" href={hrefOf('coupons', batch.id)}>
                    {batch.name}
                  </a>
                  <code>{batch.first_code}</code>
                  <span class="quiet-text">{texts.count(batch.count, count(batch.count))}</span>
                  <BatchChip batch={batch} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isMaking && <MakeCodes promotion={promotion} onMade={data.reload} onClose={() => setMaking(false)} />}
    </Card>
  );
};
