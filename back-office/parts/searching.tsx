// A field that searches while somebody types, after a pause; the address keeps the words.
import { useEffect, useRef, useState } from '../preact.ts';
import { route, setQuery } from '../routes.ts';
import { Icon } from './icon.tsx';

const WAIT_MS = 160;

interface SearchingProps {
  readonly label: string;
  readonly hint: string;
  /** What the address keeps of the search before, such as its page. */
  readonly restarts?: readonly string[];
}

/** What is searched for now. */
export const searchedWords = (): string => route.value.query.get('q') ?? '';

export const Searching = ({ label, hint, restarts = [] }: SearchingProps) => {
  const words = searchedWords();
  const [typed, setTyped] = useState(words);
  const sent = useRef(words);
  useEffect(() => {
    // A link or the back button has changed the address: the field shows its words.
    if (words !== sent.current) setTyped(words);
    sent.current = words;
  }, [words]);
  useEffect(() => {
    if (typed.trim() === searchedWords()) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      setQuery({ ...Object.fromEntries(restarts.map((name) => [name, ''])), q: typed.trim() });
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div class="searching">
      <Icon name="search" size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={hint}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </div>
  );
};
