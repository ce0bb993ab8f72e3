// A text as a QR code. What draws it is loaded when it is first wanted.
import { useEffect, useState } from '../preact.ts';

type Matrix = readonly (readonly boolean[])[];

const pathOf = (matrix: Matrix): string =>
  matrix.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [matrix, setMatrix] = useState<Matrix | undefined>();
  useEffect(() => {
    let isLeft = false;
    import('qr').then(
      ({ default: encode }) => {
        if (!isLeft) setMatrix(encode(text, 'raw', { ecc: 'medium' }));
      },
      // The text stands beside it.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [text]);
  return (
    <div class="qr">
      {matrix !== undefined && (
        <svg viewBox={`0 0 ${matrix.length} ${matrix.length}`} role="img" aria-label={label}>
          <path d={pathOf(matrix)} />
        </svg>
      )}
    </div>
  );
};
