// What only those see who may call what it does.
import { may } from '../api/rights.ts';
import type { Right } from '../api/rights.ts';
import type { ComponentChildren } from '../preact.ts';

export const Allowed = ({ to, children }: { readonly to: Right; readonly children: ComponentChildren }) =>
  may(to) ? <>{children}</> : null;
