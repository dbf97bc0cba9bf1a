import { ChevronRight, CircleAlert } from 'lucide-react';
import { useState } from 'react';

import { text, useTexts } from '../../lib/texts.ts';
import { toMuted } from '../../parts/message-elements.tsx';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { CaptionFields } from '../../parts/video-form/caption-fields.tsx';
import {
  CAPTION_FILES,
  findCaptionProblems,
  readCaption,
  type CaptionDraft,
} from '../../parts/video-form/captions.ts';
import { PicturePreview } from '../../parts/video-form/picture-preview.tsx';
import { PICTURE_FILES, shrinkPicture } from '../../parts/video-form/picture.ts';
import type { FieldsProps } from './upload-fields.tsx';
import styles from './extra-fields.module.css';

/** Subtitles and a custom picture: rarely needed, so they are collapsed. */
export function ExtraFields(props: FieldsProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { form } = props;
  const isShown = isOpen || form.captions.length > 0 || form.picture !== null;
  return (
    <div className={styles.extras}>
      <button type="button" className={styles.fold} aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
        <ChevronRight className="icon" aria-hidden />
        <span>{t.rich('extras.fold', { muted: toMuted })}</span>
      </button>
      {isShown && (
        <>
          <CaptionChoice {...props} />
          <PictureChoice {...props} />
        </>
      )}
    </div>
  );
}

function CaptionChoice({ form, problem, onChange }: FieldsProps) {
  const t = useTexts();
  const [error, setError] = useState<string>();
  const { captions } = form;
  const problems = problem?.part === 'captions' ? findCaptionProblems(captions) : [];
  const replace = (old: CaptionDraft, changed: CaptionDraft[]) =>
    onChange({ captions: captions.flatMap((one) => (one === old ? changed : [one])) });
  const add = async (file: File) => {
    setError(undefined);
    try {
      onChange({ captions: [...captions, await readCaption(file)] });
    } catch (failure) {
      setError(toText(failure));
    }
  };
  return (
    <fieldset>
      <legend>{t('subtitles.legend')}</legend>
      {captions.map((draft, index) => (
        <CaptionFields
          // the same file may be added twice and changes with every key, so its index is its key
          key={index}
          draft={draft}
          error={problems[index]}
          onChange={(changed) => replace(draft, [changed])}
        >
          <Button variant="danger" slim onClick={() => replace(draft, [])}>
            {t.rich('subtitles.remove', { name: <bdi>{draft.label}</bdi> })}
          </Button>
        </CaptionFields>
      ))}
      <div className="row">
        <FileButton accept={CAPTION_FILES} onChoose={(file) => void add(file)}>
          {t('subtitles.add-file')}
        </FileButton>
      </div>
      <FileError sentence={error} />
    </fieldset>
  );
}

function PictureChoice({ form, onChange }: FieldsProps) {
  const t = useTexts();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const choose = async (file: File) => {
    setError(undefined);
    setBusy(true);
    try {
      onChange({ picture: await shrinkPicture(file) });
    } catch (failure) {
      setError(toText(failure));
    }
    setBusy(false);
  };
  return (
    <fieldset>
      <legend>{t('picture.legend')}</legend>
      <p className="muted small">{t('picture.hint')}</p>
      {form.picture !== null && <PicturePreview picture={form.picture} />}
      <div className="row">
        <FileButton accept={PICTURE_FILES} busy={isBusy} onChoose={(file) => void choose(file)}>
          {form.picture === null ? t('picture.choose') : t('picture.choose-another')}
        </FileButton>
        {form.picture !== null && (
          <Button variant="danger" slim onClick={() => onChange({ picture: null })}>
            {t('picture.remove')}
          </Button>
        )}
      </div>
      <FileError sentence={error} />
    </fieldset>
  );
}

function FileError({ sentence }: { sentence: string | undefined }) {
  if (sentence === undefined) return null;
  return (
    <p className="error" role="alert">
      <CircleAlert className="icon" aria-hidden />
      {sentence}
    </p>
  );
}

function toText(failure: unknown): string {
  return failure instanceof Error ? failure.message : text('file.unreadable');
}
