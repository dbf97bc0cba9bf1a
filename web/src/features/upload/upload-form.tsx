import { useRef, useState, type SubmitEvent } from 'react';

import { changeForm, EMPTY_FORM, type UploadForm as Form, type UploadProblem } from './form.ts';
import { ChoiceFields } from './upload-choices.tsx';
import { DescribeFields } from './upload-fields.tsx';
import { UploadStatus } from './upload-status.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useUpload } from './use-upload.ts';
import './upload.css';

export function UploadForm() {
  const [form, setForm] = useState<Form>(EMPTY_FORM);
  const element = useRef<HTMLFormElement>(null);
  const upload = useUpload(() => setForm(EMPTY_FORM));
  const { state } = upload;
  const isUploading = state.phase === 'uploading';
  useLeaveWarning(isUploading);

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
        <DescribeFields {...fields} />
        <ChoiceFields {...fields} />
      </fieldset>
      <UploadStatus state={state} onCancel={cancel} onRetryTags={upload.retryTags} />
    </form>
  );
}

/** The part of the form that has to be mended, found by its name. */
function focusPart(form: HTMLFormElement | null, part: UploadProblem['part']): void {
  form?.querySelector<HTMLElement>(`[name="${part}"]`)?.focus();
}
