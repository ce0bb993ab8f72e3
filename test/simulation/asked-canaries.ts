// Ways to break what extensions are asked, each of which the simulation must find (canaries.ts).
import { Answers } from '../../src/operations/context/answers.ts';
import { replaced } from '../harness/replaced.ts';
import { breaking } from './after-sale-canaries.ts';
import type { Canary } from './canaries.ts';
import { ATTRIBUTE } from './lying-extensions.ts';

const asked = (install: Canary['install']): Canary => ({ claims: ['asked'], install, asks: true });

interface Priced {
  readonly type: string;
  basis?: readonly [priceE4: number, ...rest: readonly unknown[]] | null;
}

export const ASKED_CANARIES: { readonly [name: string]: Canary } = {
  'an order is placed that an extension is against': asked(() =>
    replaced(
      Answers.prototype,
      'whatIsSaid',
      (own) =>
        function (this: Answers, ...given: Parameters<Answers['whatIsSaid']>) {
          const said = own.apply(this, given);
          if (given[0] !== 'checkout_check' || !said.ok) return said;
          return { ...said, value: said.value.map(({ by }) => ({ by, answer: undefined })) };
        } as Answers['whatIsSaid'],
    ),
  ),
  'an answer counts for a cart that has changed': asked(() =>
    replaced(
      Answers.prototype,
      'whatIsSaid',
      (own) =>
        function (this: Answers, ...given: Parameters<Answers['whatIsSaid']>) {
          const [point, question, read] = given;
          const known = [...this['known'].keys()].find((key) => key.startsWith(`${point} `));
          return own.call(this, point, known?.slice(point.length + 1) ?? question, read);
        } as Answers['whatIsSaid'],
    ),
  ),
  'an order gets an attribute that nobody has said': asked(() =>
    breaking('draft_details_set', (event) => {
      const { attributes } = event as unknown as { readonly attributes?: { [name: string]: string } };
      if (attributes !== undefined && ATTRIBUTE in attributes) attributes[ATTRIBUTE] = 'nowhere';
    }),
  ),
  'an order forgets who has answered': asked(() =>
    breaking('order_answered', (event) => ((event as unknown as { answers: readonly [] }).answers = [])),
  ),
  'a line costs what nobody has said': asked(() =>
    breaking('line_price_answered', (_, all) => {
      for (const { event } of all) {
        const priced = event as Priced & { readonly lines?: readonly Priced[] };
        for (const one of [priced, ...(priced.lines ?? [])])
          if (Array.isArray(one.basis)) one.basis = [one.basis[0] + 1, ...one.basis.slice(1)] as never;
      }
    }),
  ),
};
