import { useId } from 'react';

import { getSiteName } from '../lib/site-name.ts';
import { createStore, useStore } from '../lib/store.ts';
import { text } from '../lib/texts.ts';
import { Button } from './button.tsx';
import { Modal } from './dialog.tsx';

interface Question {
  title: string;
  /** The object of the question, by its user-given name; null if the message contains it. */
  subject: string | null;
  message: string;
  confirmLabel: string;
  /** Null for an alert, which offers no choice. */
  cancelLabel: string | null;
  danger: boolean;
  answer: (isConfirmed: boolean) => void;
}

const questions = createStore<readonly Question[]>([]);

/** Asks for a confirmation in a dialog of our own. Resolves to true only if `confirmLabel` was pressed. */
export function confirmDialog(options: {
  title: string;
  /** Names the object of the question above the message. */
  subject?: string;
  message: string;
  confirmLabel: string;
  /** For a question about cancelling something. */
  cancelLabel?: string;
  danger?: boolean;
}): Promise<boolean> {
  return ask({ cancelLabel: text('dialog.cancel'), danger: false, subject: null, ...options });
}

/** Shows a message that must be seen. Resolves when it was closed. */
export async function alertDialog(options: { title?: string; message: string }): Promise<void> {
  const alert = { title: getSiteName(), subject: null, confirmLabel: text('dialog.ok') };
  await ask({ ...alert, cancelLabel: null, danger: false, ...options });
}

function ask(question: Omit<Question, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const asked: Question = {
      ...question,
      answer: (isConfirmed) => {
        questions.set(questions.get().filter((other) => other !== asked));
        resolve(isConfirmed);
      },
    };
    questions.set([...questions.get(), asked]);
  });
}

/** Shows the dialogs of `confirmDialog` and `alertDialog`, one after the other. The shell renders it once. */
export function DialogHost() {
  const [question] = useStore(questions);
  const id = useId();
  if (!question) return null;
  const { title, subject, message, confirmLabel, cancelLabel, danger, answer } = question;
  return (
    <Modal
      key={`${title} ${message}`}
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={subject === null ? `${id}-message` : `${id}-subject ${id}-message`}
      className="dialog"
      onClose={() => answer(false)}
    >
      <div className="dialog-top">
        <h2 id={`${id}-title`}>{title}</h2>
      </div>
      <div className="dialog-body">
        {subject !== null && (
          <p id={`${id}-subject`} className="subject" dir="auto">
            {subject}
          </p>
        )}
        <p id={`${id}-message`}>{message}</p>
        <div className="actions">
          {cancelLabel !== null && (
            // Cancel, the harmless choice, has the focus.
            <Button variant="plain" data-autofocus onClick={() => answer(false)}>
              {cancelLabel}
            </Button>
          )}
          <Button variant={danger ? 'danger-solid' : 'solid'} onClick={() => answer(true)}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
