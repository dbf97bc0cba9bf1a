import { type Tag } from '@larksong/contracts';

import { Field } from '../../ui/field.tsx';
import { FileDrop } from './file-drop.tsx';
import type { UploadForm, UploadProblem } from './form.ts';

export interface FieldsProps {
  form: UploadForm;
  problem: UploadProblem | undefined;
  onChange: (changes: Partial<UploadForm>) => void;
}

const TAGS: { tagType: Tag['tagType']; label: string }[] = [
  { tagType: 'grade', label: 'Grade' },
  { tagType: 'category', label: 'Category' },
  { tagType: 'author', label: 'Author' },
];

/** What the video is: title, description, file, tags. */
export function DescribeFields({ form, problem, onChange }: FieldsProps) {
  const errorOf = (part: UploadProblem['part']) => (problem?.part === part ? problem.sentence : undefined);
  return (
    <section className="panel" aria-label="Video">
      <Field label="Title" error={errorOf('title')}>
        {(control) => (
          <input
            {...control}
            name="title"
            value={form.title}
            maxLength={200}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description">
        {(control) => (
          <textarea
            {...control}
            name="description"
            value={form.description}
            maxLength={5000}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <FileDrop file={form.file} error={errorOf('video')} onChange={(file) => onChange({ file })} />
      <fieldset>
        <legend>
          Tags <span className="muted">(optional)</span>
        </legend>
        <div className="three fields">
          {TAGS.map(({ tagType, label }) => (
            <Field key={tagType} label={<span className="small">{label}</span>}>
              {(control) => (
                <input
                  {...control}
                  name={tagType}
                  value={form.tags[tagType]}
                  maxLength={100}
                  onChange={(event) => onChange({ tags: { ...form.tags, [tagType]: event.target.value } })}
                />
              )}
            </Field>
          ))}
        </div>
      </fieldset>
    </section>
  );
}
