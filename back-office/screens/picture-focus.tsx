// The point of a picture that stays in sight where a frame cuts it: marked by a click on the picture, or moved by the
// arrow keys.
import { languageName } from '../countries.ts';
import { useLayoutEffect, useRef, useState } from '../preact.ts';
import { count } from '../format.ts';
import { t } from '../texts/texts.ts';
import { addressShown, inheritedText, pointOf, savedText } from './product-draft.ts';
import type { FieldId, Product } from './product-draft.ts';
import type { Editing } from './product-fields.tsx';

interface PictureFocusProps {
  readonly editing: Editing;
  readonly picture: { readonly name: string; readonly label: string };
}

/** Per cent that a key moves the point; ten times as far with the Shift key. */
const STEPS: { readonly [key: string]: readonly [number, number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (per: number): number => Math.min(100, Math.max(0, Math.round(per)));

interface PointProps {
  readonly url: string;
  readonly label: string;
  /** "30 20"; '': none. */
  readonly point: string;
  readonly onPoint: (point: string) => void;
}

const Point = ({ url, label, point, onPoint }: PointProps) => {
  const texts = t().products.pictures;
  const mark = useRef<HTMLButtonElement>(null);
  const [isBegun, setBegun] = useState(false);
  const { x, y } = pointOf(point) ?? { x: 50, y: 50 };
  const put = (left: number, top: number): void => onPoint(`${within(left)} ${within(top)}`);
  // The keyboard goes on at the mark, from the next key on.
  useLayoutEffect(() => {
    if (isBegun && point !== '') mark.current?.focus();
    setBegun(false);
  }, [isBegun, point === '']);
  if (point === '')
    return (
      <button
        type="button"
        class="small"
        onClick={() => {
          setBegun(true);
          put(50, 50);
        }}
      >
        {texts.mark(label)}
      </button>
    );
  const place = (event: MouseEvent): void => {
    const { left, top, width, height } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    put(((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100);
    mark.current?.focus();
  };
  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    put(x + step[0] * far, y + step[1] * far);
  };
  const at = texts.focusAt(count(x), count(y));
  return (
    <div class="picture-point" role="group" aria-label={texts.focus(label)}>
      <p class="hint">{texts.focusHint}</p>
      {/* The keys have the mark. */}
      <div class="point-frame" onClick={place}>
        <img src={url} alt="" draggable={false} />
        <button
          ref={mark}
          type="button"
          class="point-mark"
          aria-label={texts.focus(label)}
          style={{ left: `${x}%`, top: `${y}%` }}
          onKeyDown={move}
        />
      </div>
      <div class="button-row">
        <span role="status">{at}</span>
        <button type="button" class="plain small" onClick={() => onPoint('')}>
          {texts.unmark(label)}
        </button>
      </div>
    </div>
  );
};

/** A picture with words in a language is that language's own, although another one gave it. */
const hasOwn = ({ product, draft }: Editing, code: string, name: string): boolean =>
  ([`attributes/${code}/${name}`, `alt/${code}/${name}`] as const).some(
    (id) => (draft[id] ?? savedText(product, id)) !== '',
  );

/** Address → the languages that show it. */
const byAddress = ({ product, draft }: Editing, name: string): ReadonlyMap<string, Product['languages']> => {
  const found = new Map<string, Product['languages']>();
  for (const code of product.languages) {
    const url = addressShown(product, draft, code, name);
    if (url !== '') found.set(url, [...(found.get(url) ?? []), code]);
  }
  return found;
};

/** One point for each picture: languages with the same one share it. */
export const PictureFocus = ({ editing, picture: { name, label } }: PictureFocusProps) => {
  const { product, draft, type } = editing;
  const byUrl = byAddress(editing, name);
  return (
    <>
      {[...byUrl].map(([url, codes]) => {
        // Where none has a picture of its own, a point makes the inherited one theirs.
        const own = codes.filter((code) => hasOwn(editing, code, name));
        const held = (own.length === 0 ? codes : own).map((code): FieldId => `focus/${code}/${name}`);
        const saved = (id: FieldId): string =>
          own.length === 0 ? savedText(product, id) || inheritedText(product, id) : savedText(product, id);
        const points = held.map((id) => draft[id] ?? saved(id));
        const called = byUrl.size === 1 ? label : `${label}, ${codes.map(languageName).join(', ')}`;
        return (
          <Point
            key={url}
            url={url}
            label={called}
            point={points.find((point) => point !== '') ?? ''}
            onPoint={(point) => held.forEach((id) => type(id, point))}
          />
        );
      })}
    </>
  );
};
