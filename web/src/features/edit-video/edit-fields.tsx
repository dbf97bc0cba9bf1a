import { useRef, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';

import { focusPart } from '../../parts/video-form/focus-part.ts';
import { LanguageField } from '../../parts/video-form/language-field.tsx';
import { LetterFields } from '../../parts/video-form/letter-fields.tsx';
import { TagFields } from '../../parts/video-form/tag-fields.tsx';
import { TextFields } from '../../parts/video-form/text-fields.tsx';
import { VisibilityFields } from '../../parts/video-form/visibility-fields.tsx';
import { useSoleViewer } from '../auth/session.ts';
import type { EditProblem } from './edit-form.ts';
import type { Edit } from './use-edit-form.ts';
import styles from './edit-video.module.css';

/** The fields that Save sends: texts, language, tags, letters and visibility. The button that submits them is outside the form. */
export function EditFields({ edit, formId }: { edit: Edit; formId: string }) {
  const element = useRef<HTMLFormElement>(null);
  const { form, problem, change } = edit;
  const soleViewer = useSoleViewer();
  const errorOf = (part: EditProblem['part']) => (problem?.part === part ? problem.sentence : undefined);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = flushSync(() => edit.save());
    if (found !== undefined) focusPart(element.current, found.part);
  };
  return (
    <form id={formId} className={styles.stackForm} ref={element} noValidate onSubmit={submit}>
      <TextFields texts={form} error={errorOf('title')} onChange={change} />
      <LanguageField language={form.language} onChange={(language) => change({ language })} />
      <TagFields tags={form.tags} error={errorOf('tags')} onChange={(tags) => change({ tags })} />
      <LetterFields
        draft={form.letters}
        error={errorOf('letters')}
        onChange={(letters) => change({ letters })}
      />
      <VisibilityFields
        audience={form}
        error={errorOf('privateUserId')}
        soleViewer={soleViewer}
        onChange={change}
      />
    </form>
  );
}
