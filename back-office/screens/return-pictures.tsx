// Pictures of a return, and the field that adds another one, made smaller before it is sent.
import type { Return } from '../../src/client/operations.ts';
import { Refused, call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Empty, Loaded } from '../parts/page.tsx';
import { PictureField, useTaking } from '../parts/field.tsx';
import { returnsTexts } from '../texts/returns-texts.ts';
import { whileUnsaved } from '../unsaved.ts';

/** Pixels of the longer side: enough to see a fault, and within the size that a server takes. */
const SIDE_MAX = 1600;
const QUALITY = 0.8;

const smaller = async (file: File): Promise<string> => {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) throw new Refused(0, 'PARAMETER_INVALID', 'picture', returnsTexts().noPicture);
  const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', QUALITY).split(',')[1]!;
};

const One = ({ of, id, at }: { readonly of: number; readonly id: number; readonly at: number }) => {
  const given = { id_return: of, id_picture: id };
  const data = useData(`return-picture-${of}-${id}`, (signal) => call('get_return_picture', given, signal));
  return (
    <Loaded data={data} lines={1}>
      {({ content_type: type, picture }) => (
        <img class="picture" src={`data:${type};base64,${picture}`} alt={returnsTexts().pictureOf(at)} />
      )}
    </Loaded>
  );
};

const Add = ({ of }: { readonly of: number }) => {
  const taking = useTaking((file) =>
    whileUnsaved(async () => call('add_return_picture', { id_return: of, picture: await smaller(file) })),
  );
  return <PictureField label={returnsTexts().addPicture} taking={taking} />;
};

interface PicturesProps {
  readonly of: Return;
  readonly onClose: () => void;
}

export const ReturnPictures = ({ of: { id, state, pictures = [] }, onClose }: PicturesProps) => {
  const texts = returnsTexts();
  return (
    <Dialog title={texts.picturesOf(id)} onClose={onClose}>
      {pictures.length === 0 && <Empty>{texts.noPictures}</Empty>}
      {pictures.map((picture, at) => (
        <One key={picture} of={id} id={picture} at={at + 1} />
      ))}
      {state !== 'withdrawn' && may('add_return_picture') && <Add of={id} />}
    </Dialog>
  );
};
