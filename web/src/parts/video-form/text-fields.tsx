import { useTexts } from '../../lib/texts.ts';
import { Field } from '../../ui/field.tsx';

interface Texts {
  title: string;
  description: string;
}

interface TextFieldsProps {
  texts: Texts;
  /** The error in the title. */
  error: string | undefined;
  onChange: (changes: Partial<Texts>) => void;
}

/** The title and the description of a video. */
export function TextFields({ texts, error, onChange }: TextFieldsProps) {
  const t = useTexts();
  return (
    <>
      <Field label={t('details.title')} error={error}>
        {(control) => (
          <input
            {...control}
            name="title"
            dir="auto"
            value={texts.title}
            maxLength={200}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('details.description')}>
        {(control) => (
          <textarea
            {...control}
            name="description"
            dir="auto"
            value={texts.description}
            maxLength={5000}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
