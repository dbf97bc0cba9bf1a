import { useId } from 'react';

import { createStore, useStore } from '../lib/store.ts';
import { Button } from './button.tsx';
import { Modal } from './dialog.tsx';

interface Question {
  title: string;
  message: string;
  confirmLabel: string;
  /** Null for an alert, which has nothing to choose. */
  cancelLabel: string | null;
  danger: boolean;
  answer: (isConfirmed: boolean) => void;
}

const questions = createStore<readonly Question[]>([]);

/** Asks in a dialog of our own; resolves to false when it is closed in any other way than by `confirmLabel`. */
export function confirmDialog(options: {
  title: string;
  message: string;
  confirmLabel: string;
  danger?: boolean;
}): Promise<boolean> {
  return ask({ cancelLabel: 'Cancel', danger: false, ...options });
}

/** Tells something that must be seen; resolves when it was closed. */
export async function alertDialog(options: { title?: string; message: string }): Promise<void> {
  await ask({ title: 'Larksong', confirmLabel: 'OK', cancelLabel: null, danger: false, ...options });
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

/** Shows what `confirmDialog` and `alertDialog` ask, one after the other. Rendered once, by the shell. */
export function DialogHost() {
  const [question] = useStore(questions);
  const id = useId();
  if (!question) return null;
  const { title, message, confirmLabel, cancelLabel, danger, answer } = question;
  return (
    <Modal
      key={`${title} ${message}`}
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-message`}
      className="dialog"
      onClose={() => answer(false)}
    >
      <div className="dialog-top">
        <h2 id={`${id}-title`}>{title}</h2>
      </div>
      <div className="dialog-body">
        <p id={`${id}-message`}>{message}</p>
        <div className="actions">
          {cancelLabel !== null && (
            // Of two ways out the harmless one has the focus.
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
