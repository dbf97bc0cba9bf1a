import { useTexts } from '../../lib/texts.ts';
import { LanguageField } from '../../parts/video-form/language-field.tsx';
import { LetterFields } from '../../parts/video-form/letter-fields.tsx';
import { TagFields } from '../../parts/video-form/tag-fields.tsx';
import { TextFields } from '../../parts/video-form/text-fields.tsx';
import { FileDrop } from './file-drop.tsx';
import type { UploadForm, UploadProblem } from './form.ts';

export interface FieldsProps {
  form: UploadForm;
  problem: UploadProblem | undefined;
  onChange: (changes: Partial<UploadForm>) => void;
}

/** Title, description, file, language, tags and letters. */
export function DescribeFields({ form, problem, onChange }: FieldsProps) {
  const t = useTexts();
  const errorOf = (part: UploadProblem['part']) => (problem?.part === part ? problem.sentence : undefined);
  return (
    <section className="panel" aria-label={t('upload.video')}>
      <TextFields texts={form} error={errorOf('title')} onChange={onChange} />
      <FileDrop file={form.file} error={errorOf('video')} onChange={(file) => onChange({ file })} />
      <LanguageField language={form.language} mayBeGuessed onChange={(language) => onChange({ language })} />
      <TagFields tags={form.tags} error={errorOf('tags')} onChange={(tags) => onChange({ tags })} />
      <LetterFields
        draft={form.letters}
        error={errorOf('letters')}
        onChange={(letters) => onChange({ letters })}
      />
    </section>
  );
}
