import { catalog } from '@larksong/contracts';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { VisibilityFields } from '../../parts/video-form/visibility-fields.tsx';
import { useSoleViewer } from '../auth/session.ts';
import { ExtraFields } from './extra-fields.tsx';
import type { FieldsProps } from './upload-fields.tsx';

/** Resolutions, visibility and additions. */
export function ChoiceFields(props: FieldsProps) {
  const t = useTexts();
  const { form, problem, onChange } = props;
  const soleViewer = useSoleViewer();
  return (
    <section className="panel" aria-label={t('upload.choices')}>
      <ResolutionChoice {...props} />
      <VisibilityFields
        audience={form}
        error={problem?.part === 'privateUserId' ? problem.sentence : undefined}
        soleViewer={soleViewer}
        onChange={onChange}
      />
      <ExtraFields {...props} />
    </section>
  );
}

function ResolutionChoice({ form, problem, onChange }: FieldsProps) {
  const t = useTexts();
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const hasError = problem?.part === 'resolutions';
  const toggle = (resolution: catalog.Resolution, isChosen: boolean) => {
    const others = form.resolutions.filter((one) => one !== resolution);
    onChange({ resolutions: isChosen ? [...others, resolution] : others });
  };
  return (
    <fieldset aria-describedby={hasError ? `${hintId} ${errorId}` : hintId}>
      <legend>{t('resolutions.legend')}</legend>
      <p className="muted small" id={hintId}>
        {t('resolutions.hint')}
      </p>
      <div className="two-by-two">
        {catalog.RESOLUTIONS.map((resolution) => (
          <label key={resolution} className="choice">
            <input
              type="checkbox"
              name="resolutions"
              checked={form.resolutions.includes(resolution)}
              onChange={(event) => toggle(resolution, event.target.checked)}
            />
            <span>{resolution}</span>
          </label>
        ))}
      </div>
      {hasError && (
        <p className="error" id={errorId}>
          <CircleAlert className="icon" aria-hidden />
          {problem.sentence}
        </p>
      )}
    </fieldset>
  );
}
