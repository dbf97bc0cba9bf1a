import { useRef, useState, type SubmitEvent } from 'react';

import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { changeForm, EMPTY_FORM, type UploadForm as Form, type UploadProblem } from './form.ts';
import { LARGE_BYTES } from './send-video.ts';
import { ChoiceFields } from './upload-choices.tsx';
import { DescribeFields } from './upload-fields.tsx';
import { UploadStatus } from './upload-status.tsx';
import { useUpload } from './use-upload.ts';
import '../../ui/video-form/video-form.css';
import './upload.css';

export function UploadForm() {
  const [form, setForm] = useState<Form>(EMPTY_FORM);
  /** Of this very form; another one begins with everything folded away. */
  const [formNumber, setFormNumber] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const upload = useUpload(() => {
    setForm(EMPTY_FORM);
    setFormNumber((number) => number + 1);
  });
  const { state } = upload;
  const isUploading = state.phase === 'uploading';
  useLeaveWarning(isUploading, toLeaveMessage(form.file));

  const change = (changes: Partial<Form>) => {
    const changed = changeForm(form, changes);
    setForm(changed.form);
    upload.settle(changed.problem);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isUploading) return;
    const problem = upload.submit(form);
    if (problem !== undefined) focusPart(element.current, problem.part);
  };
  const fields = {
    form,
    problem: state.phase === 'refused' ? state.problem : undefined,
    onChange: change,
  };
  const cancel = () => {
    upload.cancel();
    // the button that was pressed is about to go
    element.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  };
  return (
    <form className="upload" ref={element} onSubmit={submit} noValidate>
      <fieldset className="all" disabled={isUploading}>
        <DescribeFields key={`video ${formNumber}`} {...fields} />
        <ChoiceFields key={`choices ${formNumber}`} {...fields} />
      </fieldset>
      <UploadStatus state={state} onCancel={cancel} onRetryUnsaved={upload.retryUnsaved} />
    </form>
  );
}

/** The part of the form that has to be mended, found by its name. */
function focusPart(form: HTMLFormElement | null, part: UploadProblem['part']): void {
  form?.querySelector<HTMLElement>(`[name="${part}"]`)?.focus();
}

function toLeaveMessage(file: File | null): string {
  return file !== null && file.size > LARGE_BYTES
    ? 'The upload is still running. Leaving this page stops it; it goes on when you choose the same file again.'
    : 'The upload is still running. Leaving this page cancels it.';
}
