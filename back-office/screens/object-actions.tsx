// Shows, hides and deletes a product or a content.
import { refreshAll } from '../api/feed.ts';
import { nameOfProduct } from '../api/stock.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { orWarn, say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { deleteObject, screenOf } from './object-calls.ts';
import { titleOf } from './object-title.ts';
import { turn } from './publish.ts';
import { keepDraft } from './product-draft.ts';
import type { Product } from './product-draft.ts';

interface ObjectProps {
  readonly object: Product;
}

/** Shows or hides it at once, without asking: it can be undone. */
export const PublishButton = ({ object: { own } }: ObjectProps) => {
  const texts = t().products;
  const [isRunning, setRunning] = useState(false);
  const isVisible = own.shop_active === 1;
  const go = async (): Promise<void> => {
    setRunning(true);
    await orWarn(async () => {
      const turned = await turn(own, !isVisible);
      say(isVisible ? texts.isHidden : texts.isPublished, async () => {
        await turn(turned, isVisible);
        return isVisible ? texts.isPublished : texts.isHidden;
      });
      refreshAll();
    });
    setRunning(false);
  };
  return (
    <button type="button" disabled={isRunning} onClick={() => void go()}>
      {isVisible ? texts.hide : texts.publish}
    </button>
  );
};

const DeleteDialog = ({ object, onClose }: ObjectProps & { readonly onClose: () => void }) => {
  const { own, details, shown } = object;
  const isProduct = own.type === 'product';
  const texts = t().products.delete;
  const there = shown[wireLanguage()] ?? details;
  const name = isProduct ? nameOfProduct(there) : titleOf(there);
  const below = details.variations.length;
  const act = async (): Promise<string> => {
    await deleteObject(own);
    keepDraft(own.id, {});
    goTo(hrefOf(screenOf(own), own.id_product === 0 ? '' : own.id_product));
    return texts.done(name);
  };
  const sentences = isProduct
    ? [texts.goes(name), ...(below === 0 ? [] : [texts.variations(below, count(below))]), texts.stays]
    : [t().contents.goes(name)];
  return (
    <ConfirmDialog title={texts.title(name)} label={texts.open} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={[...sentences, ...(own.shop_active === 1 ? [texts.instead] : [])]} />
    </ConfirmDialog>
  );
};

export const DeleteButton = ({ object }: ObjectProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="danger" onClick={() => setOpen(true)}>
        {t().products.delete.open}
      </button>
      {isOpen && <DeleteDialog object={object} onClose={() => setOpen(false)} />}
    </>
  );
};
