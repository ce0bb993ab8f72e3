// Room for something that is said for a while, such as what is wrong with a field. Guaranteed: when it is said no more,
// nothing below it moves up, so a click on a button there is not lost. Not promised: that nothing moves when it is said
// first; nobody is to press a button before having read it.
import { useLayoutEffect, useRef } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';

export const KeptRoom = ({ isSaid, children }: { readonly isSaid: boolean; readonly children: ComponentChildren }) => {
  const ref = useRef<HTMLDivElement>(null);
  /** Pixels, of the largest that was said. */
  const height = useRef(0);
  useLayoutEffect(() => {
    // With its fraction of a pixel.
    const shown = isSaid ? ref.current?.getBoundingClientRect().height : undefined;
    height.current = Math.max(height.current, shown ?? 0);
  });
  if (!isSaid && height.current === 0) return null;
  return (
    <div ref={ref} style={{ minHeight: `${height.current}px` }}>
      {isSaid && children}
    </div>
  );
};
