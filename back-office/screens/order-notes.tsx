// What the staff noted about an order, and a field for the next note. The buyer sees none of it.
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { ago, dateTime } from '../format.ts';
import { Field } from '../parts/field.tsx';
import { Card, Loaded } from '../parts/page.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { useUnsaved } from '../unsaved.ts';

const Writing = ({ id, onNoted }: { readonly id: number; readonly onNoted: () => void }) => {
  const texts = t().orderDetails;
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  useUnsaved(text.trim() !== '');
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    setSending(true);
    await orWarn(async () => {
      await call('add_order_note', { id_order: id, text: text.trim() });
      setText('');
      onNoted();
    });
    setSending(false);
  };
  return (
    <form class="card-body" onSubmit={(event) => void add(event)}>
      <Field label={texts.newNote} hint={texts.notesHint}>
        {(described) => (
          <textarea
            {...described}
            rows={2}
            maxLength={2000}
            disabled={isSending}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit" disabled={text.trim() === '' || isSending}>
        {texts.addNote}
      </button>
    </form>
  );
};

export const OrderNotes = ({ id }: { readonly id: number }) => (may('get_order_notes') ? <Noted id={id} /> : null);

const Noted = ({ id }: { readonly id: number }) => {
  const texts = t().orderDetails;
  const data = useData(`notes-${id}`, (signal) => call('get_order_notes', { id_order: id }, signal), {
    topics: ['order'],
    id,
  });
  return (
    <Card title={texts.notes} class="not-printed">
      <Loaded data={data} lines={1}>
        {({ notes }) => (
          <ul class="list">
            {notes.map(({ date, username, text }) => (
              <li key={`${date}${text}`}>
                <div class="grow wraps">
                  <p class="quiet-text">
                    <strong>{username || t().drafts.channel}</strong> <time title={dateTime(date)}>{ago(date)}</time>
                  </p>
                  <p class="note-text">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {may('add_order_note') && <Writing id={id} onNoted={data.reload} />}
    </Card>
  );
};
