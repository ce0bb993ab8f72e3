// A list of what an action will do, one sentence each.
import { Icon } from './icon.tsx';

export const Consequences = ({ sentences }: { readonly sentences: readonly string[] }) => (
  <div class="plan">
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Icon name="right" size={14} />
          {sentence}
        </li>
      ))}
    </ul>
  </div>
);
