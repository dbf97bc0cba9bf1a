import { RESOLUTIONS, type Resolution, type Visibility } from '@larksong/contracts';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';

import { Field } from '../../ui/field.tsx';
import type { FieldsProps } from './upload-fields.tsx';

const VISIBILITIES: { visibility: Visibility; label: string; hint: string }[] = [
  { visibility: 'public', label: 'Public', hint: 'Everyone can watch' },
  { visibility: 'registered', label: 'Registered', hint: 'Everyone who is signed in' },
  { visibility: 'private', label: 'Private', hint: 'One user, whom you name by id' },
];

/** What is made of the video, and for whom. */
export function ChoiceFields(props: FieldsProps) {
  return (
    <section className="panel" aria-label="Choices">
      <ResolutionChoice {...props} />
      <VisibilityChoice {...props} />
    </section>
  );
}

function ResolutionChoice({ form, problem, onChange }: FieldsProps) {
  const errorId = useId();
  const hasError = problem?.part === 'resolutions';
  const toggle = (resolution: Resolution, isChosen: boolean) => {
    const others = form.resolutions.filter((one) => one !== resolution);
    onChange({ resolutions: isChosen ? [...others, resolution] : others });
  };
  return (
    <fieldset aria-describedby={hasError ? errorId : undefined}>
      <legend>Transcode resolutions</legend>
      <div className="three">
        {RESOLUTIONS.map((resolution) => (
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

function VisibilityChoice({ form, problem, onChange }: FieldsProps) {
  return (
    <fieldset>
      <legend>Visibility</legend>
      {VISIBILITIES.map(({ visibility, label, hint }) => (
        <label key={visibility} className="choice">
          <input
            type="radio"
            name="visibility"
            checked={form.visibility === visibility}
            onChange={() => onChange({ visibility })}
          />
          <span>
            {label}
            <small>{hint}</small>
          </span>
        </label>
      ))}
      {form.visibility === 'private' && (
        <Field
          label="Private user ID"
          error={problem?.part === 'privateUserId' ? problem.sentence : undefined}
        >
          {(control) => (
            <input
              {...control}
              name="privateUserId"
              value={form.privateUserId}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange({ privateUserId: event.target.value })}
            />
          )}
        </Field>
      )}
    </fieldset>
  );
}
