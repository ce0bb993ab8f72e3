// What will happen, sentence by sentence.
import { Icon } from './icon.tsx';

export const Will = ({ sentences }: { readonly sentences: readonly string[] }) => (
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
