import { useId, useRef, type RefObject } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { FoundMessage } from '../../ui/found-message.tsx';
import { CharacterCount } from './character-count.tsx';
import { useCommentForm, type CommentFormState, type Writing } from './use-comment-form.ts';
import styles from './comments.module.css';

interface CommentFormProps extends Omit<Writing, 'initial' | 'onCancel'> {
  label: string;
  submitLabel: string;
  initial?: string;
  onCancel?: () => void;
}

/** A text of up to 500 characters that is sent. What was typed stays until the server has taken it. */
export function CommentForm({ label, submitLabel, initial = '', onCancel, ...writing }: CommentFormProps) {
  const t = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useCommentForm(field, { ...writing, initial, onCancel });
  return (
    <form className={styles.form} aria-label={label} noValidate onSubmit={form.submit}>
      <TextField field={field} form={form} label={label} />
      {form.error && (
        <FoundMessage>
          {errorSentence(form.error)} {t('comments.kept')}
        </FoundMessage>
      )}
      <div className={styles.formEnd}>
        <CharacterCount text={form.text} />
        {onCancel && (
          <Button variant="quiet" onClick={() => void form.cancel()}>
            {t('comments.cancel')}
          </Button>
        )}
        <Button type="submit" busy={form.isSending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

interface TextFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  form: CommentFormState;
  label: string;
}

function TextField({ field, form, label }: TextFieldProps) {
  const t = useTexts();
  const id = useId();
  const { problem } = form;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <p className="hint" id={`${id}-hint`}>
        {t('comments.hint')}
      </p>
      <textarea
        ref={field}
        id={id}
        name="comment"
        dir="auto"
        className={styles.textField}
        aria-describedby={problem ? `${id}-hint ${id}-problem` : `${id}-hint`}
        aria-invalid={problem ? true : undefined}
        readOnly={form.isSending}
        value={form.text}
        onChange={({ target }) => form.type(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit(event);
        }}
      />
      {problem && (
        <p className="error" id={`${id}-problem`} role="alert">
          {t(`comments.problem-${problem}`)}
        </p>
      )}
    </div>
  );
}
