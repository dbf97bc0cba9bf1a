import { LARGE_BYTES } from '@larksong/import';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';

import { useTexts, type Texts } from '../../lib/texts.ts';
import { useLeaveWarning } from '../../parts/use-leave-warning.ts';
import { focusPart } from '../../parts/video-form/focus-part.ts';
import { applySongTags, changeForm, EMPTY_FORM, type UploadForm as Form } from './form.ts';
import { isSongFile, readTags } from './song-tags.ts';
import { ChoiceFields } from './upload-choices.tsx';
import { DescribeFields } from './upload-fields.tsx';
import { UploadStatus } from './upload-status.tsx';
import { useUpload } from './use-upload.ts';
import styles from './upload-form.module.css';

export function UploadForm() {
  const t = useTexts();
  const [form, setForm] = useState<Form>(EMPTY_FORM);
  /** Identifies the form; the next one starts with everything collapsed. */
  const [formNumber, setFormNumber] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const id = useId();
  const upload = useUpload(() => {
    setForm(EMPTY_FORM);
    setFormNumber((number) => number + 1);
  });
  const { state } = upload;
  const isUploading = state.phase === 'uploading';
  useLeaveWarning(isUploading, toLeaveMessage(t, form.file));

  const change = (changes: Partial<Form>) => {
    const changed = changeForm(form, changes);
    setForm(changed.form);
    upload.settle(changed.problem);
    const { file } = changed.form;
    if (file !== null && file !== form.file && isSongFile(file))
      void readTags(file).then((tags) => setForm((now) => applySongTags(now, file, tags)));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isUploading) return;
    const problem = flushSync(() => upload.submit(form));
    if (problem !== undefined) focusPart(element.current, problem.part);
  };
  const refused = state.phase === 'refused' ? state.problem : undefined;
  const fields = { form, problem: refused, onChange: change };
  const cancel = () => {
    upload.cancel();
    // the pressed button is about to disappear
    document.querySelector<HTMLElement>(`[type="submit"][form="${id}"]`)?.focus();
  };
  return (
    <div className={styles.upload}>
      <form className={styles.all} id={id} ref={element} onSubmit={submit} noValidate>
        <fieldset className={styles.all} disabled={isUploading}>
          <DescribeFields key={`video ${formNumber}`} {...fields} />
          <ChoiceFields key={`choices ${formNumber}`} {...fields} />
        </fieldset>
      </form>
      <UploadStatus state={state} formId={id} onCancel={cancel} onRetry={upload.retryUnsaved} />
    </div>
  );
}

function toLeaveMessage(t: Texts, file: File | null): string {
  return file !== null && file.size > LARGE_BYTES ? t('upload.leave-large') : t('upload.leave');
}
